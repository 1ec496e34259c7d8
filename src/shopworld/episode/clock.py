"""Virtual time: the same requests give the same times, whatever the machine's clock says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

WORLD_START = datetime(2027, 3, 1, 10, 0, tzinfo=UTC)
"""When every episode begins. Before 2028: WebMall's payment cards expire 12/28."""


@dataclass(slots=True)
class Clock:
    """A clock that stands still until it is moved."""

    now: datetime = WORLD_START

    def advance(self, seconds: float) -> datetime:
        """Moves the clock on and returns the new time."""
        if seconds < 0:
            raise ValueError(f"virtual time never runs backwards, got {seconds} s")
        self.now += timedelta(seconds=seconds)
        return self.now
