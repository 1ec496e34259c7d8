"""A limit on wall time for code that is not ours: the agent's."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

RING_AGAIN = 1.0
"""Seconds until the alarm rings again, for code that catches everything."""


class TimeUp(BaseException):
    """The time is up. No `Exception`, so that an agent that catches those does not swallow it."""


@contextmanager
def deadline(seconds: float, excused: Callable[[], float] | None = None) -> Iterator[None]:
    """Raises `TimeUp` inside the block once that time has passed, even in a blocking call.

    Works in the main thread only, as all signal handlers do; in another thread the block runs without a limit.

    Args:
        seconds: wall time; nothing left means that the block is not entered.
        excused: tells a growing number of seconds; what it grows by within the block is granted on top.

    Raises:
        TimeUp: the time is up.
    """
    if seconds <= 0:
        raise TimeUp

    began, excused_before = time.monotonic(), excused() if excused is not None else 0.0

    def ring(_signal: int, _frame: FrameType | None) -> None:
        granted = excused() - excused_before if excused is not None else 0.0
        left = began + seconds + granted - time.monotonic()
        if granted <= 0 or left <= 0:
            raise TimeUp
        signal.setitimer(signal.ITIMER_REAL, left, RING_AGAIN)

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
