"""How far a piece of work has come, in plain lines: for output that goes to a file, a log or another program."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from shopworld.closing import Closing

EVERY = 10.0
"""Seconds after which a line comes even if nothing was done."""
SHARE = 0.05
"""Of the whole, after which a line comes."""
QUIET = 2.0
"""Seconds in which nothing is said: much is done by then."""
APART = 1.0
"""Least seconds between two lines."""


class ProgressLines(Closing):
    """Writes a line at least every ten seconds, or for every 5 %, of work that lasts longer than two seconds.

    Args:
        write: writes one line.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._began = self._written = time.monotonic()
        self._text = ""
        self._share = 0.0
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._wait, name="progress", daemon=True)
        self._thread.start()

    def tell(self, text: str, done: float, total: float) -> None:
        """Takes down how far it has come.

        Args:
            text: what a line says of it, without the time.
            done: how much is done.
            total: how much there is; 0 where that is not known.
        """
        share = done / total if total else 0.0
        with self._lock:
            now = time.monotonic()
            started_anew = share < self._share
            self._text = text
            since = now - self._written
            advanced = share - self._share >= SHARE or started_anew
            if now - self._began >= QUIET and since >= APART and (advanced or since >= EVERY):
                self._say(now)
                self._share = share
            elif started_anew:
                self._share = share

    def close(self) -> None:
        """Says no more."""
        self._ended.set()
        self._thread.join()

    def _wait(self) -> None:
        while not self._ended.wait(APART):
            with self._lock:
                now = time.monotonic()
                if self._text and now - self._written >= EVERY:
                    self._say(now)

    def _say(self, now: float) -> None:
        minutes, seconds = divmod(int(now - self._began), 60)
        self._write(f"[{minutes}:{seconds:02d}] {self._text}")
        self._written = now
