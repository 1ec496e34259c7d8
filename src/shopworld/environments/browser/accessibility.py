"""The accessibility tree as text, in the form that agents know from BrowserGym.

One node a line, indented by tabs: `[12] link 'Add to cart', clickable`. Nodes without a name or a meaning of their own
are left out and their children move up; text that only repeats its parent's name is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Node = dict[str, Any]

_IGNORED_ROLES = frozenset({"LineBreak", "InlineTextBox"})
_IGNORED_PROPERTIES = frozenset(
    {"editable", "readonly", "level", "settable", "multiline", "invalid", "focusable", "url"}
)
_FLAGS = frozenset({"required", "focused", "atomic"})
_TEXT = "StaticText"
_GENERIC = "generic"
_ROOT = "RootWebArea"


@dataclass(frozen=True, slots=True)
class AccessibleText:
    """A page as text.

    Attributes:
        text: the lines.
        focused_node: backend node id of the focused element; None where the document itself has the focus.
    """

    text: str
    focused_node: int | None


@dataclass(frozen=True, slots=True)
class ElementFacts:
    """What the lines say of elements beyond the accessibility tree.

    Attributes:
        identifier: gives the id for a backend node id, empty for nodes that are no elements.
        clickable: backend node ids of the elements that react to the mouse.
        frames: nodes of the document in each frame element, by the element's backend node id.
    """

    identifier: Callable[[int | None], str]
    clickable: frozenset[int]
    frames: Mapping[int, list[Node]]


def describe_page(nodes: list[Node], facts: ElementFacts) -> AccessibleText:
    """Writes the tree that `Accessibility.getFullAXTree` gave as text.

    Args:
        nodes: of the main document, the root first.
        facts: ids and other facts of elements.
    """
    writer = _Writer(facts)
    writer.document(nodes, 0)
    return AccessibleText("\n".join(writer.lines), writer.focused)


class _Writer:
    def __init__(self, facts: ElementFacts) -> None:
        self._facts = facts
        self.lines: list[str] = []
        self.focused: int | None = None

    def document(self, nodes: list[Node], depth: int) -> None:
        """Adds the lines of one document, depth first."""
        if not nodes:
            return
        by_id = {node["nodeId"]: node for node in nodes}
        waiting: list[tuple[Node, int, str]] = [(nodes[0], depth, "")]
        while waiting:
            node, level, parent_name = waiting.pop()
            line, name = self._line(node, parent_name)
            if line is not None:
                self.lines.append("\t" * level + line)
                level += 1
            backend = node.get("backendDOMNodeId")
            if backend is not None and (inner := self._facts.frames.get(backend)):
                self.document(inner, level)
            children = [by_id[child] for child in node.get("childIds", ()) if child in by_id]
            waiting.extend((child, level, name) for child in reversed(children))

    def _line(self, node: Node, parent_name: str) -> tuple[str | None, str]:
        """The node's line, None where it has none, and its name."""
        if node.get("ignored") or "name" not in node:
            return None, ""
        role = node["role"]["value"]
        if role in _IGNORED_ROLES:
            return None, ""
        name: str = node["name"].get("value", "")
        if role == _TEXT:
            return (None if name in parent_name else f"{_TEXT} {name.strip()!r}"), name
        backend = node.get("backendDOMNodeId")
        marks = ["clickable"] if role != _ROOT and backend in self._facts.clickable else []
        properties = self._properties(node, backend, role)
        if role == _GENERIC and not marks and not properties:
            return None, name
        identifier = self._facts.identifier(backend)
        line = f"[{identifier}] " if identifier and role != _ROOT else ""
        line += role if role == _GENERIC and not name else f"{role} {name.strip()!r}"
        if (value := node.get("value", {}).get("value")) is not None:
            line += f" value={value!r}"
        return ", ".join((line, *marks, *properties)), name

    def _properties(self, node: Node, backend: int | None, role: str) -> list[str]:
        printed = []
        for entry in node.get("properties", ()):
            name = entry["name"]
            value = entry["value"].get("value")
            if value is None or name in _IGNORED_PROPERTIES:
                continue
            if name == "focused" and value and role != _ROOT:
                self.focused = backend
            if name in _FLAGS:
                if value:
                    printed.append(name)
            else:
                printed.append(f"{name}={value!r}")
        return printed
