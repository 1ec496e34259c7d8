"""Proofs find checks that pass what they must not, and fail what they must pass."""

from __future__ import annotations

import pytest

from shopworld.mall import Mall
from shopworld.tasks import (
    AnswerSet,
    AnswerText,
    Buyer,
    Cart,
    Check,
    Group,
    NoSideEffects,
    OfferAddress,
    Order,
    PageVisited,
    Task,
)
from shopworld.tasks.proofs import prove_checks

RYZEN: Group = (OfferAddress(shop="techtalk", slug="ryzen-9-5900x-12-core"),)
CASES: Group = (
    OfferAddress(shop="techtalk", slug="corsair-case-white"),
    OfferAddress(shop="hardware-cafe", slug="corsair-case-white"),
)
WRONG: Group = (OfferAddress(shop="e-store-athletes", slug="corsair-case-white"),)


def failing(mall: Mall, *checks: Check, near_misses: tuple[Group, ...] = ()) -> list[str]:
    task = Task(
        id="t",
        template="t",
        category="checkout",
        intent="Do it.",
        start="http://techtalk.example/",
        checks=checks,
        near_misses=near_misses,
    )
    return [proof.name for proof in prove_checks(task, mall) if not proof.holds]


@pytest.mark.parametrize(
    "checks",
    [
        (AnswerSet(groups=(RYZEN, CASES)), NoSideEffects()),
        (Cart(groups=(RYZEN, CASES), quantity=2), NoSideEffects(allow_cart=True)),
        (Order(groups=(RYZEN, CASES), buyer=Buyer(name="Jo van Miller", street="Oak 7", country="US", card="42")),),
        (PageVisited(groups=(RYZEN,)), AnswerSet(groups=(RYZEN,))),
        (AnswerText(accepted=("$5", "five")), Cart(groups=(RYZEN,))),
    ],
)
def test_sound_checks_are_proven(mini_mall: Mall, checks: tuple[Check, ...]) -> None:
    assert failing(mini_mall, *checks, near_misses=(WRONG, (*RYZEN, *WRONG))) == []


def test_visits_alone_are_proven(mini_mall: Mall) -> None:
    assert failing(mini_mall, PageVisited(groups=(RYZEN, CASES)), near_misses=(RYZEN,)) == []


def test_a_right_near_miss_is_found(mini_mall: Mall) -> None:
    assert failing(mini_mall, AnswerSet(groups=(RYZEN,)), near_misses=(RYZEN, WRONG)) == ["near miss 1"]


def test_a_check_that_nothing_passes_is_found(mini_mall: Mall) -> None:
    assert failing(mini_mall, Cart(groups=(RYZEN,)), NoSideEffects()) == ["right"]


def test_a_check_that_doing_nothing_passes_is_found(mini_mall: Mall) -> None:
    assert failing(mini_mall, NoSideEffects()) == ["nothing"]


def test_a_check_that_everything_passes_is_found(mini_mall: Mall) -> None:
    every = tuple(OfferAddress(shop=offer.shop_id, slug=offer.slug) for offer in mini_mall.catalog.iterate_offers())
    assert failing(mini_mall, AnswerSet(groups=(every,))) == ["everything"]
