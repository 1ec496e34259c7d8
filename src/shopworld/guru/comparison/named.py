"""Products by name: which words and facts single one out among all offers of its kind."""

from __future__ import annotations

import random
from collections.abc import Iterator

from shopworld.catalog.model import Attribute, Product
from shopworld.guru.comparison.draft import Wish
from shopworld.guru.comparison.market import Market, is_doubtful
from shopworld.guru.comparison.wording import singular, value_text
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
    """The product's name, with the facts of the constraints that it does not say itself."""
    said = set(title_words(product.title))
    missing = [
        value_text(one)
        for one in constraints
        if one.attribute not in ("kind", "title") and not set(title_words(value_text(one))) <= said
    ]
    noun = "" if set(title_words(singular(product.kind))) & said else f" {singular(product.kind)}"
    return f"{product.title}{noun} ({', '.join(missing)})" if missing else f"{product.title}{noun}"


def named_products(market: Market, generator: random.Random, *, shops: range) -> Iterator[tuple[Product, Wish]]:
    """Products that can be asked for by name, each with the wish for all its offers, in random order.

    Args:
        market: the mall's offers.
        generator: of the order.
        shops: in how many shops it is to be sold.
    """
    candidates = [
        market.products[product]
        for product, offers in market.offers_by_product.items()
        if len({offer.shop_id for offer in offers}) in shops and not any(is_doubtful(offer) for offer in offers)
    ]
    generator.shuffle(candidates)
    candidates.sort(key=lambda product: _rank(generator, len(market.offers_by_product[product.id])))
    for product in candidates:
        constraints = single_out(market, product)
        settlement = market.settle(constraints) if constraints else None
        if constraints is None or settlement is None:
            continue
        if {offer.id for offer in settlement.answers} != {offer.id for offer in market.offers_by_product[product.id]}:
            continue
        yield product, Wish(constraints, "all", settlement, market.near_misses(constraints, settlement))


def _rank(generator: random.Random, offers: int) -> float:
    """Products of several shops come earlier, but not always: one of a single shop is a fair question too."""
    return generator.random() - 0.25 * offers
