"""Tasks that ask for what goes with several things, by a thing that nobody names, by a device's ends, or by looks."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from shopworld.catalog import Offer, compatible, rules_between
from shopworld.guru.comparison.asking import ways_to_ask
from shopworld.guru.comparison.draft import ComparisonDraft, OfferRequirement, RequiredAction, in_turn
from shopworld.guru.comparison.market import Market, Settlement, is_doubtful
from shopworld.guru.comparison.named import kind_is
from shopworld.guru.comparison.pairings import Fit, in_random_order, narrowings
from shopworld.guru.comparison.wording import describe, phrase, plural
from shopworld.tasks import Constraint

Addresses = Callable[[Offer], str]
_FEWEST_ANSWERS, _MOST_ANSWERS = 2, 12
_STARTS = 30
"""Sets of given things that are tried for a chain."""
_TRIES_A_START = 12
_PLACES = ("first_address", "second_address")


class ChainPart(BaseModel):
    """A thing that is given by its page, and how its facts decide on the goods."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    fits: tuple[Fit, ...]


class ChainLink(BaseModel):
    """A thing between the first part and the goods: whatever fits the part must agree in what decides on the goods."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    start: str
    attribute: str
    relation: Literal["equals", "contains"]
    read: str
    goods: str

    def constraint(self, market: Market, start: Offer) -> Constraint | None:
        """What follows for the goods; None where what fits differs in it."""
        first = Fit(start=self.start, attribute=self.attribute, relation=self.relation).constraint(market, start)
        if first is None:
            return None
        fitting = [market.products[one.product_id] for one in market.meeting((kind_is(self.kind), first))]
        values = {found.value for one in fitting if (found := one.attribute(self.read)) is not None}
        if len(values) != 1:
            return None
        return Constraint(attribute=self.goods, relation="equals", value=values.pop())


class Chain(BaseModel):
    """One entry of `chains.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str
    kind: str
    parts: tuple[ChainPart, ...] = Field(min_length=1, max_length=2)
    starts: tuple[str, ...] = Field(min_length=1)
    reason: str
    via: ChainLink | None = None
    also: tuple[Constraint, ...] = ()
    only: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    """Values that the first part must have, by attribute."""
    narrowed_by: tuple[str, ...] = ()

    def needed(self, market: Market, starts: Sequence[Offer]) -> tuple[Constraint, ...] | None:
        """What the given things ask of the goods; None where one of them does not say."""
        stated = market.stated(starts[0]).attributes
        for name, values in self.only.items():
            if name not in stated or stated[name].value not in values:
                return None
        found = [
            fit.constraint(market, start) for part, start in zip(self.parts, starts, strict=True) for fit in part.fits
        ]
        if self.via is not None:
            found.append(self.via.constraint(market, starts[0]))
        if None in found:
            return None
        own = [one for one in found if one is not None and not any(_holds(more, one) for more in self.also)]
        return (*own, *self.also)

    def goes(self, market: Market, goods: Offer, starts: Sequence[Offer]) -> bool | None:
        """Whether the table of compatibility says that goods fit; None where it has no rule for any pair."""
        mine = market.products[goods.product_id]
        known = None
        for start in starts:
            if rules_between(goods.kind, start.kind):
                known = True
                if not compatible(mine, market.products[start.product_id]):
                    return False
        if self.via is None:
            return known
        between = [market.products[one.product_id] for one in market.offers(self.via.kind)]
        first = market.products[starts[0].product_id]
        return any(compatible(one, first) and compatible(one, mine) for one in between)


def _holds(more: Constraint, less: Constraint) -> bool:
    """Whether a constraint says all that another says."""
    return (
        more.attribute == less.attribute
        and isinstance(more.value, tuple)
        and isinstance(less.value, tuple)
        and set(less.value) <= set(more.value)
    )


@cache
def chains() -> tuple[Chain, ...]:
    """All chains of the table."""
    with (Path(__file__).parent / "chains.toml").open("rb") as file:
        return tuple(Chain.model_validate(entry) for entry in tomllib.load(file)["chain"])


def chained_products(market: Market, generator: random.Random, address: Addresses) -> Iterator[ComparisonDraft]:
    """All offers of a kind that go with what is given, chain by chain in turn."""
    supplies = [_of_chain(market, generator, address, chain) for chain in chains()]
    generator.shuffle(supplies)
    yield from in_turn(supplies)


def _of_chain(market: Market, generator: random.Random, address: Addresses, chain: Chain) -> Iterator[ComparisonDraft]:
    pools = []
    for part in chain.parts:
        pool = [offer for offer in market.offers(part.kind) if not is_doubtful(offer)]
        generator.shuffle(pool)
        pools.append(pool)
    if not market.offers(chain.kind) or not all(pools):
        return
    sets = zip(*pools, strict=False) if len(pools) > 1 else product(*pools)
    options = [narrowings(market, chain.kind, name) for name in chain.narrowed_by]
    for starts in islice(sets, _STARTS):
        needed = chain.needed(market, starts)
        if needed is None:
            continue
        for narrowing in islice(in_random_order(options, generator), _TRIES_A_START):
            draft = _draft(market, chain, starts, needed, narrowing, generator, address)
            if draft is not None:
                yield draft
                break


def _draft(
    market: Market,
    chain: Chain,
    starts: Sequence[Offer],
    needed: tuple[Constraint, ...],
    narrowing: tuple[Constraint, ...],
    generator: random.Random,
    address: Addresses,
) -> ComparisonDraft | None:
    if {one.attribute for one in narrowing} & {one.attribute for one in needed}:
        return None
    narrowed = (kind_is(chain.kind), *narrowing)
    constraints = (*narrowed, *needed)
    settlement = market.settle(constraints)
    stated = settlement is None
    settlement = settlement or market.settle(constraints, stated=True)
    if settlement is None or not _FEWEST_ANSWERS <= len(settlement.answers) <= _MOST_ANSWERS:
        return None
    if len(market.meeting(narrowed)) == len(settlement.fitting):
        return None
    if not _agrees(market, chain, starts, (*narrowed, *chain.also), settlement, stated=stated):
        return None
    brand = next((str(one.value) for one in narrowing if one.attribute == "brand"), "")
    facts = [one for one in narrowing if one.attribute != "brand"]
    said = [text for one in facts if (text := phrase(chain.kind, one))]
    if len(said) < len(facts):
        return None
    goods = describe(f"{brand} {plural(chain.kind)}".strip(), said)
    places = {place: address(start) for place, start in zip(_PLACES, starts, strict=False)}
    ways = [
        way
        for start in generator.sample(chain.starts, len(chain.starts))
        for way in ways_to_ask("chained", generator, plain=False, goods=goods, start=start.format(**places))[:5]
    ]
    if stated:
        ways = [f"{way} {ways_to_ask('stated', generator, plain=False)[0]}" for way in ways]
    return ComparisonDraft(
        f"find_compatible_products/{chain.kind}",
        ways[0],
        (OfferRequirement(constraints, "all", settlement, market.near_misses(constraints, settlement)),),
        RequiredAction.NAME,
        (f"chain:{chain.kind}:{','.join(str(one.value) for one in needed)}", *(start.product_id for start in starts)),
        starts[0],
        f"Decided by {chain.about}. {chain.reason}",
        tuple(ways),
    )


def _agrees(
    market: Market,
    chain: Chain,
    starts: Sequence[Offer],
    narrowed: tuple[Constraint, ...],
    settlement: Settlement,
    *,
    stated: bool,
) -> bool:
    """Whether the table of compatibility, where it has rules, says the same of all that the answers are among.

    Where only what pages tell counts, what fits and does not say so is no answer.
    """
    answers = {offer.id for offer in settlement.answers}
    given = {start.id for start in starts}
    for offer in market.meeting(narrowed):
        goes = chain.goes(market, offer, starts)
        if offer.id in answers and (goes is False or offer.id in given):
            return False
        if offer.id not in answers and goes and not stated and _decided_by_rules(chain):
            return False
    return True


def _decided_by_rules(chain: Chain) -> bool:
    """Whether every part of a chain stands under a rule, so that what the rules let pass must be an answer."""
    pairs = [(chain.kind, part.kind) for part in chain.parts if part.fits]
    return all(rules_between(*pair) for pair in pairs)
