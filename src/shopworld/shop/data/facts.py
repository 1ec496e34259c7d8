"""Facts that a shop can filter by though no product states them: they follow from the offer and the shop's promises.

ShopGym's vocabulary names filters such as type, condition, shipping or the number of reviews. Offers of a shop get
those that its listings filter by, as attributes; what a product states itself is never replaced.
"""

from __future__ import annotations

from datetime import timedelta

from shopworld.catalog import Attribute, Offer
from shopworld.episode import WORLD_START
from shopworld.shop.specification import Identity, ShopSpecification

_NEW_FOR = timedelta(days=60)
_REVIEW_STEPS = (1, 5, 10, 25, 50, 100)
_NOT_RETURNED = frozenset({"gift_card"})
"""Kinds that no shop takes back."""


FACTS = frozenset({"condition", "new_arrivals", "returns", "review_count", "seller", "shipping", "type", "warranty"})
"""Names of filters that are answered by what follows from offer and shop."""


def _values(name: str, offer: Offer, identity: Identity) -> tuple[str, ...]:
    match name:
        case "condition":
            return (offer.condition.value.capitalize(),)
        case "new_arrivals":
            is_new = WORLD_START.date() - offer.listed_on <= _NEW_FOR
            return ("New in the last 60 days",) if is_new else ()
        case "returns":
            return ("Final sale",) if offer.kind in _NOT_RETURNED else (f"{identity.returns_days}-day returns",)
        case "review_count":
            return tuple(f"{step} or more" for step in _REVIEW_STEPS if offer.review_count >= step)
        case "seller":
            return (offer.brand or identity.name,)
        case "shipping":
            return ("Free shipping" if _ships_free(offer, identity) else "Shipping is added",)
        case "type":
            named = _type(offer)
            return (named[:1].upper() + named[1:],) if named else ()
        case _:
            return (identity.warranty or "Statutory",)


def _ships_free(offer: Offer, identity: Identity) -> bool:
    """Whether some way of delivery costs nothing for this offer alone."""
    free_from = [one.free_from if one.price else 0 for one in identity.shipping]
    return offer.price is not None and any(one is not None and offer.price >= one for one in free_from)


def _type(offer: Offer) -> str:
    stated = next((row.text for row in offer.specifications if row.label.casefold() == "type"), "")
    return stated or offer.kind.replace("_", " ") or offer.department


def facts_filtered_by(specification: ShopSpecification) -> tuple[str, ...]:
    """The facts that a shop's listings filter by, in alphabetical order."""
    return tuple(sorted({one.name for one in specification.capabilities.collection.filters} & FACTS))


def with_facts(offer: Offer, names: tuple[str, ...], identity: Identity) -> Offer:
    """The offer with these facts among its attributes, but for those that it states itself.

    Args:
        offer: of the shop.
        names: as `facts_filtered_by` gives them.
        identity: of the shop: what it promises.
    """
    stated = {one.name for one in offer.attributes}
    found = []
    for name in names:
        values = _values(name, offer, identity) if name not in stated else ()
        if values:
            found.append(Attribute(name=name, value=values[0] if len(values) == 1 else values))
    return offer.model_copy(update={"attributes": (*offer.attributes, *found)}) if found else offer
