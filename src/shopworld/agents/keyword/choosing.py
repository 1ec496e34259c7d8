"""Candidates from listings: which to look at, in which order, and when enough is found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from shopworld.agents.keyword.demands import Demands
from shopworld.agents.keyword.goal import Goal, GoalRequirement, OfferSelection, RequestedAction
from shopworld.agents.keyword.matching import MatchGrade, judge, likeness, quantities_of
from shopworld.agents.keyword.vocabulary import normalise
from shopworld.agents.skills import ListedOffer, ReadProductPage

MOST_NAMED = 14
"""Offers that are named or bought for one requirement, at most."""
_WORTH_A_GUESS = 0.6


@dataclass(frozen=True, slots=True)
class OfferCandidate:
    """A listed offer that may be what is wanted.

    Attributes:
        shop: address of its shop.
        listing: address of the listing it stood in.
        title: as printed.
        price: in cents.
        verdict: what its card says of it.
        likeness: how much of what is demanded its card says, 0 to 1.
    """

    shop: str
    listing: str
    title: str
    price: int | None
    verdict: MatchGrade
    likeness: float


def candidates_in(demands: Demands, offers: Sequence[ListedOffer], shop: str, listing: str) -> list[OfferCandidate]:
    """The offers of a listing that nothing speaks against.

    Args:
        demands: what is demanded.
        offers: as listed.
        shop: address of the shop.
        listing: address of the listing.
    """
    found = []
    for one in offers:
        verdict = judge(demands, one.title, one.text, one.price)
        if verdict is not MatchGrade.NO:
            alike = likeness(demands, one.title, one.text)
            found.append(OfferCandidate(shop, listing, one.title, one.price, verdict, alike))
    return found


def is_promising(demands: Demands, offers: Sequence[ListedOffer]) -> bool:
    """Whether so many offers of a listing fit, but for their price, that its next page is worth a look."""
    at_any_price = replace(demands, bounds=tuple(bound for bound in demands.bounds if bound.unit != "euro"))
    alike = sum(judge(at_any_price, one.title, one.text, None) is not MatchGrade.NO for one in offers)
    return alike >= len(offers) / 3


def is_confirmed(demands: Demands, one: OfferCandidate, page: ReadProductPage) -> bool:
    """Whether a candidate's page confirms what its card promised."""
    sure = one.verdict is MatchGrade.YES
    title = page.title or one.title
    verdict = judge(demands, title, page.text, one.price, whole=not sure, category=page.category)
    return verdict is not MatchGrade.NO


def best_guesses(requirement: GoalRequirement, goal: Goal, guesses: Sequence[tuple[float, str]]) -> list[str]:
    """What to name where no page confirmed anything: the likeliest, if they are likely enough.

    Args:
        requirement: what is wanted.
        goal: what it belongs to; nothing is bought on a guess.
        guesses: likeness and address of what was looked at.
    """
    best = max((alike for alike, _ in guesses), default=0.0)
    if goal.action is not RequestedAction.NAME or best < _WORTH_A_GUESS:
        return []
    pages = [address for alike, address in guesses if alike == best]
    return pages if requirement.choice is OfferSelection.ALL else pages[:1]


def group_of(requirement: GoalRequirement, title: str) -> str:
    """What «each» is told apart by: the capacity where sizes are asked for, else the model number."""
    capacity = next((f"{number:09.1f}" for number in quantities_of(title, "gb")), "")
    if re.search(r"size|capacity|storage", requirement.text, re.IGNORECASE):
        return capacity
    model = re.search(r"\b([a-z]{1,4} ?\d{2,4}(?: ?(?:ti|super|ultra|plus|pro|max)\b)*)", normalise(title))
    return model[1].replace(" ", "") if model else capacity


def size_of(title: str) -> float:
    """The largest capacity a title names, in gigabytes."""
    return max(quantities_of(title, "gb"), default=0.0)


class Queue:
    """The order in which candidates are looked at; told of what was accepted, it drops what is no longer wanted.

    Args:
        requirement: what is wanted.
        largest: whether only the largest are.
        candidates: none of them impossible.
    """

    def __init__(self, requirement: GoalRequirement, candidates: Sequence[OfferCandidate], *, largest: bool) -> None:
        self._requirement = requirement
        self._largest = largest
        self._best: dict[str, float] = {}
        self._waiting = sorted(candidates, key=self._rank)

    def _rank(self, one: OfferCandidate) -> tuple[float, ...]:
        doubt = float(MatchGrade.YES - one.verdict)
        if self._requirement.choice is OfferSelection.ALL:
            size = -size_of(one.title) if self._largest else 0.0
            return (size, doubt, -one.likeness)
        price = float(one.price) if one.price is not None else float("inf")
        return (price, doubt, -one.likeness)

    def _wanted(self, one: OfferCandidate) -> bool:
        if self._requirement.choice is OfferSelection.ALL:
            return not self._largest or size_of(one.title) >= self._best.get("", 0.0)
        if one.price is None:
            return False
        group = (
            group_of(self._requirement, one.title) if self._requirement.choice is OfferSelection.CHEAPEST_EACH else ""
        )
        return one.price <= self._best.get(group, float("inf"))

    def take(self, listing: str) -> OfferCandidate | None:
        """The next candidate to look at, one of that listing before equals; None where no more are wanted."""
        self._waiting = [one for one in self._waiting if self._wanted(one)]
        if not self._waiting:
            return None
        first = self._waiting[0]
        here = [one for one in self._waiting if one.listing == listing and self._equal(one, first)]
        chosen = here[0] if here else first
        self._waiting.remove(chosen)
        return chosen

    def _equal(self, one: OfferCandidate, other: OfferCandidate) -> bool:
        if self._requirement.choice is OfferSelection.ALL and not self._largest:
            return one.verdict == other.verdict
        return self._rank(one)[:1] == self._rank(other)[:1]

    def accept(self, one: OfferCandidate) -> None:
        """Says that the candidate turned out to be right."""
        if self._requirement.choice is OfferSelection.ALL:
            self._best[""] = max(self._best.get("", 0.0), size_of(one.title)) if self._largest else 0.0
        elif one.price is not None:
            group = (
                group_of(self._requirement, one.title)
                if self._requirement.choice is OfferSelection.CHEAPEST_EACH
                else ""
            )
            self._best[group] = min(self._best.get(group, float("inf")), float(one.price))
