"""Frames are merged, nothing is lost, and every node comes after the one it lies in."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from shopworld.arena.similarity.tree import RawNode, links_of, merged_tree, roles_of


def raw(number: int, role: str, *children: int, name: str = "", **more: Any) -> RawNode:
    """A node as the browser gives it."""
    return {
        "nodeId": str(number),
        "ignored": False,
        "role": {"value": role},
        "name": {"value": name},
        "childIds": [str(child) for child in children],
        "backendDOMNodeId": number,
        **more,
    }


@st.composite
def raw_trees(draw: st.DrawFn) -> list[RawNode]:
    """Nodes of one document, in any order after the root."""
    parents = draw(st.lists(st.integers(0, 100), max_size=30))
    children: dict[int, list[int]] = {}
    for number, parent in enumerate(parents, 1):
        children.setdefault(parent % number, []).append(number)
    nodes = [raw(number, "generic", *children.get(number, [])) for number in range(len(parents) + 1)]
    return [nodes[0], *draw(st.permutations(nodes[1:]))]


@settings(max_examples=30)
@given(raw_trees())
def test_every_node_is_there_once_after_its_parent(nodes: list[RawNode]) -> None:
    tree = merged_tree(nodes)
    assert len(tree) == len(nodes)
    assert [node.parent < position for position, node in enumerate(tree)] == [True] * len(tree)
    assert [node.parent for node in tree].count(-1) == 1


@settings(max_examples=30)
@given(raw_trees(), raw_trees())
def test_a_frames_document_lies_in_its_element(outer: list[RawNode], inner: list[RawNode]) -> None:
    tree = merged_tree(outer, {0: inner})
    assert len(tree) == len(outer) + len(inner)


def test_ignored_nodes_stay_without_role_and_name() -> None:
    tree = merged_tree([raw(1, "RootWebArea", 2), raw(2, "button", name="Buy", ignored=True)])
    assert (tree[1].role, tree[1].name) == ("none", "")
    assert roles_of(tree) == {"RootWebArea": 1}


def test_links_are_read_in_order_once_and_only_where_they_can_be_used() -> None:
    def link(number: int, url: str, **states: bool) -> RawNode:
        properties = [{"name": "url", "value": {"value": url}}]
        properties += [{"name": name, "value": {"value": value}} for name, value in states.items()]
        return raw(number, "link", properties=properties)

    nodes = [
        raw(1, "RootWebArea", 2, 3, 4, 5),
        link(2, "/b"),
        link(3, "/a"),
        link(4, "/b"),
        link(5, "/c", disabled=True),
    ]
    assert links_of(merged_tree(nodes)) == ["/b", "/a"]


def test_nothing_gives_an_empty_tree() -> None:
    assert merged_tree([]) == ()
