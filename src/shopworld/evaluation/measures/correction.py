"""Many tests at once: Holm's correction (1979, "A simple sequentially rejective multiple test procedure")."""

from __future__ import annotations

import math
from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values: who calls different what lies below 0.05 errs in one pair or more in 5 % of all cases at most.

    Args:
        p_values: of the tests, in any order; NaN is no test and stays NaN.

    Returns:
        one for each, never below its own p-value, in the same order.

    Raises:
        ValueError: a p-value is outside 0 to 1.
    """
    tests = [place for place, value in enumerate(p_values) if not math.isnan(value)]
    if any(not 0.0 <= p_values[place] <= 1.0 for place in tests):
        raise ValueError("a p-value lies between 0 and 1")
    adjusted = [math.nan] * len(p_values)
    largest = 0.0
    for done, place in enumerate(sorted(tests, key=lambda place: p_values[place])):
        largest = max(largest, min(1.0, (len(tests) - done) * p_values[place]))
        adjusted[place] = largest
    return adjusted
