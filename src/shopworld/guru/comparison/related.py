"""Tasks that start from a product: what replaces it for less, and what goes with it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from shopworld.catalog.compatibility import compatible
from shopworld.catalog.model import Attribute, Offer
from shopworld.guru.comparison.draft import Deed, Draft, Wish
from shopworld.guru.comparison.market import Market, Settlement, is_doubtful
from shopworld.guru.comparison.named import kind_is
from shopworld.guru.comparison.wording import TIES, describe, phrase, plural, singular
from shopworld.tasks import Constraint

Addresses = Callable[[Offer], str]

_MOST_ANSWERS = 8

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


def substitutes(market: Market, generator: random.Random, address: Addresses) -> Iterator[Draft]:
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
        if any(one.product_id == offer.product_id for one in settlement.answers):
            continue
        said = describe(plural(offer.kind), [text for one in essentials if (text := phrase(offer.kind, one))])
        text = (
            f"Find the cheapest alternative for the {singular(offer.kind)} on page {address(offer)} among all {said} "
            f"that cost less than it. {TIES}"
        )
        wish = Wish(constraints, "cheapest", settlement, _looks_right(market, constraints, settlement, offer))
        subjects = (f"substitute:{offer.kind}", offer.product_id)
        yield Draft(f"find_substitutes/{offer.kind}", text, (wish,), Deed.NAME, subjects, offer)


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


@dataclass(frozen=True, slots=True)
class _Pairing:
    """What is looked for with what, and which fact of the start must agree with which fact of the answer."""

    kind: str
    start: str
    start_attribute: str
    attribute: str
    relation: str
    narrowed_by: tuple[str, ...]


_PAIRINGS = (
    _Pairing("processor", "motherboard", "socket", "socket", "equals", ("edition",)),
    _Pairing("memory", "motherboard", "memory_type", "memory_type", "equals", ("capacity", "brand")),
    _Pairing("cpu_cooler", "processor", "socket", "sockets", "contains", ("cooler_type", "colour", "brand")),
    _Pairing("watch_strap", "smartwatch", "model", "compatible_with", "contains", ("colour", "material")),
    _Pairing("phone_case", "smartphone", "model", "compatible_with", "contains", ("colour", "material")),
    _Pairing("screen_protector", "smartphone", "model", "compatible_with", "contains", ()),
    _Pairing("lens", "camera", "mount", "mount", "equals", ("focal_length",)),
)


def compatible_products(market: Market, generator: random.Random, address: Addresses) -> Iterator[Draft]:
    """All offers of a kind that work with a given product, pairing by pairing in turn."""
    supplies = [_paired(market, generator, address, pairing) for pairing in _PAIRINGS]
    generator.shuffle(supplies)
    while supplies:
        for supply in list(supplies):
            draft = next(supply, None)
            if draft is None:
                supplies.remove(supply)
            else:
                yield draft


def _paired(market: Market, generator: random.Random, address: Addresses, pairing: _Pairing) -> Iterator[Draft]:
    starts = [offer for offer in market.offers(pairing.start) if not is_doubtful(offer)]
    generator.shuffle(starts)
    options = [_narrowings(market, pairing, name) for name in pairing.narrowed_by]
    for start in starts:
        attribute = market.stated(start).attributes.get(pairing.start_attribute)
        if attribute is None or isinstance(attribute.value, tuple):
            continue
        for narrowing in _in_random_order(options, generator):
            draft = _compatible_draft(market, start, attribute, pairing, narrowing, address)
            if draft is not None:
                yield draft
                break


def _in_random_order(
    options: Sequence[Sequence[Constraint]], generator: random.Random
) -> Iterator[tuple[Constraint, ...]]:
    """No further requirement, then single ones, attribute by attribute."""
    yield ()
    for ordered in options:
        chosen = list(ordered)
        generator.shuffle(chosen)
        for constraint in chosen:
            yield (constraint,)


def _narrowings(market: Market, pairing: _Pairing, name: str) -> list[Constraint]:
    """The requirements that an attribute's values on sale make, in alphabetical order of the values."""
    values: dict[str, Constraint] = {}
    for offer in market.offers(pairing.kind):
        if name == "brand" and offer.brand:
            values.setdefault(offer.brand, Constraint(attribute="brand", relation="equals", value=offer.brand))
        attribute = market.stated(offer).attributes.get(name)
        if attribute is not None and not isinstance(attribute.value, tuple):
            values.setdefault(
                str(attribute.value),
                Constraint(attribute=name, relation="equals", value=attribute.value, unit=attribute.unit),
            )
    return [values[key] for key in sorted(values)]


def _compatible_draft(
    market: Market,
    start: Offer,
    attribute: Attribute,
    pairing: _Pairing,
    narrowing: tuple[Constraint, ...],
    address: Addresses,
) -> Draft | None:
    value = (str(attribute.value),) if pairing.relation == "contains" else attribute.value
    needed = Constraint.model_validate(
        {"attribute": pairing.attribute, "relation": pairing.relation, "value": value, "unit": attribute.unit}
    )
    constraints = (kind_is(pairing.kind), *narrowing, needed)
    settlement = market.settle(constraints)
    if settlement is None or not 2 <= len(settlement.answers) <= _MOST_ANSWERS:
        return None
    product = market.products[start.product_id]
    if not all(compatible(market.products[one.product_id], product) for one in settlement.answers):
        return None
    brand = next((str(one.value) for one in narrowing if one.attribute == "brand"), "")
    extra = [text for one in narrowing if one.attribute != "brand" and (text := phrase(pairing.kind, one))]
    if narrowing and not brand and not extra:
        return None
    said = describe(f"{brand} {plural(pairing.kind)}".strip(), extra)
    text = f"Find all offers for {said} that are compatible with the {singular(pairing.start)} on page {address(start)}"
    wish = Wish(constraints, "all", settlement, market.near_misses(constraints, settlement))
    subjects = (f"compatible:{pairing.kind}:{attribute.value}", start.product_id)
    return Draft(f"find_compatible_products/{pairing.kind}", text, (wish,), Deed.NAME, subjects, start)
