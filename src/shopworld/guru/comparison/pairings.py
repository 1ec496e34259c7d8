"""Tasks that ask for what goes with a given product: pairings from a table, answers held against compatibility."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from shopworld.catalog import Offer, compatible
from shopworld.guru.comparison.asking import ways_to_ask
from shopworld.guru.comparison.draft import ComparisonDraft, OfferRequirement, RequiredAction, in_turn
from shopworld.guru.comparison.market import Market, Settlement, is_doubtful
from shopworld.guru.comparison.named import kind_is
from shopworld.guru.comparison.wording import describe, phrase, plural, singular
from shopworld.tasks import Constraint

Addresses = Callable[[Offer], str]

_FEWEST_ANSWERS, _MOST_ANSWERS = 2, 12
_TRIES_A_START = 24
"""Narrowings that are tried for a start."""


class Fit(BaseModel):
    """How a fact of the start decides on a fact of the answers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: str
    attribute: str
    relation: Literal["equals", "contains", "one_of", "at_least", "at_most", "less_than"]
    read: Mapping[str, str] = Field(default_factory=dict)
    """Words of the start as the answers say them; words that are not here fit nothing. Empty: the same words."""

    def constraint(self, market: Market, start: Offer) -> Constraint | None:
        """What the start asks of answers; None where it does not say, or says several things where one is needed."""
        stated = market.stated(start).attributes.get(self.start)
        if stated is None or (isinstance(stated.value, tuple) and self.relation not in ("contains", "one_of")):
            return None
        value = stated.value
        if self.read:
            value = self.read.get(str(value), "")
            if not value:
                return None
        if self.relation in ("contains", "one_of") and not isinstance(value, tuple):
            value = (str(value),)
        return Constraint(attribute=self.attribute, relation=self.relation, value=value, unit=stated.unit)


class Pairing(BaseModel):
    """One entry of `pairings.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str
    kind: str
    start: str
    fits: tuple[Fit, ...] = Field(min_length=1)
    says: str = "that go with"
    narrowed_by: tuple[str, ...] = ()


@cache
def pairings() -> tuple[Pairing, ...]:
    """All pairings of the table."""
    with (Path(__file__).parent / "pairings.toml").open("rb") as file:
        return tuple(Pairing.model_validate(entry) for entry in tomllib.load(file)["pairing"])


def compatible_products(market: Market, generator: random.Random, address: Addresses) -> Iterator[ComparisonDraft]:
    """All offers of a kind that work with a given product, pairing by pairing in turn."""
    supplies = [_paired(market, generator, address, pairing) for pairing in pairings()]
    generator.shuffle(supplies)
    yield from in_turn(supplies)


def _paired(
    market: Market, generator: random.Random, address: Addresses, pairing: Pairing
) -> Iterator[ComparisonDraft]:
    starts = [offer for offer in market.offers(pairing.start) if not is_doubtful(offer)]
    if not starts or not market.offers(pairing.kind):
        return
    generator.shuffle(starts)
    options = [narrowings(market, pairing.kind, name) for name in pairing.narrowed_by]
    for start in starts:
        needed = [fit.constraint(market, start) for fit in pairing.fits]
        for narrowing in islice(in_random_order(options, generator), _TRIES_A_START):
            asked = tuple(one for one in needed if one is not None)
            if len(asked) < len(needed):
                break
            draft = _draft(market, start, asked, pairing, narrowing, generator, address)
            if draft is not None:
                yield draft
                break


def in_random_order(
    options: Sequence[Sequence[Constraint]], generator: random.Random
) -> Iterator[tuple[Constraint, ...]]:
    """No further requirement, then single ones, attribute by attribute in turn, then two at a time."""
    yield ()
    singles = [list(ordered) for ordered in options if ordered]
    for chosen in singles:
        generator.shuffle(chosen)
    for chosen in singles:
        for constraint in chosen[: max(1, _TRIES_A_START // (2 * len(singles)))]:
            yield (constraint,)
    for first, second in pairwise(singles):
        yield from zip(first, second, strict=False)


def narrowings(market: Market, kind: str, name: str) -> list[Constraint]:
    """The requirements that an attribute's values on sale make, in alphabetical order of the values."""
    values: dict[str, Constraint] = {}
    for offer in market.offers(kind):
        if name == "brand" and offer.brand:
            values.setdefault(offer.brand, Constraint(attribute="brand", relation="equals", value=offer.brand))
        attribute = market.stated(offer).attributes.get(name)
        if attribute is not None and not isinstance(attribute.value, tuple):
            values.setdefault(
                str(attribute.value),
                Constraint(attribute=name, relation="equals", value=attribute.value, unit=attribute.unit),
            )
    return [values[key] for key in sorted(values)]


def _draft(
    market: Market,
    start: Offer,
    needed: tuple[Constraint, ...],
    pairing: Pairing,
    narrowing: tuple[Constraint, ...],
    generator: random.Random,
    address: Addresses,
) -> ComparisonDraft | None:
    narrowed = (kind_is(pairing.kind), *narrowing)
    constraints = (*narrowed, *needed)
    settlement = market.settle(constraints)
    if settlement is None or not _FEWEST_ANSWERS <= len(settlement.answers) <= _MOST_ANSWERS:
        return None
    if not _is_just_what_fits(market, start, narrowed, settlement):
        return None
    brand = next((str(one.value) for one in narrowing if one.attribute == "brand"), "")
    facts = [one for one in narrowing if one.attribute != "brand"]
    said = [text for one in facts if (text := phrase(pairing.kind, one))]
    if len(said) < len(facts):
        return None
    goods = describe(f"{brand} {plural(pairing.kind)}".strip(), said)
    ways = ways_to_ask(
        "compatible",
        generator,
        goods=goods,
        fits=pairing.says,
        noun=singular(pairing.start),
        address=address(start),
    )
    requirement = OfferRequirement(constraints, "all", settlement, market.near_misses(constraints, settlement))
    values = ",".join(str(one.value) for one in needed)
    return ComparisonDraft(
        f"find_compatible_products/{pairing.kind}",
        ways[0],
        (requirement,),
        RequiredAction.NAME,
        (f"compatible:{pairing.kind}:{values}", start.product_id),
        start,
        f"Decided by {pairing.about}: " + ", ".join(f"{one.attribute} {one.relation} {one.value}" for one in needed),
        ways,
    )


def _is_just_what_fits(market: Market, start: Offer, narrowed: tuple[Constraint, ...], settlement: Settlement) -> bool:
    """Whether the table of compatibility says the same: all answers fit, and nothing else among the narrowed does."""
    product = market.products[start.product_id]
    answers = {offer.id for offer in settlement.answers}
    return all(
        compatible(market.products[offer.product_id], product) is (offer.id in answers)
        for offer in market.meeting(narrowed)
    )
