"""Kinds that ask for one offer of each group pass for that and for nothing else, and say why."""

from __future__ import annotations

from collections.abc import Mapping

from evidence_by_hand import BUYER, HOSTS, ONE, TWO, as_answer, offers, orders_of
from hypothesis import given
from hypothesis import strategies as st

from shopworld.tasks import AnswerSet, Cart, Check, CheckResult, Group, OfferAddress, Order
from shopworld.tasks.evidence import EpisodeEvidence


def evidence_for(check: Check, pieces: Mapping[OfferAddress, int]) -> EpisodeEvidence:
    """Evidence that returns those offers in the way the check looks at."""
    match check:
        case AnswerSet():
            return EpisodeEvidence(answer=as_answer(list(pieces)) or None)
        case Cart():
            return EpisodeEvidence(cart_lines={(offer, None): quantity for offer, quantity in pieces.items()})
        case _:
            return EpisodeEvidence(orders=orders_of(pieces))


def graded(check: Check, pieces: Mapping[OfferAddress, int]) -> CheckResult:
    return check.grade(evidence_for(check, pieces), HOSTS)


@st.composite
def grouped(draw: st.DrawFn) -> tuple[tuple[Group, ...], list[OfferAddress]]:
    """Disjoint groups, and offers outside all of them."""
    pool = draw(st.lists(offers, min_size=3, max_size=10, unique=True))
    outside = [pool.pop()]
    groups: list[Group] = []
    while pool:
        size = draw(st.integers(1, min(3, len(pool))))
        groups.append(tuple(pool[:size]))
        pool = pool[size:]
    return tuple(groups), outside


def checks_over(groups: tuple[Group, ...]) -> list[Check]:
    return [AnswerSet(groups=groups), Cart(groups=groups), Order(groups=groups, buyer=BUYER)]


@given(grouped(), st.randoms(use_true_random=False))
def test_one_of_each_group_passes(case: tuple[tuple[Group, ...], list[OfferAddress]], random: object) -> None:
    groups, _ = case
    picks = [group[len(group) // 2] for group in groups]
    random.shuffle(picks)  # type: ignore[attr-defined]
    for check in checks_over(groups):
        result = graded(check, dict.fromkeys(picks, 1))
        assert result.passed, result.reason
        assert (result.expected, result.found, result.returned, result.right) == (len(groups),) * 4


@given(grouped())
def test_nothing_fails(case: tuple[tuple[Group, ...], list[OfferAddress]]) -> None:
    for check in checks_over(case[0]):
        result = graded(check, {})
        assert not result.passed
        assert (result.found, result.returned, result.right) == (0, 0, 0)


@given(grouped())
def test_everything_fails(case: tuple[tuple[Group, ...], list[OfferAddress]]) -> None:
    groups, outside = case
    everything = [offer for group in groups for offer in group] + outside
    for check in checks_over(groups):
        result = graded(check, dict.fromkeys(everything, 1))
        assert not result.passed
        assert outside[0].slug in result.reason


@given(grouped(), st.data())
def test_one_group_left_out_fails(case: tuple[tuple[Group, ...], list[OfferAddress]], data: st.DataObject) -> None:
    groups, _ = case
    left_out = data.draw(st.integers(0, len(groups) - 1))
    picks = [group[0] for number, group in enumerate(groups) if number != left_out]
    for check in checks_over(groups):
        result = graded(check, dict.fromkeys(picks, 1))
        assert not result.passed
        assert result.found == len(groups) - 1


@given(grouped(), st.data())
def test_a_near_miss_in_place_of_an_answer_fails(
    case: tuple[tuple[Group, ...], list[OfferAddress]], data: st.DataObject
) -> None:
    groups, outside = case
    replaced = data.draw(st.integers(0, len(groups) - 1))
    picks = [outside[0] if number == replaced else group[0] for number, group in enumerate(groups)]
    for check in checks_over(groups):
        result = graded(check, dict.fromkeys(picks, 1))
        assert not result.passed
        assert (result.found, result.returned, result.right) == (len(groups) - 1, len(groups), len(groups) - 1)


@given(grouped())
def test_several_of_one_group_are_a_fine_answer_but_not_a_fine_cart(
    case: tuple[tuple[Group, ...], list[OfferAddress]],
) -> None:
    groups, _ = case
    every = [offer for group in groups for offer in group]
    single = all(len(group) == 1 for group in groups)
    answers, cart, order = (graded(check, dict.fromkeys(every, 1)) for check in checks_over(groups))
    assert answers.passed
    assert answers.right == answers.returned == len(every)
    assert cart.passed == order.passed == single
    assert cart.found == order.found == len(groups)


@given(grouped(), st.integers(2, 5))
def test_another_quantity_fails(case: tuple[tuple[Group, ...], list[OfferAddress]], quantity: int) -> None:
    groups, _ = case
    for check in (Cart(groups=groups), Order(groups=groups, buyer=BUYER)):
        result = graded(check, {group[0]: quantity for group in groups})
        assert not result.passed
        assert result.right == 0
        wanted = check.model_copy(update={"quantity": quantity})
        assert graded(wanted, {group[0]: quantity for group in groups}).passed


def test_a_reason_says_what_is_missing_and_what_too_much() -> None:
    result = graded(AnswerSet(groups=((ONE,),)), {TWO: 1})
    assert result.reason == "missing: techtalk /product/one/; not asked for: techtalk /product/two/"
