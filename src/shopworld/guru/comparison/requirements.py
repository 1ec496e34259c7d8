"""Tasks that name no product but what it must be: specific requirements, and vague ones."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from shopworld.catalog.model import Attribute, Offer, Product
from shopworld.guru.comparison.draft import ComparisonDraft, OfferRequirement, RequiredAction
from shopworld.guru.comparison.market import Market, Settlement
from shopworld.guru.comparison.named import kind_is
from shopworld.guru.comparison.wording import TIES, describe, join, phrase, plural, relations
from shopworld.guru.facts import title_words
from shopworld.tasks import Constraint

_MOST_ANSWERS = 8
_FEWEST_FITTING = 3
_MOST_FITTING = 14
_TRIES_A_PRODUCT = 6
_VISITS_A_PRODUCT = 4
"""How often requirements are taken from a product, so that the supply of a small mall has an end."""

Addresses = Callable[[Offer], str]


class VagueRequirement(BaseModel):
    """One entry of `vague.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    text: str
    constraints: tuple[Constraint, ...]
    widest: tuple[Constraint, ...] = ()
    """How people read it who read it most widely; empty: there is one reading only."""


class VagueTerm(BaseModel):
    """A term of `vague.toml` that is said of several kinds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kinds: tuple[str, ...]
    text: str
    constraints: tuple[Constraint, ...]
    widest: tuple[Constraint, ...] = ()

    def requirements(self) -> Iterator[VagueRequirement]:
        """The term said of each of its kinds."""
        for kind in self.kinds:
            text = f"{{brand}} {plural(kind)} {self.text}"
            yield VagueRequirement(kind=kind, text=text, constraints=self.constraints, widest=self.widest)


@cache
def _vague() -> tuple[VagueRequirement, ...]:
    with (Path(__file__).parent / "vague.toml").open("rb") as file:
        table = tomllib.load(file)
    entries = [VagueRequirement.model_validate(entry) for entry in table["vague"]]
    return (*entries, *(one for term in table["term"] for one in VagueTerm.model_validate(term).requirements()))


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


def _requirements(product: Product, price: int | None, generator: random.Random) -> Iterator[tuple[Constraint, ...]]:
    """Some sets of requirements that the product meets: one to three facts, with its brand or above its price."""
    options = [one for attribute in product.attributes for one in _askable(product.kind, attribute)]
    generator.shuffle(options)
    facts = list({one.attribute: one for one in options}.values())
    brand = (_brand(product.brand),) if product.brand else ()
    below = _below(price, generator) if price is not None else ()
    sets = [(*brand, *below)] if brand and below else []
    for number, fact in enumerate(facts[:_TRIES_A_PRODUCT]):
        others = facts[number + 1 : number + 3]
        sets += [(*brand, fact), (*others[:1], fact, *below), (*others[:1], fact), (*brand, *others[:1], fact)]
        if len(others) == 2:
            sets.append((fact, *others))
    generator.shuffle(sets)
    return (found for found in sets if len(found) > 1)


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


def _specific(market: Market, generator: random.Random, objective: str) -> Iterator[tuple[str, str, OfferRequirement]]:
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
            found = _one_specific(market, product, generator, objective)
            if found is not None:
                yield (kind, *found)
        if not progress:
            return


def _one_specific(
    market: Market, product: Product, generator: random.Random, objective: str
) -> tuple[str, OfferRequirement] | None:
    prices = [offer.price for offer in market.offers_by_product.get(product.id, ()) if offer.price is not None]
    # A highest price says nothing where the cheapest is asked for.
    price = max(prices, default=None) if objective == "all" else None
    for chosen in _requirements(product, price, generator):
        constraints = (kind_is(product.kind), *chosen)
        settlement = market.settle(constraints, objective)
        if settlement is None or not _FEWEST_FITTING <= len(settlement.fitting) <= _MOST_FITTING:
            continue
        if len({offer.product_id for offer in settlement.fitting}) < 2:
            continue
        if objective == "all" and len(settlement.answers) > _MOST_ANSWERS:
            continue
        if objective == "cheapest" and not _is_a_choice(settlement):
            continue
        requirement = OfferRequirement(constraints, objective, settlement, market.near_misses(constraints, settlement))
        return _said(product.kind, chosen), requirement
    return None


def _is_a_choice(settlement: Settlement) -> bool:
    """Whether few offers are the cheapest, and others are dearer."""
    return len(settlement.answers) <= 2 and len(settlement.answers) < len(settlement.fitting)


def specific_all(market: Market, generator: random.Random, _: Addresses) -> Iterator[ComparisonDraft]:
    """All offers that meet some requirements."""
    for kind, said, requirement in _specific(market, generator, "all"):
        template = f"products_fulfilling_specific_requirements/{_shape(requirement)}"
        yield ComparisonDraft(
            template, f"Find all offers for {said}.", (requirement,), RequiredAction.NAME, (f"all:{kind}",)
        )


def specific_cheapest(market: Market, generator: random.Random, _: Addresses) -> Iterator[ComparisonDraft]:
    """The cheapest offer that meets some requirements."""
    for kind, said, requirement in _specific(market, generator, "cheapest"):
        template = f"cheapest_offer_specific_requirements/{_shape(requirement)}"
        yield ComparisonDraft(
            template,
            f"Find the cheapest offer among all {said}. {TIES}",
            (requirement,),
            RequiredAction.NAME,
            (f"cheapest:{kind}",),
        )


def _shape(requirement: OfferRequirement) -> str:
    """What sort of requirements: `brand+fact`, `fact+fact+price`."""
    sorts = {"brand": "brand", "price": "price"}
    return "+".join(
        sorted(sorts.get(one.attribute, "fact") for one in requirement.constraints if one.attribute != "kind")
    )


def _vague_requirements(
    market: Market, generator: random.Random, objective: str
) -> Iterator[tuple[VagueRequirement, str, OfferRequirement]]:
    entries = list(_vague())
    generator.shuffle(entries)
    for entry in entries:
        brands = ["", *sorted({offer.brand for offer in market.offers(entry.kind) if offer.brand})]
        generator.shuffle(brands)
        for brand in brands:
            of_brand = (_brand(brand),) if brand else ()
            constraints = (kind_is(entry.kind), *of_brand, *_with_units(market, entry.kind, entry.constraints))
            settlement = market.settle(constraints, objective)
            if settlement is not None and entry.widest:
                widest = (kind_is(entry.kind), *of_brand, *_with_units(market, entry.kind, entry.widest))
                if market.settle(widest, objective) != settlement:
                    continue
            if settlement is None or len(settlement.fitting) < 2 or len(settlement.answers) > _MOST_ANSWERS:
                continue
            if objective == "cheapest" and not _is_a_choice(settlement):
                continue
            requirement = OfferRequirement(
                constraints, objective, settlement, market.near_misses(constraints, settlement)
            )
            yield entry, " ".join(entry.text.format(brand=brand).split()), requirement
            break


def _with_units(market: Market, kind: str, constraints: tuple[Constraint, ...]) -> Iterator[Constraint]:
    for constraint in constraints:
        unit = next(
            (
                attribute.unit
                for offer in market.offers(kind)
                for attribute in offer.attributes
                if attribute.name == constraint.attribute
            ),
            None,
        )
        yield constraint.model_copy(update={"unit": unit})


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


def _superlatives(market: Market, generator: random.Random) -> Iterator[tuple[str, str, OfferRequirement]]:
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
        text = f"the {plural(kind)} of the {name} series with the largest capacity available"
        yield f"{kind}:{name}", text, OfferRequirement(constraints, "all", settlement, rest[:3])


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
        text = f"Find the cheapest offer for each capacity of the {name} {plural(kind)}. {TIES}"
        yield ComparisonDraft(
            "find_cheapest_offer/each_size", text, (requirement,), RequiredAction.NAME, (f"{kind}:{name}",)
        )


def vague_all(market: Market, generator: random.Random, _: Addresses) -> Iterator[ComparisonDraft]:
    """All offers that meet a vague requirement; every third task asks for the largest of a series."""
    superlatives = _superlatives(market, generator)
    for number, (entry, said, requirement) in enumerate(_vague_requirements(market, generator, "all")):
        if number % 3 == 2 and (found := next(superlatives, None)) is not None:
            subject, text, largest = found
            template = "products_satisfying_vague_requirements/largest"
            yield ComparisonDraft(template, f"Find all offers for {text}.", (largest,), RequiredAction.NAME, (subject,))
        template = f"products_satisfying_vague_requirements/{entry.kind}"
        yield ComparisonDraft(
            template,
            f"Find all offers for {said}.",
            (requirement,),
            RequiredAction.NAME,
            (f"vague:{entry.kind}",),
            note=_meaning(entry),
        )


def vague_cheapest(market: Market, generator: random.Random, _: Addresses) -> Iterator[ComparisonDraft]:
    """The cheapest offer that meets a vague requirement."""
    for entry, said, requirement in _vague_requirements(market, generator, "cheapest"):
        template = f"cheapest_offer_vague_requirements/{entry.kind}"
        text = f"Find the cheapest offer among all {said}. {TIES}"
        yield ComparisonDraft(
            template, text, (requirement,), RequiredAction.NAME, (f"vague:{entry.kind}",), note=_meaning(entry)
        )


def _meaning(entry: VagueRequirement) -> str:
    return "Meant: " + join([f"{one.attribute} {one.relation} {one.value}" for one in entry.constraints])
