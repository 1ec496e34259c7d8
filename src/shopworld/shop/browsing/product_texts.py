"""What a product page tells beside the product: delivery, returns, warranty, and which size fits."""

from __future__ import annotations

import re

from shopworld.catalog import Offer
from shopworld.shop.browsing.variants import option_names, option_values
from shopworld.shop.gift_cards import BY_EMAIL, is_gift_card
from shopworld.shop.money import missing_for_free_delivery
from shopworld.shop.pages import ServiceTexts, SizeGuide
from shopworld.shop.shop import Shop

SIZE_GUIDE = "size-guide"
"""Handle of the page."""
_BODY_SIZE = re.compile(r"(x{0,3}s|m|x{0,4}l|[2-6]xl|one size|(eu|uk|us)?\s?\d{1,2}([.,]5)?)(\s*/.*)?", re.IGNORECASE)
"""Sizes of clothes and shoes; not `500 GB`, `24 cm` or `Queen`."""


def _promised(offer: Offer, label: str) -> str | None:
    """What a marketplace promises of a single offer, in place of the shop's promises; None outside marketplaces."""
    rows = {row.label: row.text for row in offer.specifications}
    return rows.get(label) if "Sold by" in rows else None


def delivery_text(shop: Shop, offer: Offer, pieces: int) -> str:
    """The usual way of delivery in a line; empty where nothing can be bought."""
    own = _promised(offer, "Shipping")
    if own is not None and pieces > 0:
        return own
    method = BY_EMAIL if is_gift_card(offer) else next(iter(shop.identity.shipping), None)
    if method is None or pieces <= 0:
        return ""
    price = shop.presentation.money(method.price) if method.price else "free"
    return f"{method.name}: {method.days}, {price}"


def returns_text(shop: Shop, offer: Offer) -> str:
    """How long it can be returned, in a line; empty where it cannot."""
    own = _promised(offer, "Returns")
    if own is not None:
        return own
    return "" if is_gift_card(offer) else f"{shop.identity.returns_days} days to return"


def warranty_text(shop: Shop, offer: Offer) -> str:
    """The warranty in a line; empty where there is none."""
    own = _promised(offer, "Warranty")
    if own is not None:
        return own
    period = shop.identity.warranty
    return f"{period[:1].upper()}{period[1:]} warranty" if period and not is_gift_card(offer) else ""


def service_texts(shop: Shop, offer: Offer) -> ServiceTexts:
    """Delivery, returns and warranty of an offer, in full."""
    identity, presentation = shop.identity, shop.presentation
    if is_gift_card(offer):
        return ServiceTexts(
            delivery=((BY_EMAIL.name, BY_EMAIL.days, presentation.price_or_free(0)),),
            delivery_note="Nothing is shipped.",
            returns="Gift cards cannot be returned or paid out.",
            warranty="",
        )
    threshold = missing_for_free_delivery(identity.shipping, 0)
    returns = f"You can send it back within {identity.returns_days} days after you received it."
    if identity.return_fee is not None:
        fee = f"costs {presentation.money(identity.return_fee)}" if identity.return_fee else "is free"
        returns += f" Sending it back {fee}."
    period = identity.warranty
    return ServiceTexts(
        delivery=tuple((one.name, one.days, presentation.price_or_free(one.price)) for one in identity.shipping),
        delivery_note=f"Free delivery from {presentation.money(threshold)}." if threshold is not None else "",
        returns=returns,
        warranty=""
        if period is None
        else "Our own warranty holds for as long as you own it."
        if period.casefold() == "lifetime"
        else f"Our own warranty holds for {period}.",
    )


def size_guide_of(shop: Shop, offer: Offer) -> SizeGuide | None:
    """The size guide for an offer in sizes of clothes or shoes; None for others and where the shop has none."""
    text = shop.policies.text(SIZE_GUIDE)
    if text is None or not has_body_sizes(offer):
        return None
    return SizeGuide(shop.addresses.policy(SIZE_GUIDE), text.title, text.html)


def has_body_sizes(offer: Offer) -> bool:
    """Whether the offer is sold in sizes of clothes or shoes."""
    for axis, name in enumerate(option_names(offer)):
        if "size" in name.casefold():
            return all(_BODY_SIZE.fullmatch(value.strip()) for value in option_values(offer, axis))
    return False
