"""The elements of a page that can be operated, and how one of them is described in a line."""

from __future__ import annotations

from collections.abc import Sequence

from shopworld.agents.tree import Node, below

FIELDS = frozenset(
    {"textbox", "searchbox", "combobox", "spinbutton", "checkbox", "radio", "switch", "slider", "listbox"}
)
"""Roles of elements that hold what a person enters or chooses."""
INTERACTIVE = FIELDS | {
    "button",
    "link",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "tab",
    "DisclosureTriangle",
    "DisclosureTriangleGrouped",
}
"""Roles of elements that can be operated."""

_LABELS = frozenset({"LabelText", "Legend", "StaticText", "RootWebArea"})
"""Roles that react to the mouse on behalf of another element, or not at all."""
_MOST_OPTIONS = 60
_WORDS = ("disabled", "required", "selected", "pressed", "readonly", "multiselectable")


def is_interactive(node: Node) -> bool:
    """Whether an agent can operate the element."""
    if not node.id or node.role in _LABELS:
        return False
    return node.role in INTERACTIVE or "clickable" in node.properties


def describe(node: Node, nodes: Sequence[Node] = ()) -> str:
    """An element in a line: role, name, value and state.

    Args:
        node: the element.
        nodes: of the page, where a list's options are to be named.
    """
    said = f"{node.role} {node.name!r}"
    if "value" in node.properties:
        said += f" value={node.properties['value']!r}"
    for name in ("checked", "expanded"):
        if name in node.properties:
            said += f", {name}={node.properties[name].lower() or 'true'}"
    for name in _WORDS:
        if node.properties.get(name, "false").lower() not in ("false", "none"):
            said += f", {name}"
    options = options_of(nodes, node)
    if options:
        shown = " | ".join(options[:_MOST_OPTIONS])
        more = len(options) - _MOST_OPTIONS
        said += f", options: {shown}" + (f" and {more} more" if more > 0 else "")
    return said


def options_of(nodes: Sequence[Node], node: Node) -> tuple[str, ...]:
    """What can be chosen in a list."""
    if node.role not in ("combobox", "listbox") or not nodes:
        return ()
    return tuple(one.name for one in below(nodes, node) if one.role in ("option", "MenuListOption") and one.name)
