"""Variants in the cart."""

from __future__ import annotations

from evidence_by_hand import evidence_of, fault_of, pan_carted

from shopworld.tasks import CartVariant, OfferAddress

MINE = OfferAddress(shop="s", slug="pan")


def test_all_pieces_must_be_of_the_variant() -> None:
    check = CartVariant(offer=MINE, variants=("red", "blue"))
    assert not fault_of(check, evidence_of(pan_carted("red"), pan_carted("blue")))
    assert not fault_of(check, evidence_of(pan_carted("red", text="For Ada")))
    assert "'green'" in fault_of(check, evidence_of(pan_carted("red"), pan_carted("green")))
    assert not fault_of(check, evidence_of(pan_carted("green"), pan_carted("red"), pan_carted("green", quantity=0)))
    assert "not in the cart" in fault_of(check, evidence_of())
