"""Measures of state-transition graphs."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from shopworld.arena.similarity.graph import Edge, TransitionGraph, graph_of, statistics_of, successors

NODES = ["/", "/cart", "/search", "/products/*", "/products/*:cart_drawer", "/collections/*"]
edges = st.builds(Edge, st.sampled_from(NODES), st.sampled_from(NODES), st.sampled_from(["fill", "click", "choice"]))
graphs = st.builds(
    graph_of, st.sets(st.sampled_from(NODES)).map(lambda found: {"/", *found}), st.lists(edges, max_size=30)
)


def a_shop() -> TransitionGraph:
    return graph_of(
        ["/", "/collections/*", "/products/*", "/products/*:cart_drawer", "/cart", "/pages/*"],
        [
            Edge("/", "/collections/*", "click"),
            Edge("/", "/collections/*", "fill"),
            Edge("/", "/", "click"),
            Edge("/collections/*", "/products/*", "click"),
            Edge("/products/*", "/products/*:cart_drawer", "click"),
            Edge("/products/*:cart_drawer", "/cart", "click"),
            Edge("/pages/*", "/pages/*", "click"),
            Edge("/cart", "/checkout", "click"),
        ],
    )


@settings(max_examples=30)
@given(graphs)
def test_bounds_of_all_measures(graph: TransitionGraph) -> None:
    found = statistics_of(graph)
    assert found.average_out_degree <= found.maximum_out_degree <= found.nodes
    assert 0 < found.reachable_share <= 1
    assert found.diameter < found.nodes
    assert found.dead_ends <= found.nodes
    assert found.clicks_to_cart is None or found.clicks_to_cart <= found.diameter
    assert found.edges == sum(map(len, successors(graph).values()))


@settings(max_examples=30)
@given(graphs)
def test_order_and_repetition_do_not_matter(graph: TransitionGraph) -> None:
    assert graph_of(reversed(graph.nodes), [*graph.edges, *reversed(graph.edges)]) == graph


@settings(max_examples=30)
@given(graphs)
def test_another_edge_never_makes_less_reachable(graph: TransitionGraph) -> None:
    richer = graph_of(graph.nodes, [*graph.edges, Edge("/", graph.nodes[-1], "click")])
    assert statistics_of(richer).reachable_share >= statistics_of(graph).reachable_share


def test_a_shop_by_hand() -> None:
    found = statistics_of(a_shop())
    assert (found.nodes, found.pages, found.edges) == (6, 5, 6)
    assert found.average_out_degree == 1.0
    assert found.maximum_out_degree == 2
    assert found.dead_ends == 2  # the cart, whose checkout is no node; and the pages that lead to themselves only
    assert found.diameter == 4
    assert found.clicks_to_cart == 4
    assert found.reachable_share == round(5 / 6, 6)


def test_a_shop_without_a_way_to_the_cart() -> None:
    assert statistics_of(graph_of(["/", "/cart"], [])).clicks_to_cart is None
