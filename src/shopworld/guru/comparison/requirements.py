"""Tasks that name no product but what it must be, in facts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

from shopworld.catalog import Attribute, Offer, Product
from shopworld.guru.comparison.asking import ways_to_ask
from shopworld.guru.comparison.brands import brands_in_turn
from shopworld.guru.comparison.draft import ComparisonDraft, OfferRequirement, RequiredAction
from shopworld.guru.comparison.market import Market
from shopworld.guru.comparison.named import kind_is
from shopworld.guru.comparison.vague import is_handy
from shopworld.guru.comparison.wording import describe, phrase, plural, relations
from shopworld.tasks import Constraint

_FEWEST_FITTING = 3
_MOST_FITTING = 60
_TRIES_A_PRODUCT = 6
_VISITS_A_PRODUCT = 4
"""How often requirements are taken from a product, so that the supply of a small mall has an end."""

Addresses = Callable[[Offer], str]


def _askable(kind: str, attribute: Attribute) -> list[Constraint]:
    """The ways to ask for an attribute's value."""
    found = []
    for relation in relations(kind, attribute.name):
        if isinstance(attribute.value, tuple):
            continue
        value = attribute.value
        if relation in ("true", "false"):
            if isinstance(value, bool) and str(value).lower() == relation:
                found.append(Constraint(attribute=attribute.name, relation="equals", value=value))
            continue
        if isinstance(value, bool) or (isinstance(value, str) and relation != "equals"):
            continue
        found.append(
            Constraint.model_validate(
                {"attribute": attribute.name, "relation": relation, "value": value, "unit": attribute.unit}
            )
        )
    return found


def _requirements(
    product: Product, price: int | None, generator: random.Random, *, branded: bool
) -> Iterator[tuple[Constraint, ...]]:
    """Some sets of requirements that the product meets: one to three facts, with its brand or above its price.

    Args:
        product: meets them.
        price: in cents, that a highest price is told above; None tells none.
        generator: of the choice.
        branded: whether the brand is among them.
    """
    options = [one for attribute in product.attributes for one in _askable(product.kind, attribute)]
    generator.shuffle(options)
    facts = list({one.attribute: one for one in options}.values())
    below = _below(price, generator) if price is not None else ()
    sets: list[tuple[Constraint, ...]] = []
    if branded:
        brand = (_brand(product.brand),) if product.brand else ()
        if not brand:
            return
        sets = [(*brand, *below)] if below else []
        for number, fact in enumerate(facts[:_TRIES_A_PRODUCT]):
            sets += [(*brand, fact), (*brand, *facts[number + 1 : number + 2], fact)]
    else:
        for number, fact in enumerate(facts[:_TRIES_A_PRODUCT]):
            others = facts[number + 1 : number + 3]
            sets += [(*others[:1], fact, *below), (*others[:1], fact)]
            if len(others) == 2:
                sets += [(fact, *others), (fact, *others, *below)]
            if price is None:
                sets.append((fact,))
    generator.shuffle(sets)
    # A single fact leaves too many offers where all of them are asked for.
    yield from (found for found in sets if len(found) > 1 or price is None)


def _below(price: int, generator: random.Random) -> tuple[Constraint, ...]:
    """A round price above a product's, in euros."""
    if price < 1000:
        return ()
    euros = price / 100 * generator.choice((1.05, 1.2, 1.4))
    step = next(step for bound, step in ((50, 5), (200, 10), (1000, 50), (float("inf"), 100)) if euros < bound)
    value = float(-(-euros // step) * step)
    return (Constraint(attribute="price", relation="less_than", value=value, unit="EUR"),)


def _brand(brand: str) -> Constraint:
    return Constraint(attribute="brand", relation="equals", value=brand)


def _said(kind: str, requirements: tuple[Constraint, ...]) -> str:
    brand = next((str(one.value) for one in requirements if one.attribute == "brand"), "")
    parts = [text for one in requirements if one.attribute != "brand" and (text := phrase(kind, one))]
    return describe(f"{brand} {plural(kind)}".strip(), parts)


def _specific(
    market: Market, generator: random.Random, objective: str, *, branded: bool
) -> Iterator[tuple[str, str, OfferRequirement]]:
    kinds = list(market.kinds)
    visits: Counter[str] = Counter()
    while True:
        generator.shuffle(kinds)
        progress = False
        for kind in kinds:
            products = market.products_by_kind[kind]
            if not products:
                continue
            product = generator.choice(products)
            visits[product.id] += 1
            if visits[product.id] > _VISITS_A_PRODUCT:
                continue
            progress = True
            found = _one_specific(market, product, generator, objective, branded=branded)
            if found is not None:
                yield (kind, *found)
        if not progress:
            return


def _one_specific(
    market: Market, product: Product, generator: random.Random, objective: str, *, branded: bool
) -> tuple[str, OfferRequirement] | None:
    prices = [offer.price for offer in market.offers_by_product.get(product.id, ()) if offer.price is not None]
    # A highest price says nothing where the cheapest is asked for.
    price = max(prices, default=0) if objective == "all" else None
    for chosen in _requirements(product, price, generator, branded=branded):
        constraints = (kind_is(product.kind), *chosen)
        settlement = market.settle(constraints, objective)
        if settlement is None or not _FEWEST_FITTING <= len(settlement.fitting) <= _MOST_FITTING:
            continue
        if len({offer.product_id for offer in settlement.fitting}) < 2 or not is_handy(settlement, objective):
            continue
        requirement = OfferRequirement(constraints, objective, settlement, market.near_misses(constraints, settlement))
        return _said(product.kind, chosen), requirement
    return None


def _drafts(market: Market, generator: random.Random, objective: str, category: str) -> Iterator[ComparisonDraft]:
    plain = _specific(market, random.Random(generator.random()), objective, branded=False)
    branded = _specific(market, random.Random(generator.random()), objective, branded=True)
    for kind, said, requirement in brands_in_turn(plain, branded):
        ways = ways_to_ask(f"{objective}_goods", generator, goods=said)
        yield ComparisonDraft(
            f"{category}/{_shape(requirement)}",
            ways[0],
            (requirement,),
            RequiredAction.NAME,
            (f"{objective}:{kind}:{_aspects(requirement)}",),
            ways=ways,
        )


def specific_all(market: Market, generator: random.Random, _: Addresses) -> Iterator[ComparisonDraft]:
    """All offers that meet some requirements."""
    return _drafts(market, generator, "all", "products_fulfilling_specific_requirements")


def specific_cheapest(market: Market, generator: random.Random, _: Addresses) -> Iterator[ComparisonDraft]:
    """The cheapest offer that meets some requirements."""
    return _drafts(market, generator, "cheapest", "cheapest_offer_specific_requirements")


def _aspects(requirement: OfferRequirement) -> str:
    """What is asked about: kinds come once with a brand, and again without one as long as other facts are asked for."""
    asked = sorted({one.attribute for one in requirement.constraints} - {"kind", "price"})
    return "brand" if "brand" in asked else "+".join(asked)


def _shape(requirement: OfferRequirement) -> str:
    """What sort of requirements: `brand+fact`, `fact+fact+price`."""
    sorts = {"brand": "brand", "price": "price"}
    return "+".join(
        sorted(sorts.get(one.attribute, "fact") for one in requirement.constraints if one.attribute != "kind")
    )
