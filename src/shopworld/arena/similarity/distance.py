"""How far two shops are from each other: their graphs, and the roles that their pages are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Set

from pydantic import BaseModel, ConfigDict

from shopworld.arena.similarity.graph import TransitionGraph

_DIGITS = 6


class Distance(BaseModel):
    """Distances between two shops, from 0 (the same) to 1 (nothing in common)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    nodes: float
    """Jaccard distance of the states."""
    edges: float
    """Jaccard distance of the edges."""
    graph: float
    """The mean of both."""
    roles: float
    """Total variation distance between the shares that roles have in all pages: half the sum of differences."""


def distance_between(
    first: TransitionGraph,
    second: TransitionGraph,
    first_roles: Mapping[str, int],
    second_roles: Mapping[str, int],
) -> Distance:
    """Compares two shops.

    Args:
        first: graph of one shop.
        second: graph of the other.
        first_roles: how often each role occurs in one shop.
        second_roles: the same of the other.
    """
    nodes = jaccard_distance(frozenset(first.nodes), frozenset(second.nodes))
    edges = jaccard_distance(first.pairs, second.pairs)
    return Distance(
        nodes=round(nodes, _DIGITS),
        edges=round(edges, _DIGITS),
        graph=round((nodes + edges) / 2, _DIGITS),
        roles=round(histogram_distance(first_roles, second_roles), _DIGITS),
    )


def jaccard_distance(first: Set[Hashable], second: Set[Hashable]) -> float:
    """One minus the share of common members among all; 0 for two empty sets."""
    together = len(first | second)
    return 1 - len(first & second) / together if together else 0.0


def histogram_distance(first: Mapping[str, int], second: Mapping[str, int]) -> float:
    """Half the sum of differences between the shares; 0 for two empty histograms, 1 where only one is empty."""
    one, other = sum(first.values()), sum(second.values())
    if not one or not other:
        return float(bool(one) != bool(other))
    names = sorted(set(first) | set(second))
    return sum(abs(first.get(name, 0) / one - second.get(name, 0) / other) for name in names) / 2


def summed(histograms: list[dict[str, int]]) -> dict[str, int]:
    """Histograms added up, in alphabetical order."""
    total: Counter[str] = Counter()
    for one in histograms:
        total.update(one)
    return dict(sorted(total.items()))
