"""The measures hold what they say, for trees of any shape."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from shopworld.arena.similarity.complexity import (
    INTERACTIVE,
    MEASURES,
    WITHOUT_MEANING,
    complexity_of,
    depths,
    elements_of,
    summary_of,
)
from shopworld.arena.similarity.tree import Tree, TreeNode

ROLES = sorted(INTERACTIVE | WITHOUT_MEANING | {"RootWebArea", "main", "list", "listbox", "DisclosureTriangle"})


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Trees of any shape."""
    nodes = [TreeNode("RootWebArea", "", -1)]
    for _ in range(draw(st.integers(0, 25))):
        nodes.append(
            TreeNode(
                draw(st.sampled_from(ROLES)),
                draw(st.sampled_from(["", "Add", "Size"])),
                draw(st.integers(0, len(nodes) - 1)),
                editable=draw(st.booleans()),
                disabled=draw(st.booleans()),
            )
        )
    return tuple(nodes)


def node(role: str, parent: int, name: str = "", *, editable: bool = False, disabled: bool = False) -> TreeNode:
    return TreeNode(role, name, parent, editable=editable, disabled=disabled)


@settings(max_examples=30)
@given(trees())
def test_bounds_of_all_measures(tree: Tree) -> None:
    found = complexity_of(tree)
    assert 0 <= found.semantic_depth <= found.max_depth < max(1, found.nodes)
    assert found.interactive <= found.nodes
    assert 1 <= found.distinct_pairs <= found.nodes
    assert found.fill + found.click + found.choice <= found.nodes


@settings(max_examples=30)
@given(trees())
def test_different_elements_are_never_more_than_elements(tree: Tree) -> None:
    found, elements = complexity_of(tree), elements_of(tree)
    assert all(len(elements[action]) <= getattr(found, action) for action in elements)


@settings(max_examples=30)
@given(trees(), st.sampled_from(sorted(WITHOUT_MEANING)))
def test_a_layer_without_meaning_deepens_the_tree_only(tree: Tree, role: str) -> None:
    wrapped = (tree[0], node(role, 0), *(TreeNode(n.role, n.name, n.parent + 1) for n in tree[1:]))
    assert complexity_of(wrapped).semantic_depth == complexity_of(tree).semantic_depth
    assert complexity_of(wrapped).max_depth == max(1, complexity_of(tree).max_depth + (len(tree) > 1))


@settings(max_examples=30)
@given(trees())
def test_the_deepest_node_has_the_depth_of_its_path(tree: Tree) -> None:
    deepest = max(range(len(tree)), key=lambda position: depths(tree)[position])
    steps, position = 0, deepest
    while tree[position].parent >= 0:
        steps, position = steps + 1, tree[position].parent
    assert complexity_of(tree).max_depth == steps


def test_what_one_fills_clicks_on_and_chooses_with() -> None:
    tree = (
        node("RootWebArea", -1),
        node("searchbox", 0),
        node("combobox", 0, "Sort"),
        node("MenuListPopup", 2),
        node("option", 3, "Price"),
        node("combobox", 0, "Search", editable=True),
        node("option", 0, "A suggestion"),
        node("button", 0, "Buy"),
        node("button", 0, "Sold out", disabled=True),
        node("radio", 0, "Red"),
    )
    found = complexity_of(tree)
    assert (found.fill, found.click, found.choice) == (2, 2, 2)
    assert found.interactive == 8


def test_a_shop_counts_an_element_of_many_pages_once() -> None:
    page = (node("RootWebArea", -1), node("link", 0, "Cart"), node("link", 0, "Home"))
    other = (node("RootWebArea", -1), node("link", 0, "Cart"), node("textbox", 0, "E-mail"))
    pages = [page, other]
    found = summary_of([complexity_of(one) for one in pages], [elements_of(one) for one in pages])
    assert (found.unique_click, found.unique_fill, found.unique_choice) == (2, 1, 0)
    assert found.mean["click"] == 1.5
    assert found.largest["click"] == 2


def test_a_shop_without_pages_measures_nothing() -> None:
    assert summary_of([], []).mean == dict.fromkeys(MEASURES, 0.0)
