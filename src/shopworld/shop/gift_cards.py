"""Gift cards: offers of the kind `gift_card`. They are sent by e-mail, so that nothing is shipped for them."""

from __future__ import annotations

from shopworld.catalog import Offer
from shopworld.shop.specification import ShippingMethod

GIFT_CARD_KIND = "gift_card"
BY_EMAIL = ShippingMethod(id="email", name="By e-mail", price=0, days="within a few minutes")
"""How an order of gift cards alone is delivered."""


def is_gift_card(offer: Offer) -> bool:
    """Whether the offer is a gift card."""
    return offer.kind == GIFT_CARD_KIND
