"""A limit on wall time for code that is not ours: the agent's."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

RING_AGAIN = 1.0
"""Seconds until the alarm rings again, for code that catches everything."""


class TimeUp(BaseException):
    """The time is up. No `Exception`, so that an agent that catches those does not swallow it."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raises `TimeUp` inside the block once that time has passed, even in a blocking call.

    Works in the main thread only, as all signal handlers do; in another thread the block runs without a limit.

    Args:
        seconds: wall time; nothing left means that the block is not entered.

    Raises:
        TimeUp: the time is up.
    """
    if seconds <= 0:
        raise TimeUp

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TimeUp

    try:
        previous = signal.signal(signal.SIGALRM, ring)
    except ValueError:  # not the main thread
        yield
        return
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, RING_AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
