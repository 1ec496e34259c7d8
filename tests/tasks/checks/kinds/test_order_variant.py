"""Variants in orders."""

from __future__ import annotations

from evidence_by_hand import evidence_of, fault_of

from shopworld.shop.events import OrderPlaced
from shopworld.tasks import OfferAddress, OrderVariant
from shopworld.tasks.checks.end_states import order_line, plain_order

MINE = OfferAddress(shop="s", slug="pan")
OTHER = OfferAddress(shop="s", slug="pot")


def ordered(*variants: str | None, offer: OfferAddress = MINE) -> OrderPlaced:
    return plain_order(*(order_line(offer, 1, one) for one in variants))


def test_all_ordered_pieces_must_be_of_the_variant() -> None:
    check = OrderVariant(offer=MINE, variants=("red", "blue"))
    assert not fault_of(check, evidence_of(ordered("red", "blue")))
    assert not fault_of(check, evidence_of(ordered("red"), ordered("green", offer=OTHER)))
    assert "ordered as 'green' instead of red or blue" in fault_of(check, evidence_of(ordered("red", "green")))
    assert "instead of red or blue" in fault_of(check, evidence_of(ordered("red"), ordered(None)))
    assert "not ordered as red or blue" in fault_of(check, evidence_of(ordered("red", offer=OTHER)))
