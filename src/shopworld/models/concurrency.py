"""How many calls run at the same time: more while all is well, half as many after a rate limit."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class ConcurrencyLimit:
    """Admits calls; used within one event loop.

    It begins with a few, adds one after as many answers as run at a time, and halves when the provider says that it is
    too much; then nobody is admitted before the time that the provider asked for has passed.

    Args:
        most: calls at the same time, at most.
        first: calls at the same time, to begin with.
    """

    def __init__(self, most: int, first: int = 4) -> None:
        self.most = most
        self.allowed = float(min(first, most))
        self.running = 0
        self.lowered = 0
        """How often it was lowered."""
        self._closed_until = 0.0
        self._change = asyncio.Condition()

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Waits for a place, and holds it."""
        async with self._change:
            while True:
                pause = self._closed_until - time.monotonic()
                if pause > 0:
                    self._change.release()
                    try:
                        await asyncio.sleep(pause)
                    finally:
                        await self._change.acquire()
                elif self.running < int(self.allowed):
                    break
                else:
                    await self._change.wait()
            self.running += 1
        try:
            yield
        finally:
            async with self._change:
                self.running -= 1
                self._change.notify_all()

    def answered(self) -> None:
        """A call was answered."""
        self.allowed = min(float(self.most), self.allowed + 1.0 / self.allowed)

    def refused(self, wait: float) -> None:
        """A call was turned away by a rate limit.

        Args:
            wait: seconds during which no other call is admitted either.
        """
        now = time.monotonic()
        if now >= self._closed_until:  # calls turned away together count once
            self.allowed = max(1.0, self.allowed / 2)
            self.lowered += 1
        self._closed_until = max(self._closed_until, now + wait)
