"""Tasks are shared out fairly."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.guru.comparison.proportions import WEBMALL_COUNTS, WEBMALL_TOTAL, furthest_behind, shared_out

WEIGHTS = st.dictionaries(st.text(min_size=1), st.integers(0, 50), min_size=1).filter(lambda one: sum(one.values()) > 0)


def test_webmalls_own_total_gives_its_own_counts() -> None:
    assert WEBMALL_TOTAL == 91
    assert shared_out(91, WEBMALL_COUNTS) == dict(WEBMALL_COUNTS)
    assert shared_out(182, WEBMALL_COUNTS) == {name: 2 * count for name, count in WEBMALL_COUNTS.items()}


def test_the_largest_remainders_get_the_rest() -> None:
    assert shared_out(10, {"a": 47, "b": 16, "c": 37}) == {"a": 5, "b": 1, "c": 4}
    assert shared_out(1, {"a": 1, "b": 1}) == {"a": 1, "b": 0}


@given(st.integers(0, 1000), WEIGHTS)
def test_shares_add_up_and_stay_within_one_of_their_proportion(total: int, weights: dict[str, int]) -> None:
    shares = shared_out(total, weights)
    assert sum(shares.values()) == total
    for name, share in shares.items():
        assert abs(share - total * weights[name] / sum(weights.values())) < 1


@given(st.integers(1, 60), WEIGHTS)
def test_giving_to_whoever_is_furthest_behind_keeps_proportions(total: int, weights: dict[str, int]) -> None:
    counts: dict[str, int] = {}
    for _ in range(total):
        name = furthest_behind(counts, weights)[0]
        counts[name] = counts.get(name, 0) + 1
    for name, weight in weights.items():
        exact = total * weight / sum(weights.values())
        assert abs(counts.get(name, 0) - exact) <= len(weights)
        assert weight or name not in counts
