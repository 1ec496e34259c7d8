"""How much and how fast a site may be asked."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from shopworld.errors import ArenaError

LARGEST_PAGE = 10 * 1000 * 1000
"""Bytes of a page; larger ones are not read."""
POLITE_SECONDS = 0.5
"""Least time between two requests."""


class RequestBudgetSpent(ArenaError):
    """No further request is allowed; what was found until then stands."""


@dataclass(slots=True)
class Pace:
    """Spaces requests and navigations, and counts them against a budget.

    Attributes:
        delay: least seconds between two requests.
        requests: how many requests may be made.
        seconds: how long the whole exploration may take.
    """

    delay: float = POLITE_SECONDS
    requests: int = 600
    seconds: float = 1200.0
    made: int = 0
    _began: float = field(default_factory=time.monotonic)
    _last: float = float("-inf")

    def wait(self) -> None:
        """Waits for the next request's turn and counts it.

        Raises:
            RequestBudgetSpent: the budget of requests or time is used up.
        """
        now = time.monotonic()
        if self.made >= self.requests:
            raise RequestBudgetSpent(
                f"the budget of {self.requests} requests is spent", hint="Raise it with --requests."
            )
        if now - self._began > self.seconds:
            raise RequestBudgetSpent(
                f"the budget of {self.seconds:g} seconds is spent", hint="Raise it with --seconds."
            )
        pause = self._last + self.delay - now
        if pause > 0:
            time.sleep(pause)
        self._last = time.monotonic()
        self.made += 1

    @property
    def left(self) -> int:
        """Requests that may still be made."""
        return max(0, self.requests - self.made)
