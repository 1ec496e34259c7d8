"""What a verifier is: one question to a shop, answered with findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from shopworld.arena.verify.finding import AREAS, Area, Finding
from shopworld.arena.verify.subject import VerifiedShop


@dataclass(frozen=True, slots=True)
class Verifier:
    """One question to a shop.

    Attributes:
        name: as findings write it.
        question: what it asks, for people.
        run: answers with what is wrong.
        areas: whose findings it can give; it is left out where none of them is asked for.
    """

    name: str
    question: str
    run: Callable[[VerifiedShop], Iterable[Finding]]
    areas: tuple[Area, ...] = AREAS
