"""A task before it is one: the requirements it makes, already settled, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from shopworld.catalog import Offer
from shopworld.guru.comparison.market import Settlement
from shopworld.tasks import Constraint

Thing = TypeVar("Thing")


class RequiredAction(StrEnum):
    """What is to be done with the answers."""

    NAME = "name"
    CART = "cart"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class OfferRequirement:
    """One thing that is wanted.

    Attributes:
        constraints: what it must be.
        objective: `all`, `cheapest` or `cheapest_each`.
        settlement: the answers.
        near_misses: offers that look right and are not.
        group_by: attribute of the groups of `cheapest_each`.
    """

    constraints: tuple[Constraint, ...]
    objective: str
    settlement: Settlement
    near_misses: tuple[Offer, ...]
    group_by: str = ""


@dataclass(frozen=True, slots=True)
class ComparisonDraft:
    """A task to be.

    Attributes:
        template: what it was made from; tasks of one template share it.
        text: what the user says.
        ways: other ways to say it; the suite takes one that is unlike its other texts.
        requirements: what is wanted.
        action: what is to be done with it.
        subjects: what no other task of the suite should be about again: products, series, requirements.
        start: the offer that the task starts from, if any.
        note: for people.
    """

    template: str
    text: str
    requirements: tuple[OfferRequirement, ...]
    action: RequiredAction
    subjects: tuple[str, ...]
    start: Offer | None = None
    note: str = ""
    ways: tuple[str, ...] = ()


def in_turn(supplies: Sequence[Iterator[Thing]]) -> Iterator[Thing]:
    """One thing of each supply, then another of each, until all are at their end."""
    left = list(supplies)
    while left:
        for supply in list(left):
            try:
                yield next(supply)
            except StopIteration:
                left.remove(supply)
