"""Lines that a person types at the terminal where a task is served."""

from __future__ import annotations

import os
import select
import sys


class Keyboard:
    """Lines that a person types, taken without waiting; none where nobody can type.

    Args:
        descriptor: to read from; standard input by default.
    """

    def __init__(self, descriptor: int | None = None) -> None:
        self._descriptor = sys.stdin.fileno() if descriptor is None else descriptor
        self._typed = b""
        self._open = True

    def line(self) -> str | None:
        """The next whole line; None where there is none yet, or will be none."""
        while self._open and b"\n" not in self._typed and select.select([self._descriptor], [], [], 0)[0]:
            chunk = os.read(self._descriptor, 4096)
            self._open = bool(chunk)
            self._typed += chunk
        line, end, rest = self._typed.partition(b"\n")
        if not end:
            return None
        self._typed = rest
        return line.decode("utf-8", "replace").strip()
