"""The checkout left alone."""

from __future__ import annotations

import pytest
from evidence_by_hand import evidence_of, fault_of, pan_carted

from shopworld.episode import Payload
from shopworld.shop.events import CheckoutStep, PageViewed
from shopworld.tasks import NoCheckout


@pytest.mark.parametrize("entered", [PageViewed(path="/checkout", page="checkout"), CheckoutStep(step="contact")])
def test_entering_the_checkout_is_seen(entered: Payload) -> None:
    assert fault_of(NoCheckout(), evidence_of(pan_carted(), entered))
    assert not fault_of(NoCheckout(), evidence_of(pan_carted(), PageViewed(path="/cart", page="cart")))
