"""Orders: what, by whom, how paid."""

from __future__ import annotations

import pytest
from evidence_by_hand import ADDRESS, BUYER, HOSTS, ONE, TWO, placed_in

from shopworld.shop.events import Address
from shopworld.tasks import Buyer, Order
from shopworld.tasks.buyer import buyer_differences
from shopworld.tasks.evidence import EpisodeEvidence, PlacedOrder


def test_two_offers_of_one_shop_belong_into_one_order() -> None:
    check = Order(groups=((ONE,), (TWO,)), buyer=BUYER)
    apart = EpisodeEvidence(orders=[placed_in("techtalk", {ONE: 1}), placed_in("techtalk", {TWO: 1}, number=2)])
    result = check.grade(apart, HOSTS)
    assert not result.passed
    assert result.reason == "more than one order in: techtalk"
    assert check.model_copy(update={"one_order_per_shop": False}).grade(apart, HOSTS).passed


def test_an_order_placed_twice_fails() -> None:
    twice = EpisodeEvidence(orders=[placed_in("techtalk", {ONE: 1}), placed_in("techtalk", {ONE: 1}, number=2)])
    assert not Order(groups=((ONE,),), one_order_per_shop=False).grade(twice, HOSTS).passed


@pytest.mark.parametrize(
    "changes",
    [
        {"email": "joe@mail.example"},
        {"card_digits": "4242424242424241"},
        {"card_expiry": "12/29"},
        {"card_cvv": "321"},
        {"payment_method": "invoice"},
        {"billing": ADDRESS.model_copy(update={"first_name": "Joe"}), "shipping": Address()},
        {"billing": ADDRESS.model_copy(update={"street": "8 Oak Rd"}), "shipping": Address()},
        {"billing": ADDRESS.model_copy(update={"zip": "60615"}), "shipping": Address()},
        {"billing": ADDRESS.model_copy(update={"city": "Boston"}), "shipping": Address()},
        {"billing": ADDRESS.model_copy(update={"state": "Ohio"}), "shipping": Address()},
        {"billing": ADDRESS.model_copy(update={"country": "Canada"}), "shipping": Address()},
        {"shipping": ADDRESS.model_copy(update={"zip": "60615"})},
    ],
)
def test_each_single_difference_of_an_order_fails(changes: dict[str, object]) -> None:
    placed = PlacedOrder("techtalk", placed_in("techtalk", {ONE: 1}).order.model_copy(update=changes))
    assert len(buyer_differences(BUYER, "card", placed.order)) == 1
    result = Order(groups=((ONE,),), buyer=BUYER).grade(EpisodeEvidence(orders=[placed]), HOSTS)
    assert not result.passed
    assert (result.found, result.returned, result.right) == (0, 1, 0)
    assert "instead of" in result.reason


def test_an_order_is_right_however_its_fields_are_filled() -> None:
    billing = Address(
        first_name="jo miller",
        street="Oak Road",
        house_number="7",
        zip="606 14",
        city="CHICAGO",
        state="il",
        country="USA",
    )
    placed = placed_in("techtalk", {ONE: 1}, billing=billing, shipping=Address(), card_expiry="12/28")
    assert buyer_differences(BUYER, "card", placed.order) == []


def test_empty_fields_of_the_buyer_are_not_compared() -> None:
    assert buyer_differences(Buyer(), "", placed_in("techtalk", {ONE: 1}, payment_method="invoice").order) == []
