"""Which products samples are made about: those that an intent can use, evenly over the kinds of things."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from enum import StrEnum

import numpy as np

from shopworld.guru.intent.inventory import Inventory


class Intent(StrEnum):
    """The eight intents of EComAgentBench (its Appendix B)."""

    PRODUCT_SEARCH = "product_search"
    KNOWLEDGE_REASONING = "knowledge_reasoning"
    RATING_QUALITY = "rating_quality"
    FEATURE_COMBINATION = "feature_combination"
    NEGATIVE_CONSTRAINT = "negative_constraint"
    USE_CASE_SCENARIO = "use_case_scenario"
    COUPON_BUDGET = "coupon_budget"
    REVIEW_DRIVEN = "review_driven"


SHARES = {
    Intent.PRODUCT_SEARCH: 83,
    Intent.KNOWLEDGE_REASONING: 106,
    Intent.RATING_QUALITY: 80,
    Intent.FEATURE_COMBINATION: 104,
    Intent.NEGATIVE_CONSTRAINT: 57,
    Intent.USE_CASE_SCENARIO: 104,
    Intent.COUPON_BUDGET: 33,
    Intent.REVIEW_DRIVEN: 95,
}
"""Tasks of each intent among the 662 of the paper (its Table 9)."""
_DEPARTMENTS = {"All Electronics": "Electronics", "Computers": "Electronics", "Camera & Photo": "Electronics"}
"""Names of main categories that are parts of another one."""
_GIVEN_UP = {1: 150, 2: 25}
"""Targets of one category, and of one kind of thing in it, that give no sample before another one has its turn."""
LEAST_DETAILS = 8
_LEAST_DETAILS_COMBINED = 9
_LEAST_RATING, _LEAST_RATINGS = 4.0, 20
LEAST_REVIEWS = 5
"""Stored reviews of the target of a review-driven sample."""


def eligible(inventory: Inventory, intent: Intent) -> list[int]:
    """The products that an intent can use (construction rules of EComAgentBench), rising.

    Reviews that are stored are counted later: here a product of a review-driven sample has as many ratings at least.
    """
    least = _LEAST_DETAILS_COMBINED if intent is Intent.FEATURE_COMBINATION else LEAST_DETAILS
    flags = inventory.detail_counts >= least
    match intent:
        case Intent.COUPON_BUDGET:
            flags &= ~np.isnan(inventory.prices)
        case Intent.KNOWLEDGE_REASONING | Intent.USE_CASE_SCENARIO:
            flags &= inventory.worded
        case Intent.RATING_QUALITY:
            flags &= (inventory.ratings >= _LEAST_RATING) & (inventory.rating_counts >= _LEAST_RATINGS)
        case Intent.REVIEW_DRIVEN:
            flags &= inventory.rating_counts >= LEAST_REVIEWS
    return [int(position) for position in np.flatnonzero(flags)]


class Targets:
    """Products for an intent: the categories have a turn by what they still lack, the kinds of things in each in turn.

    Args:
        inventory: all products.
        intent: says which of them.
        seed: of the order.
    """

    def __init__(self, inventory: Inventory, intent: Intent, seed: int) -> None:
        generator = random.Random(f"intent:{seed}:{intent.value}:targets")
        self._shelves: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for position in eligible(inventory, intent):
            self._shelves[merged(inventory.departments[position])][inventory.leaves[position]].append(position)
        for leaves in self._shelves.values():
            for leaf in sorted(leaves):
                generator.shuffle(leaves[leaf])
        self._turns: Counter[tuple[str, ...]] = Counter()
        """Samples of a category, or of a kind in it, and what its failures in a row come to."""
        self._failed: Counter[tuple[str, ...]] = Counter()
        self._last = ("", "")

    def __iter__(self) -> Iterator[int]:
        while self._shelves:
            department = min(sorted(self._shelves), key=lambda one: self._rank((one,)))
            leaves = self._shelves[department]
            leaf = min(sorted(leaves), key=lambda one: self._rank((department, one)))
            self._last = (department, leaf)
            yield leaves[leaf].pop()
            if not leaves[leaf]:
                del leaves[leaf]
            if not leaves:
                del self._shelves[department]

    def _rank(self, key: tuple[str, ...]) -> tuple[int, int]:
        return self._turns[key] + self._failed[key] // _GIVEN_UP[len(key)], self._failed[key]

    def kept(self) -> None:
        """The last target gave a sample."""
        for key in (self._last[:1], self._last):
            self._turns[key] += 1
            self._failed[key] = 0

    def dropped(self) -> None:
        """The last target gave none."""
        for key in (self._last[:1], self._last):
            self._failed[key] += 1


def merged(department: str) -> str:
    """The category that a main category belongs to."""
    return _DEPARTMENTS.get(department, department)


def targets(inventory: Inventory, intent: Intent, seed: int) -> Iterator[int]:
    """Products for an intent in the order in which they are tried where none gives a sample."""
    return iter(Targets(inventory, intent, seed))
