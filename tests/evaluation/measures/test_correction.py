"""Holm's correction, against the closed test of Bonferroni's over all subsets, which it is a short cut of."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.evaluation.measures.correction import holm


def closed_test(values: list[float], place: int) -> float:
    """The largest Bonferroni p-value of any subset of hypotheses that holds this one (Marcus, Peritz and Gabriel)."""
    others = [at for at in range(len(values)) if at != place]
    subsets = (
        [values[place], *(values[at] for at in chosen)]
        for size in range(len(others) + 1)
        for chosen in combinations(others, size)
    )
    return max(min(1.0, len(subset) * min(subset)) for subset in subsets)


@given(st.lists(st.floats(0.0, 1.0), max_size=7))
def test_it_is_the_closed_test_of_all_subsets(values: list[float]) -> None:
    adjusted = holm(values)
    assert adjusted == pytest.approx([closed_test(values, place) for place in range(len(values))])


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=20))
def test_it_lies_between_the_test_alone_and_bonferroni(values: list[float]) -> None:
    for value, adjusted in zip(values, holm(values), strict=True):
        assert value <= adjusted <= min(1.0, len(values) * value) + 1e-12


def test_what_is_no_test_is_left_alone() -> None:
    adjusted = holm([0.01, math.nan, 0.04])
    assert adjusted[0] == pytest.approx(0.02)
    assert math.isnan(adjusted[1])
    assert adjusted[2] == pytest.approx(0.04)
    assert holm([]) == []
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([1.5])
