"""Distances are distances."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shopworld.arena.similarity.distance import distance_between, histogram_distance, jaccard_distance, summed
from shopworld.arena.similarity.graph import Edge, graph_of

sets = st.frozensets(st.integers(0, 9))
histograms = st.dictionaries(st.sampled_from(["link", "button", "list", "heading"]), st.integers(1, 50))


@settings(max_examples=40)
@given(sets, sets, sets)
def test_jaccard_is_a_metric(one: frozenset[int], other: frozenset[int], third: frozenset[int]) -> None:
    distance = jaccard_distance(one, other)
    assert 0 <= distance <= 1
    assert distance == jaccard_distance(other, one)
    assert (distance == 0) == (one == other)
    assert distance <= jaccard_distance(one, third) + jaccard_distance(third, other) + 1e-12


@settings(max_examples=40)
@given(histograms, histograms)
def test_histogram_distance_is_symmetric_and_bounded(one: dict[str, int], other: dict[str, int]) -> None:
    assert histogram_distance(one, other) == pytest.approx(histogram_distance(other, one))
    assert -1e-12 <= histogram_distance(one, other) <= 1 + 1e-12
    assert histogram_distance(one, one) == 0


@settings(max_examples=40)
@given(histograms, st.integers(2, 9))
def test_histogram_distance_sees_shares_and_not_sizes(one: dict[str, int], times: int) -> None:
    assert histogram_distance(one, {name: count * times for name, count in one.items()}) == pytest.approx(0)


def test_two_shops_by_hand() -> None:
    first = graph_of(["/", "/cart", "/search"], [Edge("/", "/cart", "click"), Edge("/", "/search", "fill")])
    second = graph_of(["/", "/cart"], [Edge("/", "/cart", "fill")])
    found = distance_between(first, second, {"link": 3, "button": 1}, {"link": 1, "button": 1})
    assert found.nodes == pytest.approx(1 / 3, abs=1e-6)
    assert found.edges == 0.5
    assert found.graph == pytest.approx((1 / 3 + 0.5) / 2, abs=1e-6)
    assert found.roles == 0.25


def test_histograms_are_added_up_in_order() -> None:
    assert list(summed([{"link": 1, "button": 2}, {"link": 3}]).items()) == [("button", 2), ("link", 4)]
