"""Reading trees back: what the environment writes is what agents read."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.tree import below, find, find_all, parse_tree
from shopworld.environments.browser.accessibility import ElementFacts, describe_page

NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=20).map(str.strip)
ROLES = st.sampled_from(["link", "button", "textbox", "heading", "listitem", "article"])
FLAGS = st.sampled_from([(), ("checked", "true"), ("disabled", True), ("expanded", False)])


def _page(elements: list[tuple[str, str, tuple[Any, ...], str]]) -> str:
    """The text that the browser environment would write for these elements, one inside the other's list."""
    nodes: list[dict[str, Any]] = [
        {
            "nodeId": "0",
            "ignored": False,
            "role": {"value": "RootWebArea"},
            "name": {"value": "Page"},
            "childIds": [str(number + 1) for number in range(len(elements))],
        }
    ]
    for number, (role, name, flag, value) in enumerate(elements, 1):
        node: dict[str, Any] = {
            "nodeId": str(number),
            "backendDOMNodeId": number,
            "ignored": False,
            "role": {"value": role},
            "name": {"value": name},
            "childIds": [],
            "properties": [{"name": flag[0], "value": {"value": flag[1]}}] if flag else [],
        }
        if value:
            node["value"] = {"value": value}
        nodes.append(node)
    facts = ElementFacts(lambda node: str(node) if node else "", frozenset({1}), {})
    return describe_page(nodes, facts).text


@given(st.lists(st.tuples(ROLES, NAMES, FLAGS, NAMES | st.just("")), max_size=6))
def test_what_the_environment_writes_is_read_back(elements: list[tuple[str, str, tuple[Any, ...], str]]) -> None:
    nodes = parse_tree(_page(elements))[1:]
    assert [(node.id, node.role, node.name) for node in nodes] == [
        (str(number), role, name) for number, (role, name, _, _) in enumerate(elements, 1)
    ]
    for node, (_, _, flag, value) in zip(nodes, elements, strict=True):
        assert node.properties.get("value", "") == value
        if flag:
            assert node.properties[flag[0]] == str(flag[1])
            assert node.disabled == (flag[0] == "disabled")
        assert ("clickable" in node.properties) == (node.id == "1")


TREE = """RootWebArea 'Shop', focused
	[4] main ''
		[5] list ''
			[6] listitem ''
				[7] heading 'Red mouse'
					[8] link 'Red mouse', clickable
				StaticText '€ 9.90'
		[9] textbox 'Search products', clickable, required
	[10] contentinfo ''"""


def test_elements_are_found_by_role_and_name_whatever_the_case() -> None:
    nodes = parse_tree(TREE)
    found = find(nodes, "link", "RED")
    assert found is not None
    assert found.id == "8"
    assert [node.id for node in find_all(nodes, ("textbox", "link"))] == ["8", "9"]
    assert find(nodes, "button") is None


def test_what_stands_inside_an_element_ends_where_the_indent_does() -> None:
    nodes = parse_tree(TREE)
    item = next(node for node in nodes if node.role == "listitem")
    assert [node.role for node in below(nodes, item)] == ["heading", "link", "StaticText"]
    assert [node.name for node in below(nodes, item)] == ["Red mouse", "Red mouse", "€ 9.90"]


def test_lines_that_are_no_nodes_are_passed_over() -> None:
    assert parse_tree("\n\t\n???\n[1] link 'a'")[0].name == "a"
