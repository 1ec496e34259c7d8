"""Which requirements a query can grow by: found all at once, so that each is needed at the end and after every round.

A requirement is needed where an offer fails it and meets all others. An offer that does so after the last round did so
in every round before, so that without a sort any order of the rounds will do. Under a sort that offer must also come
first, or share the first place, which is tried round by round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from operator import and_
from random import Random
from typing import Final

from shopworld.guru.evolution.query import Aspect, EvolutionStep, Query

MOST_FIRST: Final = 3
"""Offers that may share the first place under a sort."""
_MOST_ANSWERS: Final = 20
_MOST_SHARE: Final = 0.05
_CHANGES: Final = 240
"""Exchanges of one requirement for another that are tried."""
_PATIENCE: Final = 60
"""Exchanges in a row that make nothing better."""
_ORDERS: Final = 12
_EARLY: Final = frozenset({"rating", "review_count"})
_EARLY_SHARE: Final = 0.6
"""Topics of early rounds, and how often they come early: what people ask for first."""
_EMPTY: Final = 3
"""What it costs that nothing fits, against one requirement that nobody needs."""

Draw = Callable[[Aspect, Sequence[EvolutionStep]], EvolutionStep | None]
"""A step of an aspect that goes with some others; None where there is none."""


def grown_line(query: Query, rounds: Sequence[Aspect], draw: Draw, rng: Random) -> list[Query] | None:
    """A query after each of its rounds, the query itself first; None where no requirements were found for it.

    Args:
        query: fair, and needing all that it asks for.
        rounds: aspects of the rounds, in any order.
        draw: finds steps.
        rng: of all choices.
    """
    chosen: list[EvolutionStep] = []
    for aspect in rounds:
        step = draw(aspect, (*query.requirements, *chosen))
        if step is None:
            return None
        chosen.append(step)
    cost, since = _cost(query, chosen), 0
    for _ in range(_CHANGES):
        since += 1
        if since > _PATIENCE:
            return None
        if not cost and (line := _ordered(query, chosen, rng)) is not None:
            return line
        at = rng.randrange(len(chosen))
        others = [one for place, one in enumerate(chosen) if place != at]
        step = draw(chosen[at].aspect, (*query.requirements, *others))
        if step is None:
            continue
        changed = [*chosen[:at], step, *chosen[at + 1 :]]
        price = _cost(query, changed)
        if price <= cost or (not cost and price == 1):
            since = 0 if price < cost else since
            chosen, cost = changed, price
    return None


def most_answers(query: Query) -> int:
    """How many products a query may accept: 20, and 5 % of the kind, at most; three where they share a first place."""
    few = int(_MOST_SHARE * len(query.shelf.offers))
    return MOST_FIRST if query.sort is not None else min(_MOST_ANSWERS, few)


def _cost(query: Query, steps: Sequence[EvolutionStep]) -> int:
    """How many requirements nobody needs; 0 where all are needed after the last round."""
    shelf = query.shelf
    asked = (*query.requirements, *steps)
    masks = [query.met_by(one) for one in asked if one.sort is None]
    before: list[int] = [shelf.everything, *accumulate(masks, and_)]
    behind: list[int] = [shelf.everything, *accumulate(reversed(masks), and_)][::-1]
    fits = before[-1]
    if not fits:
        return _EMPTY + sum(not (before[at] & behind[at + 1]) for at in range(len(masks)))
    alone = [before[at] & behind[at + 1] & ~fits for at in range(len(masks))]
    sort = next((one.sort for one in asked if one.sort is not None), None)
    if sort is None:
        return sum(not one for one in alone)
    place = shelf.place(fits, sort)
    if place is None:
        return _EMPTY
    best = shelf.places(sort)[place] & fits
    early = shelf.down_to(sort, place)
    return sum(not one & early for one in alone) + (best == fits) + (best.bit_count() > MOST_FIRST)


def _ordered(query: Query, steps: Sequence[EvolutionStep], rng: Random) -> list[Query] | None:
    """The rounds in an order in which every requirement is needed after each; None where none was found."""
    rounds = list(steps)
    for _ in range(_ORDERS):
        rng.shuffle(rounds)
        if rng.random() < _EARLY_SHARE:
            rounds.sort(key=lambda one: one.topic not in _EARLY)
        line = [query]
        for step in rounds:
            line.append(line[-1].with_step(step))
        if line[-1].sort is None or all(_holds(one) for one in line[1:]):
            return line
    return None


def _holds(query: Query) -> bool:
    few = query.sort is None or query.answers().bit_count() <= MOST_FIRST
    return few and query.needs_all()
