"""Products by name: which words and facts single one out among all offers of its kind."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from shopworld.catalog.model import Attribute, Product
from shopworld.guru.comparison.draft import OfferRequirement
from shopworld.guru.comparison.market import Market, is_doubtful
from shopworld.guru.comparison.wording import join, singular, value_text
from shopworld.guru.facts import satisfies, title_words
from shopworld.tasks import Constraint

_MOST_DISTINCTIONS = 3


def kind_is(kind: str) -> Constraint:
    """The constraint that something is of a kind."""
    return Constraint(attribute="kind", relation="equals", value=kind)


def single_out(market: Market, product: Product) -> tuple[Constraint, ...] | None:
    """The constraints that only this product's offers meet, by truth and by what the pages say.

    The words that all its offers' titles share with its name come first; where other offers have them too, facts are
    added that all its offers state and the others contradict.
    """
    offers = market.offers_by_product[product.id]
    shared = set(title_words(product.title))
    for offer in offers:
        shared &= set(title_words(offer.title))
    if len(shared) < 2:
        return None
    constraints = [
        kind_is(product.kind),
        Constraint(attribute="title", relation="contains", value=tuple(sorted(shared))),
    ]
    for _ in range(_MOST_DISTINCTIONS + 1):
        intruders = [offer for offer in market.possible(constraints) if offer.product_id != product.id]
        if not intruders:
            return tuple(constraints)
        stated = [market.stated(offer) for offer in offers]
        for attribute in product.attributes:
            constraint = Constraint(
                attribute=attribute.name, relation="equals", value=attribute.value, unit=attribute.unit
            )
            if (
                isinstance(attribute.value, bool | tuple)
                or _is_bare(attribute)
                or not all(satisfies(one, constraint) for one in stated)
            ):
                continue
            if any(not satisfies(market.stated(one), constraint, unknown=True) for one in intruders):
                constraints.append(constraint)
                break
        else:
            return None
    return None


def _is_bare(attribute: Attribute) -> bool:
    """Whether it is a number without a unit, which says nothing when it stands behind a name."""
    return isinstance(attribute.value, float) and attribute.unit is None


def name_of(product: Product, constraints: tuple[Constraint, ...]) -> str:
    """The product's name with its kind, and with the facts of the constraints that it does not say itself."""
    said = set(title_words(product.title))
    missing = [
        value_text(one)
        for one in constraints
        if one.attribute not in ("kind", "title") and not set(title_words(value_text(one))) <= said
    ]
    name, endings = product.title, []
    fits = product.attribute("compatible_with")
    devices = []
    for part in fits.value if fits is not None and isinstance(fits.value, tuple) else ():
        name, found = _cut(name, part)
        devices += [found] if found else []
    if devices:
        name = " ".join(name.replace(" / ", " ").split())
        endings.append(f"for the {join(devices)}")
    name, pack = _cut(name, r"\d+ pack", is_pattern=True)
    if pack:
        pieces = pack.split()[0]
        endings.append("sold singly" if pieces == "1" else f"in a pack of {pieces}")
    name = re.sub(r"\b(\d+) ports\b", r"\1-port", name)
    noun = singular(product.kind)
    if not set(title_words(noun)) <= set(title_words(name)):
        name = f"{name} {noun}"
    return " ".join([name, *endings]) + (f" ({', '.join(missing)})" if missing else "")


def _cut(name: str, part: str, *, is_pattern: bool = False) -> tuple[str, str]:
    """A name without a part of it, and the part as it was written; the part is empty where it is not there."""
    match = re.search(rf"\b{part if is_pattern else re.escape(part)}(?!\w)", name, re.IGNORECASE)
    if match is None:
        return name, ""
    return " ".join(f"{name[: match.start()]} {name[match.end() :]}".split()), match[0]


_TURNS = (4, 2, 3, 1, 3, 2)
"""In how many shops the products are sold that are asked for in turn."""


def named_products(
    market: Market, generator: random.Random, *, shops: range
) -> Iterator[tuple[Product, OfferRequirement]]:
    """Products that can be asked for by name, each with the requirement for all its offers, in random order.

    Kinds take turns, and so do products that many shops sell and products of few.

    Args:
        market: the mall's offers.
        generator: of the order.
        shops: in how many shops it is to be sold.
    """
    queues: dict[int, list[Product]] = {number: [] for number in shops}
    for product, offers in market.offers_by_product.items():
        number = len({offer.shop_id for offer in offers})
        if number in queues and not any(is_doubtful(offer) for offer in offers):
            queues[number].append(market.products[product])
    turns = [number for number in _TURNS if number in queues]
    supplies = {number: _by_turns(queues[number], generator) for number in shops}
    while supplies:
        for number in turns:
            supply = supplies.get(number)
            found = None
            while supply is not None and found is None:
                candidate = next(supply, None)
                if candidate is None:
                    del supplies[number]
                    break
                found = _named(market, candidate)
            if found is not None:
                yield found


def _by_turns(products: Sequence[Product], generator: random.Random) -> Iterator[Product]:
    """The products in random order, kind by kind in turn."""
    order = list(products)
    generator.shuffle(order)
    seen: Counter[str] = Counter()
    ranks = {}
    for product in order:
        ranks[product.id] = seen[product.kind]
        seen[product.kind] += 1
    return iter(sorted(order, key=lambda product: ranks[product.id]))


def _named(market: Market, product: Product) -> tuple[Product, OfferRequirement] | None:
    if any(True for offer in market.offers_by_product[product.id] for _ in market.lookalikes(offer)):
        return None
    constraints = single_out(market, product)
    settlement = market.settle(constraints) if constraints else None
    if constraints is None or settlement is None:
        return None
    if {offer.id for offer in settlement.answers} != {offer.id for offer in market.offers_by_product[product.id]}:
        return None
    return product, OfferRequirement(constraints, "all", settlement, market.near_misses(constraints, settlement))
