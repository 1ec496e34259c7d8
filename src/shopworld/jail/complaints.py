"""What a program in a jail complains of, copied to our own error output: it never holds our terminal or log itself."""

from __future__ import annotations

import codecs
import contextlib
import os
import threading

from shopworld.plain_text import plain

LARGEST = 1 << 20
"""Bytes of one program's complaints that are passed on."""
_ERRORS, _PARTING = 2, 2.0


class Complaints:
    """A pipe whose other end a program gets, and a thread that passes on what comes, as plain text.

    Attributes:
        inner: descriptor for the program; closed by `handed_over`.
    """

    def __init__(self) -> None:
        self._outer, self.inner = os.pipe()
        self._thread = threading.Thread(target=self._pass_on, daemon=True, name="jail-complaints")

    def handed_over(self) -> None:
        """The program has its end now, or never will."""
        os.close(self.inner)
        self._thread.start()

    def close(self) -> None:
        """Returns when what was written is passed on: its writers have ended."""
        self._thread.join(_PARTING)

    def _pass_on(self) -> None:
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        passed = 0
        try:
            while chunk := os.read(self._outer, 1 << 16):
                if passed > LARGEST:
                    continue
                passed += len(chunk)
                said = plain(decode(chunk))
                if passed > LARGEST:
                    said += f"\n(no more than {LARGEST >> 20} MiB of this is shown)\n"
                with contextlib.suppress(OSError):
                    _write(said.encode())
        finally:
            os.close(self._outer)


def _write(data: bytes) -> None:
    while data:
        data = data[os.write(_ERRORS, data) :]
