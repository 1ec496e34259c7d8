"""How a cart can be delivered: which ways there are, where they go, and what they cost."""

from __future__ import annotations

from shopworld.shop.buying.countries import countries
from shopworld.shop.gift_cards import BY_EMAIL, is_gift_card
from shopworld.shop.money import delivery_price
from shopworld.shop.pages import EstimateView
from shopworld.shop.shop import Shop
from shopworld.shop.specification import Identity, ShippingMethod
from shopworld.shop.state import ShopState


def is_shipped(shop: Shop, state: ShopState) -> bool:
    """Whether anything in the cart comes in a parcel; so it is said of an empty cart too."""
    offers = (shop.offer_of_id(line.offer_id) for line in state.lines.values())
    return not state.lines or any(offer is not None and not is_gift_card(offer) for offer in offers)


def delivery_methods(shop: Shop, state: ShopState, country: str = "") -> tuple[ShippingMethod, ...]:
    """The ways in which the cart can be delivered.

    Args:
        shop: where.
        state: of the shopper there.
        country: code of the country that it goes to; empty: not known yet.
    """
    if not is_shipped(shop, state):
        return (BY_EMAIL,)
    methods = tuple(one for one in shop.identity.shipping if not country or one.delivers_to(country))
    own = _fees_of_offers(shop, state)
    if own is None or not methods:
        return methods
    return (methods[0].model_copy(update={"price": own, "free_from": None}), *methods[1:])


def _fees_of_offers(shop: Shop, state: ShopState) -> int | None:
    """What the usual delivery of the cart costs in cents where each offer names its fee; None where one does not."""
    offers = [offer for line in state.lines.values() if (offer := shop.offer_of_id(line.offer_id)) is not None]
    fees = [offer.attribute("shipping_fee") for offer in offers]
    if not fees or any(fee is None for fee in fees):
        return None
    return sum(round(fee.value * 100) for fee in fees if fee is not None and isinstance(fee.value, float))


def method_of_id(identity: Identity, method_id: str) -> ShippingMethod | None:
    """The way of delivery of that id, as it stands in an order."""
    return next((one for one in (*identity.shipping, BY_EMAIL) if one.id == method_id), None)


def countries_served(identity: Identity) -> tuple[tuple[str, str], ...]:
    """Code and name of the countries that a shop delivers to, by name."""
    return tuple(
        (code, name) for code, name in countries().items() if any(one.delivers_to(code) for one in identity.shipping)
    )


def estimate_view(shop: Shop, state: ShopState) -> EstimateView:
    """The form that asks what delivery costs, with the answer for the place asked about last."""
    asked = state.estimate
    country = asked.country if asked else shop.identity.country
    answers = asked is not None and not asked.message
    money, goods = shop.presentation.price_or_free, state.goods_total
    place = ", ".join(one for one in (asked.postcode, countries().get(country, country)) if one) if asked else ""
    return EstimateView(
        countries=countries_served(shop.identity),
        country=country,
        postcode=asked.postcode if asked else "",
        place_text=place if answers else "",
        options=tuple(
            (one.name, money(delivery_price(one, goods)), one.days) for one in delivery_methods(shop, state, country)
        )
        if answers
        else (),
        error=asked.message if asked else "",
    )
