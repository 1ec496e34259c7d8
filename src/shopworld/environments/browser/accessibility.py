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
_INDENT = "\t"


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
        frames = self._facts.frames
        waiting: list[tuple[Node, int, str]] = [(nodes[0], depth, "")]
        while waiting:
            node, level, parent_name = waiting.pop()
            role = "" if node["ignored"] or "name" not in node else node["role"]["value"]
            if role in _IGNORED_ROLES:
                continue
            name: str = node["name"].get("value", "") if role else ""
            if role == _TEXT:
                if name not in parent_name:
                    self.lines.append(f"{_INDENT * level}{_TEXT} {name.strip()!r}")
                continue
            line = self._line(node, role, name) if role else ""
            if line:
                self.lines.append(_INDENT * level + line)
                level += 1
            if frames and (inner := frames.get(node.get("backendDOMNodeId", 0))):
                self.document(inner, level)
            for child in reversed(node.get("childIds", ())):
                if child in by_id:
                    waiting.append((by_id[child], level, name))

    def _line(self, node: Node, role: str, name: str) -> str:
        """The line of a node that has a role and a name; empty where it says nothing."""
        backend = node.get("backendDOMNodeId")
        clickable = backend in self._facts.clickable and role != _ROOT
        properties = self._properties(node, backend, role)
        if role == _GENERIC and not clickable and not properties:
            return ""
        identifier = self._facts.identifier(backend)
        line = f"[{identifier}] " if identifier and role != _ROOT else ""
        line += role if role == _GENERIC and not name else f"{role} {name.strip()!r}"
        if "value" in node and (value := node["value"].get("value")) is not None:
            line += f" value={value!r}"
        if clickable:
            line += ", clickable"
        return ", ".join((line, *properties)) if properties else line

    def _properties(self, node: Node, backend: int | None, role: str) -> list[str]:
        printed: list[str] = []
        for entry in node.get("properties", ()):
            name = entry["name"]
            if name in _IGNORED_PROPERTIES or (value := entry["value"].get("value")) is None:
                continue
            if name == "focused" and value and role != _ROOT:
                self.focused = backend
            if name in _FLAGS:
                if value:
                    printed.append(name)
            else:
                printed.append(f"{name}={value!r}")
        return printed
