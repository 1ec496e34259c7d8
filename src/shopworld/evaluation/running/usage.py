"""What an agent says that it has used of a language model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_MOST = 1e15
"""More is no amount of anything, infinity above all."""
_DIGITS = 9
"""After the point, of sums."""


class ReportedUsage:
    """Sums of what an agent reports: tokens, calls, dollars, by name."""

    def __init__(self) -> None:
        self.sums: dict[str, float] = {}

    def add(self, reported: Mapping[str, Any]) -> None:
        """Adds a report; what is no amount in it is left out."""
        for name, value in reported.items():
            if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _MOST:  # nor NaN
                self.sums[name] = round(self.sums.get(name, 0.0) + value, _DIGITS)
