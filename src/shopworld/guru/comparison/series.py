"""Tasks about a series: the largest of it, and the cheapest of each size."""

from __future__ import annotations

import random
from collections.abc import Iterator

from shopworld.catalog import Product
from shopworld.guru.comparison.asking import ways_to_ask
from shopworld.guru.comparison.draft import ComparisonDraft, OfferRequirement, RequiredAction
from shopworld.guru.comparison.market import Market
from shopworld.guru.comparison.named import kind_is
from shopworld.guru.comparison.wording import plural
from shopworld.guru.facts import title_words
from shopworld.tasks import Constraint

_MOST_ANSWERS = 12
_SIZED = ("memory", "ssd", "external_ssd", "hard_drive", "usb_stick")
"""Kinds of which people compare the capacity."""


def _series(market: Market, generator: random.Random) -> Iterator[tuple[str, str, tuple[Constraint, ...]]]:
    """Series of kinds with a capacity in random order: kind, full name, and the constraints that single it out.

    A series whose name is part of another's is left out.
    """
    found: dict[tuple[str, str, str], list[Product]] = {}
    for kind in _SIZED:
        for product in market.products_by_kind.get(kind, ()):
            if product.series and product.brand:
                found.setdefault((kind, product.brand, product.series), []).append(product)
    order = list(found)
    generator.shuffle(order)
    for kind, brand, series in order:
        name = series if series.casefold().startswith(brand.casefold()) else f"{brand} {series}"
        words = tuple(sorted(set(title_words(name))))
        constraints = (kind_is(kind), Constraint(attribute="title", relation="contains", value=words))
        members = {product.id for product in found[kind, brand, series] if product.id in market.offers_by_product}
        if {offer.product_id for offer in market.possible(constraints)} == members:
            yield kind, name, constraints


def largest(market: Market, generator: random.Random) -> Iterator[ComparisonDraft]:
    """The largest of a series."""
    for kind, name, series in _series(market, generator):
        constraints = (*series, Constraint(attribute="capacity", relation="largest", unit="GB"))
        settlement = market.settle(constraints)
        whole = market.settle(series)
        if settlement is None or whole is None or not len(settlement.answers) < len(whole.fitting):
            continue
        if len(settlement.answers) > _MOST_ANSWERS:
            continue
        rest = tuple(offer for offer in whole.fitting if offer not in settlement.answers)
        goods = f"the {plural(kind)} of the {name} series with the largest capacity available"
        yield ComparisonDraft(
            "products_satisfying_vague_requirements/largest",
            f"Find all offers for {goods}.",
            (OfferRequirement(constraints, "all", settlement, rest[:3]),),
            RequiredAction.NAME,
            (f"{kind}:{name}",),
        )


def cheapest_by_capacity(market: Market, generator: random.Random) -> Iterator[ComparisonDraft]:
    """The cheapest offer for each capacity of a series."""
    for kind, name, constraints in _series(market, generator):
        settlement = market.settle(constraints, "cheapest_each", "capacity")
        if settlement is None or not 2 <= len(settlement.answers) <= _MOST_ANSWERS:
            continue
        if len(settlement.answers) == len(settlement.fitting):
            continue
        requirement = OfferRequirement(
            constraints, "cheapest_each", settlement, market.near_misses(constraints, settlement), group_by="capacity"
        )
        ways = ways_to_ask("cheapest_each", generator, name=f"{name} {plural(kind)}")
        subjects = (f"{kind}:{name}",)
        yield ComparisonDraft(
            "find_cheapest_offer/each_size", ways[0], (requirement,), RequiredAction.NAME, subjects, ways=ways
        )
