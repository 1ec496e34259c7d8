"""Lengths of titles and descriptions, as the paper WebMall measured them (section 2)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

TITLE_LENGTHS = ((0.0, 10), (0.1, 31), (0.25, 45), (0.5, 69), (0.75, 100), (0.9, 133), (0.98, 190), (1.0, 262))
"""Characters by quantile: median 69, middle half 45 to 100, 90 % under 135, longest 264."""
DESCRIPTION_LENGTHS = (
    (0.0, 15),
    (0.02, 60),
    (0.1, 215),
    (0.25, 362),
    (0.5, 570),
    (0.75, 1320),
    (0.9, 2530),
    (0.97, 4200),
    (0.995, 8000),
    (1.0, 14500),
)
"""Characters by quantile: median 573, quartiles 339 and 1,330, 90 % below 2,542, longest over 14,000."""


def length_at(curve: tuple[tuple[float, int], ...], quantile: float) -> float:
    """The length at a quantile (0 to 1) of a curve, linear between its points."""
    for (low, first), (high, second) in pairwise(curve):
        if quantile <= high:
            return first + (second - first) * (quantile - low) / (high - low)
    return curve[-1][1]


def draw_length(curve: tuple[tuple[float, int], ...], rng: Random) -> float:
    """A length by chance, distributed as the curve says."""
    return length_at(curve, rng.random())
