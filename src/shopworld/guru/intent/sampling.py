"""Which products samples are made about: those that an intent can use, evenly over the kinds of things."""

from __future__ import annotations

import random
from collections import defaultdict
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


def targets(inventory: Inventory, intent: Intent, seed: int) -> Iterator[int]:
    """Products for an intent in random order, the kinds of things taking turns; each product once.

    Args:
        inventory: all products.
        intent: says which of them.
        seed: of the order.
    """
    generator = random.Random(f"intent:{seed}:{intent.value}:targets")
    shelves: dict[str, list[int]] = defaultdict(list)
    for position in eligible(inventory, intent):
        shelves[inventory.leaves[position]].append(position)
    order = sorted(shelves)
    generator.shuffle(order)
    for name in order:
        generator.shuffle(shelves[name])
    while order:
        for name in order:
            yield shelves[name].pop()
        order = [name for name in order if shelves[name]]
