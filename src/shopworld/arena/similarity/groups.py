"""Two groups of shops beside each other, unpaired, measure by measure: the paper's Figures 5b and 5c.

Groups are small (the paper has seven live shops and three sandboxes). So each measure is given with all its values, the
medians, the difference of medians with a bootstrap interval, Cliff's delta, and the exact test of Mann and Whitney.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import median

import numpy as np
from pydantic import BaseModel, ConfigDict

from shopworld.arena.similarity.capture import Capture
from shopworld.evaluation import CONFIDENCE, RESAMPLES

_DIGITS = 6
_EXACT = 16
"""Values of both groups together up to which the test is exact, unless some are equal."""


class Measure(BaseModel):
    """One measure that a shop has a value of."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    title: str
    figure: str
    """Of the paper: `5b` or `5c`."""
    published: str = ""
    """What the paper says of its sandboxes beside live shops, as far as it says something."""


class MeasureComparison(BaseModel):
    """One measure of two groups."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    measure: Measure
    first: tuple[float, ...]
    second: tuple[float, ...]
    first_median: float
    second_median: float
    difference: float
    """Median of the second group minus that of the first."""
    low: float | None
    """Ends of the 95 % interval of the difference; None where a group has one shop only."""
    high: float | None
    delta: float
    """Cliff's delta: how much more often a shop of the second group has the larger value than the smaller one."""
    p_value: float


COMPARABLE, LOWER = "comparable", "lower"
"""What the paper says of its three sandboxes beside seven live shops."""
_STATISTICS: tuple[tuple[str, str, str], ...] = (
    ("nodes", "States", COMPARABLE),
    ("pages", "Pages among them", ""),
    ("edges", "Edges", LOWER),
    ("average_out_degree", "Average out-degree", LOWER),
    ("maximum_out_degree", "Maximum out-degree", ""),
    ("dead_ends", "Dead ends", ""),
    ("diameter", "Diameter", ""),
    ("reachable_share", "Share reachable from home", ""),
    ("clicks_to_cart", "Clicks from home to cart", ""),
)
_COMPLEXITY: tuple[tuple[str, str, str], ...] = (
    ("max_depth", "Depth of the tree", COMPARABLE),
    ("semantic_depth", "Semantic depth", COMPARABLE),
    ("nodes", "Nodes of the tree", ""),
    ("interactive", "Interactive nodes", ""),
    ("distinct_pairs", "Distinct role and name pairs", ""),
)
_UNIQUE: tuple[tuple[str, str, str], ...] = (
    ("unique_fill", "Elements to fill, whole shop", COMPARABLE),
    ("unique_click", "Elements to click, whole shop", COMPARABLE),
    ("unique_choice", "Elements to choose with, whole shop", COMPARABLE),
)

Value = Callable[[Capture], float | None]


def _of_statistics(name: str) -> Value:
    return lambda one: getattr(one.statistics, name)


def _of_mean(name: str) -> Value:
    return lambda one: one.complexity.mean[name]


def _of_complexity(name: str) -> Value:
    return lambda one: getattr(one.complexity, name)


def _measures() -> tuple[tuple[Measure, Value], ...]:
    return (
        *((_measure(row, "5b", ""), _of_statistics(row[0])) for row in _STATISTICS),
        *((_measure(row, "5c", "mean "), _of_mean(row[0])) for row in _COMPLEXITY),
        *((_measure(row, "5c", ""), _of_complexity(row[0])) for row in _UNIQUE),
    )


def _measure(row: tuple[str, str, str], figure: str, kind: str) -> Measure:
    name, title, published = row
    key = f"{'tree_' if figure == '5c' and kind else ''}{name}"
    return Measure(name=key, title=f"{title}, mean of states" if kind else title, figure=figure, published=published)


MEASURES: tuple[tuple[Measure, Value], ...] = _measures()
"""What shops are compared by, in the order of the figures, each with what reads it from a capture."""


def compare_groups(first: Sequence[Capture], second: Sequence[Capture], *, seed: int = 0) -> list[MeasureComparison]:
    """Compares two groups of shops, measure by measure; shops without a value are left out of that measure.

    Args:
        first: one group, e.g. live shops.
        second: the other, e.g. sandboxes.
        seed: of the bootstrap.
    """
    found = []
    for measure, value in MEASURES:
        one = [float(got) for each in first if (got := value(each)) is not None]
        other = [float(got) for each in second if (got := value(each)) is not None]
        if one and other:
            found.append(compare_values(measure, one, other, seed=seed))
    return found


def compare_values(
    measure: Measure, first: Sequence[float], second: Sequence[float], *, seed: int = 0
) -> MeasureComparison:
    """Compares the values of one measure.

    Args:
        measure: what they are.
        first: of one group, at least one.
        second: of the other, at least one.
        seed: of the bootstrap.
    """
    low, high = _interval(first, second, seed)
    return MeasureComparison(
        measure=measure,
        first=tuple(first),
        second=tuple(second),
        first_median=median(first),
        second_median=median(second),
        difference=round(median(second) - median(first), _DIGITS),
        low=low,
        high=high,
        delta=round(cliffs_delta(first, second), _DIGITS),
        p_value=round(_p_value(first, second), _DIGITS),
    )


def cliffs_delta(first: Sequence[float], second: Sequence[float]) -> float:
    """From -1 (all of the second are smaller) to 1 (all are larger); 0 where neither is more often larger."""
    if not first or not second:
        return 0.0
    larger = sum((other > one) - (other < one) for one in first for other in second)
    return larger / (len(first) * len(second))


def _interval(first: Sequence[float], second: Sequence[float], seed: int) -> tuple[float | None, float | None]:
    """Percentile interval of the difference of medians; each group is drawn by itself."""
    if len(first) < 2 or len(second) < 2:
        return None, None
    random = np.random.default_rng(seed)
    drawn = [
        np.median(random.choice(np.asarray(values, dtype=np.float64), size=(RESAMPLES, len(values))), axis=1)
        for values in (first, second)
    ]
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(drawn[1] - drawn[0], [tail, 1 - tail])
    return round(float(low), _DIGITS), round(float(high), _DIGITS)


def _p_value(first: Sequence[float], second: Sequence[float]) -> float:
    from scipy.stats import mannwhitneyu  # scipy takes a while to load

    together = [*first, *second]
    if len(set(together)) == 1:
        return 1.0
    exact = len(together) <= _EXACT and len(set(together)) == len(together)
    found = float(mannwhitneyu(first, second, method="exact" if exact else "asymptotic").pvalue)
    return 1.0 if math.isnan(found) else found
