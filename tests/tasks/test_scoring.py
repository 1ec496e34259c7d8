"""A score comes from events, ending and task alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.episode import WORLD_START, Ending, Event, Payload
from shopworld.mall.events import AnswerSubmitted, MessageSent
from shopworld.shop.events import Address, CartChanged, OrderLine, OrderPlaced, ProductViewed
from shopworld.tasks import AnswerSet, Cart, Check, NoSideEffects, OfferAddress, Order, PageVisited, Score, Task, score

HOSTS = {"techtalk.example": "techtalk", "camelcases.example": "camelcases"}
OFFERS = tuple(OfferAddress(shop=shop, slug=slug) for shop in HOSTS.values() for slug in ("a", "b", "c"))

Happened = tuple[str | None, Payload]


def task_with(*checks: Check) -> Task:
    return Task(
        id="t",
        template="t",
        category="find_specific_product",
        intent="Find it.",
        start="http://techtalk.example/",
        checks=checks,
    )


def viewed(offer: OfferAddress) -> Happened:
    return offer.shop, ProductViewed(offer_id=f"{offer.shop}/1", slug=offer.slug, price=100)


def carted(offer: OfferAddress, quantity: int = 1) -> Happened:
    return offer.shop, CartChanged(offer_id=f"{offer.shop}/1", slug=offer.slug, quantity=quantity, price=100)


def ordered(offer: OfferAddress) -> Happened:
    line = OrderLine(offer_id=f"{offer.shop}/1", slug=offer.slug, title="", quantity=1, price=100)
    return offer.shop, OrderPlaced(
        number=1,
        lines=(line,),
        email="",
        billing=Address(),
        shipping=Address(),
        delivery_method="standard",
        payment_method="card",
        goods_total=100,
        shipping_price=0,
        total=100,
    )


def submitted(*offers: OfferAddress) -> Happened:
    return None, AnswerSubmitted(text="###".join(f"http://{o.shop}.example/product/{o.slug}" for o in offers))


def scored(task: Task, happened: Sequence[Happened], ending: Ending | None = Ending.SUBMITTED) -> Score:
    events = [Event(number, WORLD_START, shop, payload) for number, (shop, payload) in enumerate(happened)]
    return score(task, events, ending=ending, hosts=HOSTS)


SEARCH = task_with(AnswerSet(groups=tuple((offer,) for offer in OFFERS[:3])), NoSideEffects())


def test_the_right_answer_passes() -> None:
    result = scored(SEARCH, [viewed(OFFERS[0]), viewed(OFFERS[1]), viewed(OFFERS[2]), submitted(*OFFERS[:3])])
    assert result.passed
    assert (result.reward, result.precision, result.recall, result.f1, result.checkpoint_score) == (1, 1, 1, 1, 1)


def test_nothing_scores_nothing() -> None:
    result = scored(SEARCH, [])
    assert (result.reward, result.precision, result.recall, result.f1, result.checkpoint_score) == (0, 0, 0, 0, 0)


def test_half_an_answer_has_its_precision_and_recall() -> None:
    result = scored(SEARCH, [submitted(OFFERS[0], OFFERS[4])])
    assert result.reward == 0
    assert result.precision == pytest.approx(1 / 2)
    assert result.recall == pytest.approx(1 / 3)
    assert result.f1 == pytest.approx(2 / 5)


def test_checkpoints_weigh_answers_and_visits() -> None:
    result = scored(SEARCH, [viewed(OFFERS[0]), viewed(OFFERS[4]), submitted(OFFERS[0], OFFERS[1])])
    assert result.checkpoint_score == pytest.approx(0.8 * 2 / 3 + 0.2 * 1 / 3)


def test_checkpoints_of_an_order_count_carts_too() -> None:
    task = task_with(Order(groups=((OFFERS[0],),)))
    assert scored(task, [viewed(OFFERS[0])]).checkpoint_score == pytest.approx(0.1)
    assert scored(task, [carted(OFFERS[0])]).checkpoint_score == pytest.approx(0.1)
    assert scored(task, [viewed(OFFERS[0]), carted(OFFERS[0]), ordered(OFFERS[0])]).checkpoint_score == pytest.approx(
        1.0
    )


@pytest.mark.parametrize("ending", [Ending.LIMIT, Ending.STOPPED, Ending.INFEASIBLE, None])
def test_a_right_state_without_a_result_does_not_pass_but_is_recorded(ending: Ending | None) -> None:
    task = task_with(Cart(groups=((OFFERS[0],),)))
    result = scored(task, [carted(OFFERS[0])], ending)
    assert not result.passed
    assert (result.reward, result.state_reward, result.f1) == (0, 1, 1)


@pytest.mark.parametrize("ending", [Ending.SUBMITTED, Ending.MESSAGE])
def test_both_ways_to_give_a_result_pass(ending: Ending) -> None:
    answer = MessageSent(role="assistant", text="It is http://techtalk.example/product/a/.")
    assert scored(task_with(AnswerSet(groups=((OFFERS[0],),))), [(None, answer)], ending).passed


def test_a_side_effect_fails_the_right_answer() -> None:
    result = scored(SEARCH, [carted(OFFERS[0]), submitted(*OFFERS[:3])])
    assert result.reward == 0
    assert result.f1 == 1
    assert [check.passed for check in result.checks] == [True, False]


def test_visits_alone_are_scored_by_the_checks() -> None:
    task = task_with(PageVisited(groups=((OFFERS[0],),)))
    assert scored(task, [viewed(OFFERS[0])]).f1 == 1
    assert scored(task, [viewed(OFFERS[1])]).f1 == 0


happenings = st.one_of(
    st.sampled_from(OFFERS).map(viewed),
    st.builds(carted, st.sampled_from(OFFERS), st.integers(0, 2)),
    st.sampled_from(OFFERS).map(ordered),
    st.lists(st.sampled_from(OFFERS), max_size=4).map(lambda chosen: submitted(*chosen)),
)
any_checks = st.lists(st.sampled_from(OFFERS), min_size=1, max_size=3, unique=True).flatmap(
    lambda chosen: st.sampled_from(
        [kind(groups=tuple((offer,) for offer in chosen)) for kind in (AnswerSet, Cart, Order, PageVisited)]
    )
)


@given(any_checks, st.lists(happenings, max_size=12), st.sampled_from([*Ending, None]))
def test_every_episode_has_a_score_within_bounds(
    check: AnswerSet | Cart | Order | PageVisited, happened: list[Happened], ending: Ending | None
) -> None:
    task = task_with(check, NoSideEffects(allow_cart=True, allow_orders=True))
    result = scored(task, happened, ending)
    assert result == scored(task, happened, ending)
    assert result.reward <= result.state_reward
    if result.state_reward == 1.0:
        assert result.precision == result.recall == 1.0


@given(st.lists(st.sampled_from(OFFERS), max_size=6, unique=True), st.integers())
def test_the_order_of_independent_events_does_not_matter(chosen: list[OfferAddress], seed: int) -> None:
    happened = [step for offer in chosen for step in (viewed(offer), carted(offer))] + [submitted(*chosen)]
    shuffled = list(happened)
    Random(seed).shuffle(shuffled)
    for check in (AnswerSet(groups=((OFFERS[0],), OFFERS[1:3])), Cart(groups=((OFFERS[0],), (OFFERS[4],)))):
        one, other = scored(task_with(check), happened), scored(task_with(check), shuffled)
        assert one.model_dump(exclude={"checks"}) == other.model_dump(exclude={"checks"})
