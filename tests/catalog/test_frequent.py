"""Counting very many values in bounded memory."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.frequent import FrequentValues


def counted(values: list[str], most_held: int = 50_000) -> FrequentValues:
    found = FrequentValues(most_held)
    for value in values:
        found.add(value)
    return found


@given(st.lists(st.text(max_size=2)))
def test_few_values_are_counted_exactly(values: list[str]) -> None:
    found = counted(values)
    expected = sorted(Counter(values).items(), key=lambda item: (-item[1], item[0]))
    assert found.exact
    assert found.different == len(set(values))
    assert found.most_common(5) == tuple(expected[:5])


@given(st.lists(st.integers(min_value=0, max_value=400), min_size=200, max_size=2000))
def test_counts_of_many_values_are_never_too_high_and_short_by_a_bounded_number(values: list[int]) -> None:
    found = counted([str(value) for value in values], most_held=20)
    true = Counter(map(str, values))
    for value, times in found.most_common(20):
        assert true[value] - 2 * len(values) / 10 - 1 <= times <= true[value]


def test_frequent_values_stay_at_the_top_and_different_ones_are_estimated() -> None:
    found = FrequentValues(2000)
    for number in range(40_000):
        found.add(f"rare {number}")
        found.add(f"often {number % 3}")
    assert not found.exact
    assert {value for value, _ in found.most_common(3)} == {"often 0", "often 1", "often 2"}
    assert abs(found.different - 40_003) < 0.1 * 40_003
