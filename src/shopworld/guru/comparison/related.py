"""Tasks that start from a product: what replaces it for less."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from shopworld.catalog.model import Offer
from shopworld.guru.comparison.draft import ComparisonDraft, OfferRequirement, RequiredAction
from shopworld.guru.comparison.market import Market, Settlement, is_doubtful
from shopworld.guru.comparison.named import kind_is
from shopworld.guru.comparison.wording import TIES, describe, phrase, plural, singular
from shopworld.tasks import Constraint

Addresses = Callable[[Offer], str]

_ESSENTIALS: dict[str, tuple[str, ...]] = {
    "monitor": ("size", "refresh_rate"),
    "ssd": ("capacity", "form_factor"),
    "memory": ("memory_type", "form_factor", "capacity"),
    "power_supply": ("wattage", "form_factor"),
    "graphics_card": ("vram",),
    "usb_stick": ("capacity",),
    "external_ssd": ("capacity",),
    "external_hard_drive": ("capacity",),
    "hard_drive": ("capacity", "form_factor"),
    "network_switch": ("ports", "speed"),
    "laptop": ("size", "ram", "capacity"),
    "tablet": ("size", "capacity"),
    "smartphone": ("capacity",),
    "power_bank": ("battery_capacity",),
    "keyboard": ("layout", "colour"),
    "television": ("size",),
    "charger": ("wattage",),
    "router": ("wifi",),
}
"""What a substitute must share with the original, by kind."""


def substitutes(market: Market, generator: random.Random, address: Addresses) -> Iterator[ComparisonDraft]:
    """The cheapest other product that shares the essentials of a given one and costs less."""
    offers = [offer for kind in sorted(_ESSENTIALS) for offer in market.offers(kind) if not is_doubtful(offer)]
    generator.shuffle(offers)
    for offer in offers:
        essentials = _essentials(market, offer)
        if essentials is None or offer.price is None:
            continue
        below = Constraint(attribute="price", relation="less_than", value=offer.price / 100, unit="EUR")
        constraints = (kind_is(offer.kind), *essentials, below)
        settlement = market.settle(constraints, "cheapest")
        if settlement is None or len(settlement.fitting) < 2 or len(settlement.answers) > 2:
            continue
        same = {offer.id for offer in market.lookalikes(offer)}
        if any(one.product_id == offer.product_id or one.id in same for one in settlement.answers):
            continue
        said = describe(plural(offer.kind), [text for one in essentials if (text := phrase(offer.kind, one))])
        text = (
            f"Find the cheapest alternative for the {singular(offer.kind)} on page {address(offer)} among all {said} "
            f"that cost less than it. {TIES}"
        )
        requirement = OfferRequirement(
            constraints, "cheapest", settlement, _looks_right(market, constraints, settlement, offer)
        )
        subjects = (f"substitute:{offer.kind}", offer.product_id)
        yield ComparisonDraft(
            f"find_substitutes/{offer.kind}", text, (requirement,), RequiredAction.NAME, subjects, offer
        )


def _looks_right(
    market: Market, constraints: tuple[Constraint, ...], settlement: Settlement, start: Offer
) -> tuple[Offer, ...]:
    near = market.near_misses(constraints, settlement, 3)
    return (start, *(offer for offer in near if offer.id != start.id))[:3]


def _essentials(market: Market, offer: Offer) -> tuple[Constraint, ...] | None:
    stated = market.stated(offer).attributes
    found = []
    for name in _ESSENTIALS[offer.kind]:
        attribute = stated.get(name)
        if attribute is None or isinstance(attribute.value, tuple):
            return None
        constraint = Constraint(attribute=name, relation="equals", value=attribute.value, unit=attribute.unit)
        if phrase(offer.kind, constraint) is None:
            return None
        found.append(constraint)
    return tuple(found)
