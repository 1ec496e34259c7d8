"""Lines to a program and lines from it, each within a time and of a bounded length."""

from __future__ import annotations

import os
import selectors
import time

LONGEST_LINE = 1 << 20
"""Bytes of a line that a program may write."""
LONGEST_QUESTION = 1 << 24
"""The same for one that may ask a language model, and show it pictures."""
_CHUNK = 1 << 16


class LineError(Exception):
    """A program did not keep to the lines; the text says how, without its name."""


class TooSlow(LineError):
    """It did not answer in time."""


class OutputEnded(LineError):
    """It closed its output, mostly because it ended."""


class Lines:
    """Two pipes: one to the program, one from it.

    Args:
        to_program: descriptor that is written to.
        from_program: descriptor that is read.
        longest: bytes of a line that it may write.
    """

    def __init__(self, to_program: int, from_program: int, longest: int = LONGEST_LINE) -> None:
        self._to, self._from, self._longest = to_program, from_program, longest
        os.set_blocking(to_program, False)
        os.set_blocking(from_program, False)
        self._buffer = bytearray()
        self._pending = b""

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Writes a line and waits for the one that answers it.

        Args:
            line: without its end.
            seconds: wall time for both.

        Raises:
            LineError: the answer was too long, or came before it was asked for.
            TooSlow: it did not come in time.
            OutputEnded: none will come.
        """
        self._read()
        if self._buffer.strip():
            raise LineError(f"it wrote before it was asked: {shown(bytes(self._buffer))}")
        self._buffer.clear()
        end = time.monotonic() + seconds
        self._pending += line + b"\n"
        with selectors.DefaultSelector() as ready:
            ready.register(self._from, selectors.EVENT_READ)
            ready.register(self._to, selectors.EVENT_WRITE)
            writing = True
            while True:
                if writing and not self._write():
                    ready.unregister(self._to)
                    writing = False
                answer = self._line()
                if answer is not None:
                    if writing:
                        raise LineError("it answered before it had read the observation")
                    return answer
                left = end - time.monotonic()
                if left <= 0 or not ready.select(left):
                    raise TooSlow(f"it gave no answer within {seconds:g} s")
                if not self._read():
                    raise OutputEnded("it closed its output")

    def tell(self, line: bytes, seconds: float) -> None:
        """Writes a line that nobody answers, as far as it can be written within that time."""
        self._pending += line + b"\n"
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as ready:
            ready.register(self._to, selectors.EVENT_WRITE)
            while self._write() and time.monotonic() < end:
                ready.select(max(0.0, end - time.monotonic()))

    def _write(self) -> bool:
        """Writes what goes; tells whether something is left. What nobody reads any more is dropped."""
        if self._pending:
            try:
                self._pending = self._pending[os.write(self._to, self._pending[:_CHUNK]) :]
            except BlockingIOError:
                pass
            except OSError:
                self._pending = b""
        return bool(self._pending)

    def _read(self) -> bool:
        """Reads what is there; False where the output has ended."""
        try:
            chunk = os.read(self._from, _CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self._buffer += chunk
        return bool(chunk)

    def _line(self) -> bytes | None:
        """The first whole line that is not blank, taken from what was read."""
        while True:
            end = self._buffer.find(b"\n")
            if end > self._longest or (end < 0 and len(self._buffer) > self._longest):
                raise LineError(
                    f"it wrote a line of more than {self._longest} bytes: {shown(bytes(self._buffer[:200]))}"
                )
            if end < 0:
                return None
            line = bytes(self._buffer[:end]).strip()
            del self._buffer[: end + 1]
            if line:
                return line


def shown(line: bytes, length: int = 120) -> str:
    """A line for people, cut."""
    text = line.decode("utf-8", "replace").strip()
    return repr(text if len(text) <= length else text[: length - 1] + "…")
