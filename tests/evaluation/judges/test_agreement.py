"""Agreement, false accepts and rejects, Cohen's kappa."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.evaluation.judges.agreement import Pair, agree, cohens_kappa, kappa_interval

PAIRS = st.lists(st.builds(Pair, st.booleans(), st.booleans(), st.integers(0, 5)), max_size=40)


def table(both: int, only_judged: int, only_reference: int, neither: int) -> list[Pair]:
    """Pairs, each a cluster of its own."""
    cells = [(True, True)] * both + [(True, False)] * only_judged
    cells += [(False, True)] * only_reference + [(False, False)] * neither
    return [Pair(judged, reference, number) for number, (judged, reference) in enumerate(cells)]


def test_kappa_is_cohens() -> None:
    assert cohens_kappa(20, 5, 10, 15) == pytest.approx(0.4)
    assert cohens_kappa(45, 15, 25, 15) == pytest.approx(0.1304, abs=1e-4)
    assert cohens_kappa(5, 0, 0, 5) == 1.0
    assert cohens_kappa(0, 5, 5, 0) == -1.0
    assert math.isnan(cohens_kappa(7, 0, 0, 0))
    assert math.isnan(cohens_kappa(0, 0, 0, 0))


def test_rates_are_of_what_the_reference_says() -> None:
    found = agree(table(20, 5, 10, 15))
    assert (found.count, found.accepted_wrongly, found.rejected_wrongly) == (50, 5, 10)
    assert found.agreement.value == pytest.approx(0.7)
    assert found.false_accepts.value == pytest.approx(5 / 20)
    assert found.false_rejects.value == pytest.approx(10 / 30)
    assert found.false_rejects.low < 10 / 30 < found.false_rejects.high


def test_the_interval_of_kappa_is_that_of_a_normal_sample_where_that_is_known() -> None:
    found = kappa_interval(table(200, 50, 100, 150))
    # by the formula of Fleiss, Cohen and Everitt (1969) the standard error of this table is 0.0402
    assert found.low == pytest.approx(0.4 - 1.96 * 0.0402, abs=0.015)
    assert found.high == pytest.approx(0.4 + 1.96 * 0.0402, abs=0.015)


def test_pairs_of_few_clusters_tell_nothing_of_the_interval() -> None:
    pairs = [Pair(one.judged, one.reference, number % 4) for number, one in enumerate(table(3, 1, 1, 3))]
    found = kappa_interval(pairs)
    assert (found.value, math.isnan(found.low)) == (0.5, True)


@given(PAIRS)
def test_all_values_are_within_their_bounds_and_repeat(pairs: list[Pair]) -> None:
    found = agree(pairs, seed=3)
    assert repr(found) == repr(agree(pairs, seed=3))
    assert found.accepted_wrongly + found.rejected_wrongly == sum(one.judged != one.reference for one in pairs)
    for one in (found.agreement, found.false_accepts, found.false_rejects):
        assert math.isnan(one.value) or 0 <= one.low <= one.value <= one.high <= 1
    kappa = found.kappa
    assert math.isnan(kappa.value) or -1 <= kappa.value <= 1
    assert math.isnan(kappa.low) or -1 <= kappa.low <= kappa.high <= 1


@given(PAIRS)
def test_kappa_does_not_care_who_is_the_reference(pairs: list[Pair]) -> None:
    turned = [Pair(one.reference, one.judged, one.cluster) for one in pairs]
    here, there = kappa_interval(pairs, resamples=10).value, kappa_interval(turned, resamples=10).value
    assert here == pytest.approx(there, nan_ok=True)
