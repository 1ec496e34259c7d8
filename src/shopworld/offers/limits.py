"""How much one page may cost: strangers' pages are read under limits, and what goes beyond them is counted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import BaseModel, ConfigDict, Field


class PageLimits(BaseModel):
    """Limits on what is read of one page or record."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    page_bytes: int = Field(default=4_000_000, ge=1000)
    """Bytes of a page, unpacked; longer ones are left out."""
    depth: int = Field(default=40, ge=4)
    """Levels of nested markup that are followed."""
    offers: int = Field(default=1000, ge=1)
    """Offers of one page; those behind are left out."""
    text: int = Field(default=60_000, ge=100)
    """Characters of a description; the rest is cut."""
    seconds: float = Field(default=20.0, gt=0)
    """For one page; it is left out when they have passed."""


_AGAIN = 0.05
"""Seconds after which it is interrupted again: exceptions in finalisers are lost."""


class TookTooLong(Exception):
    """A page was not read within its time."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupts what runs in the main thread after so many seconds; elsewhere nothing is interrupted.

    Raises:
        TookTooLong: the time has passed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
