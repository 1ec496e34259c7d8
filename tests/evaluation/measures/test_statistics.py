from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from shopworld.evaluation.measures.statistics import (
    bootstrap_interval,
    cluster_standard_error,
    mcnemar_exact,
    pass_power,
    proportion_interval,
)

ones_and_zeros = st.lists(st.integers(0, 1), min_size=1, max_size=60)


def test_with_one_observation_per_cluster_the_robust_error_is_the_usual_one() -> None:
    values = [0.2, 0.9, 0.4, 0.4, 1.0, 0.0]
    assert cluster_standard_error(values, range(6)) == pytest.approx(stats.sem(values))


def test_cluster_robust_error_of_a_case_done_by_hand() -> None:
    # mean 0.5; residuals sum to +1 in a, -1 in b, 0 in c; sqrt(3/2 * 2) / 6
    values, clusters = [1, 1, 0, 0, 1, 0], ["a", "a", "b", "b", "c", "c"]
    assert cluster_standard_error(values, clusters) == pytest.approx(math.sqrt(3.0) / 6)


def test_alike_tasks_of_one_template_widen_the_interval() -> None:
    values = [1] * 5 + [0] * 5 + [1] * 5 + [0] * 5
    alone = proportion_interval(values, range(20))
    clustered = proportion_interval(values, [number // 5 for number in range(20)])
    assert clustered.high - clustered.low > 1.5 * (alone.high - alone.low)


def test_proportion_interval_is_wilsons_for_many_independent_observations() -> None:
    values = [1] * 600 + [0] * 1400
    interval = proportion_interval(values, range(2000))
    wilson = stats.binomtest(600, 2000).proportion_ci(method="wilson")
    assert interval.low == pytest.approx(wilson.low, abs=2e-4)
    assert interval.high == pytest.approx(wilson.high, abs=2e-4)


@pytest.mark.parametrize(("value", "low", "high"), [(0, 0.0, 0.2), (1, 0.8, 1.0)])
def test_all_or_none_passing_still_leaves_doubt(value: int, low: float, high: float) -> None:
    interval = proportion_interval([value] * 20, [number // 2 for number in range(20)])
    assert interval.value == value
    assert interval.high - interval.low > 0.1
    assert low - 0.05 <= interval.low <= interval.high <= high + 0.05


@given(ones_and_zeros, st.randoms(use_true_random=False))
def test_proportion_intervals_hold_their_estimate_and_stay_within_bounds(values: list[int], random: object) -> None:
    clusters = [random.randrange(8) for _ in values]  # type: ignore[attr-defined]
    interval = proportion_interval(values, clusters)
    assert 0.0 <= interval.low <= interval.value <= interval.high <= 1.0


@given(ones_and_zeros)
def test_order_of_observations_does_not_matter(values: list[int]) -> None:
    clusters = [position % 5 for position in range(len(values))]
    there = proportion_interval(values, clusters)
    back = proportion_interval(values[::-1], clusters[::-1])
    assert [there.low, there.high] == pytest.approx([back.low, back.high])


def test_a_proportion_takes_zeros_and_ones_only() -> None:
    with pytest.raises(ValueError, match="zeros and ones"):
        proportion_interval([0.5], ["a"])


def test_nothing_observed_is_said_so() -> None:
    assert math.isnan(proportion_interval([], []).value)
    assert math.isnan(bootstrap_interval([], [], seed=0).value)


@pytest.mark.parametrize(("first", "second"), [(0, 0), (5, 0), (1, 9), (12, 7), (3, 3)])
def test_mcnemar_is_the_exact_binomial_test(first: int, second: int) -> None:
    total = first + second
    extreme = [k for k in range(total + 1) if math.comb(total, k) <= math.comb(total, first)]
    expected = sum(math.comb(total, k) for k in extreme) / 2**total
    assert mcnemar_exact(first, second) == pytest.approx(expected)


def test_bootstrap_is_seeded_and_near_the_normal_interval_for_many_clusters() -> None:
    random = np.random.default_rng(5)
    values = [float(value) for value in random.normal(0.2, 1.0, 400)]
    interval = bootstrap_interval(values, range(400), seed=3)
    assert interval == bootstrap_interval(values, range(400), seed=3)
    assert interval != bootstrap_interval(values, range(400), seed=4)
    half = 1.96 * stats.sem(values)
    assert interval.low == pytest.approx(np.mean(values) - half, abs=0.012)
    assert interval.high == pytest.approx(np.mean(values) + half, abs=0.012)


def test_bootstrap_draws_whole_clusters() -> None:
    values = [1.0] * 50 + [0.0] * 50
    two = bootstrap_interval(values, [0] * 50 + [1] * 50, seed=0)
    assert (two.low, two.high) == (0.0, 1.0)


def test_one_cluster_bounds_nothing() -> None:
    assert math.isnan(bootstrap_interval([1.0, 0.0], ["a", "a"], seed=0).low)


@given(st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_pass_power_counts_the_draws_in_which_all_passed(case: tuple[int, int, int]) -> None:
    trials, passed, k = case
    draws = list(combinations([True] * passed + [False] * (trials - passed), k))
    assert pass_power(passed, trials, k) == pytest.approx(sum(map(all, draws)) / len(draws))


def test_pass_power_refuses_more_draws_than_trials() -> None:
    with pytest.raises(ValueError, match="expected 1 to 3"):
        pass_power(2, 3, 4)
