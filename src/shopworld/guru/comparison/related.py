"""Tasks that start from a product: what replaces it for less, by what people keep and what they give up."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from shopworld.catalog import Offer
from shopworld.guru.comparison.asking import ways_to_ask
from shopworld.guru.comparison.draft import ComparisonDraft, OfferRequirement, RequiredAction
from shopworld.guru.comparison.market import Market, Settlement, is_doubtful
from shopworld.guru.comparison.named import kind_is
from shopworld.guru.comparison.wording import join, singular
from shopworld.tasks import Constraint

Addresses = Callable[[Offer], str]
_MOST_ANSWERS = 2
_TRIES = 6
"""Sets of what is kept that are tried for a product."""


class Utility(BaseModel):
    """One entry of `utilities.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    attribute: str
    better: Literal["more", "less", "same"]
    keep: str
    """How it is said that it does not get worse, behind `that`."""
    least: str = ""
    """What is given up as little as possible; empty where it can only be kept."""
    reason: str = Field(min_length=4)

    def kept(self, market: Market, start: Offer) -> Constraint | None:
        """That something is no worse in this than the original; None where the original does not say."""
        stated = market.stated(start).attributes.get(self.attribute)
        if stated is None or isinstance(stated.value, tuple | bool):
            return None
        if self.better != "same" and not isinstance(stated.value, float):
            return None
        relation = {"more": "at_least", "less": "at_most", "same": "equals"}[self.better]
        return Constraint.model_validate(
            {"attribute": self.attribute, "relation": relation, "value": stated.value, "unit": stated.unit}
        )

    def best(self, market: Market) -> Constraint:
        """That something comes as near to the original as any that is worse."""
        relation: Literal["largest", "smallest"] = "largest" if self.better == "more" else "smallest"
        return Constraint(attribute=self.attribute, relation=relation, unit=market.unit(self.kind, self.attribute))


@cache
def utilities() -> Mapping[str, tuple[Utility, ...]]:
    """The utilities of the table by kind."""
    with (Path(__file__).parent / "utilities.toml").open("rb") as file:
        found = [Utility.model_validate(entry) for entry in tomllib.load(file)["utility"]]
    return {kind: tuple(one for one in found if one.kind == kind) for kind in sorted({one.kind for one in found})}


def substitutes(market: Market, generator: random.Random, address: Addresses) -> Iterator[ComparisonDraft]:
    """The cheapest other product for less money that keeps some things and gives up as little as possible on others."""
    offers = [offer for kind in utilities() for offer in market.offers(kind) if not is_doubtful(offer)]
    generator.shuffle(offers)
    for offer in offers:
        ideas = _ideas(offer.kind)
        generator.shuffle(ideas)
        for kept, given_up in ideas[:_TRIES]:
            draft = _draft(market, offer, kept, given_up, generator, address)
            if draft is not None:
                yield draft
                break


def _ideas(kind: str) -> list[tuple[tuple[Utility, ...], Utility | None]]:
    """What is kept, one or two things, and what is given up as little as possible, if anything."""
    known = utilities()[kind]
    ideas: list[tuple[tuple[Utility, ...], Utility | None]] = [
        (kept, None) for number in (1, 2) for kept in combinations(known, number)
    ]
    for one in known:
        if one.least:
            others = [other for other in known if other is not one]
            ideas += [((), one), *(((other,), one) for other in others), *(((other,), one) for other in others)]
    return ideas


def _draft(
    market: Market,
    offer: Offer,
    kept: Sequence[Utility],
    given_up: Utility | None,
    generator: random.Random,
    address: Addresses,
) -> ComparisonDraft | None:
    needed = [one.kept(market, offer) for one in kept]
    if offer.price is None or None in needed:
        return None
    below = Constraint(attribute="price", relation="less_than", value=offer.price / 100, unit="EUR")
    constraints = (kind_is(offer.kind), *(one for one in needed if one is not None), below)
    if given_up is not None:
        nearest = _nearest(market, offer, constraints, given_up)
        if nearest is None:
            return None
        constraints = (*constraints, nearest)
    settlement = market.settle(constraints, "cheapest")
    if settlement is None or len(settlement.fitting) < 2 or len(settlement.answers) > _MOST_ANSWERS:
        return None
    same = {one.id for one in market.lookalikes(offer)}
    if any(one.product_id == offer.product_id or one.id in same for one in settlement.answers):
        return None
    said = [one.keep for one in kept]
    if given_up is not None:
        said.append(f"gives up as little as possible on {given_up.least}")
    ways = ways_to_ask("substitute", generator, noun=singular(offer.kind), address=address(offer), kept=join(said))
    requirement = OfferRequirement(
        constraints, "cheapest", settlement, _looks_right(market, constraints, settlement, offer)
    )
    return ComparisonDraft(
        f"find_substitutes/{offer.kind}",
        ways[0],
        (requirement,),
        RequiredAction.NAME,
        (f"substitute:{offer.kind}", offer.product_id),
        offer,
        "Decided by "
        + ", ".join(f"{one.attribute} {one.relation} {one.value}".rstrip() for one in constraints[1:])
        + ".",
        ways,
    )


def _nearest(market: Market, offer: Offer, constraints: tuple[Constraint, ...], given_up: Utility) -> Constraint | None:
    """What giving up as little as possible means here: nothing, where something cheaper is no worse, else the nearest.

    None where it is not known what the original has.
    """
    no_worse = given_up.kept(market, offer)
    if no_worse is None:
        return None
    others = [one for one in market.possible((*constraints, no_worse)) if one.product_id != offer.product_id]
    return no_worse if others else given_up.best(market)


def _looks_right(
    market: Market, constraints: tuple[Constraint, ...], settlement: Settlement, start: Offer
) -> tuple[Offer, ...]:
    near = market.near_misses(constraints, settlement, 3)
    return (start, *(offer for offer in near if offer.id != start.id))[:3]
