"""Groups of shops: medians, intervals, effect sizes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shopworld.arena.similarity.capture import Capture, Captured
from shopworld.arena.similarity.groups import MEASURES, Measure, cliffs_delta, compare_groups, compare_values

MEASURE = Measure(name="nodes", title="States", figure="5b")
values = st.lists(st.integers(0, 50).map(float), min_size=1, max_size=7)


@given(values, values)
def test_delta_is_antisymmetric_and_bounded(first: list[float], second: list[float]) -> None:
    assert -1 <= cliffs_delta(first, second) <= 1
    assert cliffs_delta(first, second) == -cliffs_delta(second, first)
    assert cliffs_delta(first, first) == 0


@settings(max_examples=15)
@given(values, values)
def test_the_interval_holds_the_difference_and_nothing_is_random(first: list[float], second: list[float]) -> None:
    found = compare_values(MEASURE, first, second)
    assert found == compare_values(MEASURE, first, second)
    assert 0 <= found.p_value <= 1
    if found.low is not None and found.high is not None:
        assert found.low <= found.difference <= found.high
    assert (found.low is None) == (min(len(first), len(second)) < 2)


def test_separate_groups() -> None:
    found = compare_values(MEASURE, [10, 12, 13, 11, 14, 15, 16], [4, 5, 6])
    assert (found.first_median, found.second_median, found.difference) == (13, 5, -8)
    assert found.delta == -1
    assert found.p_value == pytest.approx(2 / 120, abs=1e-6)  # two of the 120 ways to choose three of ten
    assert found.high is not None
    assert found.high < 0


def test_equal_groups_do_not_differ() -> None:
    found = compare_values(MEASURE, [3, 3, 3], [3, 3])
    assert (found.delta, found.p_value, found.low, found.high) == (0, 1, 0, 0)


def without_cart(capture: Capture) -> Capture:
    return capture.model_copy(update={"statistics": capture.statistics.model_copy(update={"clicks_to_cart": None})})


@pytest.mark.browser
def test_all_measures_of_both_figures_are_compared(captured: Captured) -> None:
    one = captured.capture
    found = compare_groups([one, one], [one])
    assert [row.measure for row in found] == [measure for measure, _ in MEASURES]
    assert {row.measure.figure for row in found} == {"5b", "5c"}
    assert all(row.difference == 0 and row.delta == 0 for row in found)


@pytest.mark.browser
def test_a_shop_without_a_value_is_left_out_of_that_measure(captured: Captured) -> None:
    one = captured.capture
    names = [row.measure.name for row in compare_groups([one], [without_cart(one)])]
    assert "clicks_to_cart" not in names
    assert len(names) == len(MEASURES) - 1
