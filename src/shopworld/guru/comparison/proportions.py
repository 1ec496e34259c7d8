"""How a number of tasks is shared out: over categories in WebMall's proportions, and over levels of difficulty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from shopworld.guru.comparison.families import FAMILIES

Name = TypeVar("Name", bound=str)

WEBMALL_COUNTS: Mapping[str, int] = {category: usual for category, (_, usual, _) in FAMILIES.items()}
"""Tasks of each category in WebMall (paper, Table 2), 91 together."""

WEBMALL_TOTAL = sum(WEBMALL_COUNTS.values())


def shared_out(total: int, weights: Mapping[str, int]) -> dict[str, int]:
    """Whole numbers in proportion to weights that add up to a total, by the method of the largest remainder.

    Equal remainders go to what comes first.

    Args:
        total: what is shared out.
        weights: by name, at least one of them above 0.

    Returns:
        The share of each name, in the order of the weights.
    """
    whole = sum(weights.values())
    shares = {name: total * weight // whole for name, weight in weights.items()}
    order = sorted(weights, key=lambda name: -(total * weights[name] % whole))
    for name in order[: total - sum(shares.values())]:
        shares[name] += 1
    return shares


def furthest_behind(counts: Mapping[Name, int], weights: Mapping[Name, int]) -> list[Name]:
    """Names by how far they are behind their share, the furthest first (Sainte-Laguë); those without weight last.

    Args:
        counts: what each name has so far.
        weights: what it is to have in proportion.
    """
    return sorted(
        weights, key=lambda name: (2 * counts.get(name, 0) + 1) / weights[name] if weights[name] else float("inf")
    )
