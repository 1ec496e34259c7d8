"""The state-transition graph of a shop, and the paper's measures of it.

A node is a state that a visitor can meet: a page, by its template (`/products/*`), or what a page shows once something
on it was used (`/products/*:cart_drawer`). An edge is something to do in the one that leads to the other.

Source: ShopGym, section 3.1 and Figures 5a and 5b.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from shopworld.arena.similarity.complexity import Action

HOME, CART = "/", "/cart"
_DIGITS = 6


class Edge(NamedTuple):
    """From one state to another."""

    source: str
    target: str
    action: Action


class TransitionGraph(BaseModel):
    """States and what leads from one to another."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]

    @property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """The edges by their ends; two ways to go from one state to another are one edge."""
        return frozenset((edge.source, edge.target) for edge in self.edges)


class GraphStatistics(BaseModel):
    """The paper's measures of a graph."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    nodes: int
    pages: int
    """Nodes that are pages; the others are pages on which something was used."""
    edges: int
    """Pairs of states with a way from the one to the other, the same state twice included."""
    average_out_degree: float
    maximum_out_degree: int
    dead_ends: int
    """Nodes from which nothing leads to another one."""
    diameter: int
    """The longest of the shortest ways between two states of which one can be reached from the other."""
    reachable_share: float
    """Share of the nodes that can be reached from home; home counts."""
    clicks_to_cart: int | None
    """Steps from home to the cart's page; None where there is no way."""


def graph_of(nodes: Iterable[str], edges: Iterable[Edge]) -> TransitionGraph:
    """A graph in order: each node and edge once; edges to what is no node are left out."""
    known = set(nodes)
    kept = {Edge(*edge) for edge in edges if edge[0] in known and edge[1] in known}
    return TransitionGraph(nodes=tuple(sorted(known)), edges=tuple(sorted(kept)))


def statistics_of(graph: TransitionGraph) -> GraphStatistics:
    """Measures a graph."""
    follows = successors(graph)
    count = len(graph.nodes)
    ways = {node: distances_from(follows, node) for node in graph.nodes}
    home = ways.get(HOME, {})
    return GraphStatistics(
        nodes=count,
        pages=sum(not is_interface_state(node) for node in graph.nodes),
        edges=len(graph.pairs),
        average_out_degree=round(len(graph.pairs) / count, _DIGITS) if count else 0.0,
        maximum_out_degree=max((len(targets) for targets in follows.values()), default=0),
        dead_ends=sum(not [target for target in follows[node] if target != node] for node in graph.nodes),
        diameter=max((steps for reached in ways.values() for steps in reached.values()), default=0),
        reachable_share=round(len(home) / count, _DIGITS) if count else 0.0,
        clicks_to_cart=home.get(CART),
    )


def successors(graph: TransitionGraph) -> dict[str, list[str]]:
    """What each node leads to, in order."""
    found: dict[str, list[str]] = {node: [] for node in graph.nodes}
    for source, target in sorted(graph.pairs):
        found[source].append(target)
    return found


def distances_from(follows: Mapping[str, Iterable[str]], start: str) -> dict[str, int]:
    """Steps to each node that can be reached from a start, which is 0 steps away."""
    reached = {start: 0}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        for target in follows.get(node, ()):
            if target not in reached:
                reached[target] = reached[node] + 1
                waiting.append(target)
    return reached


def is_interface_state(node: str) -> bool:
    """Whether a node is a page on which something was used."""
    return ":" in node


def page_of(node: str) -> str:
    """The page that a node belongs to."""
    return node.partition(":")[0]


def interface_state(page: str, state: str) -> str:
    """The node of a page on which something was used."""
    return f"{page}:{state}"
