"""Graphs are drawn whole, the same each time, and safe to put into a page."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from shopworld.arena.similarity.drawing import draw_graph
from shopworld.arena.similarity.graph import Edge, TransitionGraph, graph_of, interface_state

PAGES = [
    "/",
    "/collections/*",
    "/search",
    "/products/*",
    "/cart",
    "/checkout",
    "/pages/*",
    "/a-very-long-address-of-a-page",
]
STATES = [interface_state(page, "cart_drawer") for page in ("/", "/products/*")]
SVG = "{http://www.w3.org/2000/svg}"


@st.composite
def graphs(draw: st.DrawFn) -> TransitionGraph:
    nodes = draw(st.sets(st.sampled_from(PAGES))) | {"/", "/products/*"}
    nodes |= draw(st.sets(st.sampled_from(STATES)))
    some = st.sampled_from(sorted(nodes))
    edges = draw(st.lists(st.builds(Edge, some, some, st.sampled_from(["fill", "click", "choice"])), max_size=20))
    return graph_of(nodes, edges)


@settings(max_examples=40)
@given(graphs())
def test_every_node_stands_once_within_the_picture_and_no_two_overlap(graph: TransitionGraph) -> None:
    root = etree.fromstring(draw_graph(graph, "A shop").encode())
    width, height = map(float, str(root.get("viewBox")).split()[2:])
    named: dict[str, tuple[float, ...]] = {}
    for group in root.iter(f"{SVG}g"):
        title, box = group.find(f"{SVG}title"), group.find(f"{SVG}rect")
        assert title is not None
        assert box is not None
        named[str(title.text)] = tuple(float(box.get(side) or 0) for side in ("x", "y", "width", "height"))
    assert sorted(named) == list(graph.nodes)
    boxes = list(named.values())
    assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in boxes)
    for number, (x, y, w, h) in enumerate(boxes):
        assert not any(
            x < x2 + w2 and x2 < x + w and y < y2 + h2 and y2 < y + h for x2, y2, w2, h2 in boxes[number + 1 :]
        )


@settings(max_examples=20)
@given(graphs())
def test_the_same_graph_gives_the_same_bytes(graph: TransitionGraph) -> None:
    again = TransitionGraph.model_validate_json(graph.model_dump_json())
    assert draw_graph(graph, "A shop") == draw_graph(again, "A shop")


def test_a_way_that_a_used_page_shares_with_its_page_is_drawn_once() -> None:
    drawer = "/products/*:cart_drawer"
    edges = [Edge("/products/*", "/cart", "click"), Edge(drawer, "/cart", "click"), Edge(drawer, "/checkout", "click")]
    drawn = draw_graph(graph_of(["/", "/cart", "/checkout", "/products/*", drawer], edges), "A shop")
    assert set(re.findall(r"<title>(\S+ → \S+) ", drawn)) == {"/products/* → /cart", f"{drawer} → /checkout"}


def test_names_are_escaped() -> None:
    drawn = draw_graph(graph_of(["/", "/<b>&"], []), 'A "shop" <x>')
    assert "<b>" not in drawn
    assert "<x>" not in drawn
    etree.fromstring(drawn.encode())
