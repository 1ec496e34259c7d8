"""Reads the text of an accessibility tree back into nodes, for agents that act by rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

_LINE = re.compile(
    r"^(?P<indent>\t*)(?:\[(?P<id>[^\]]+)\] )?(?P<role>[A-Za-z]+)"
    r"(?: (?P<name>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"))?(?P<rest>.*)$"
)
_PROPERTY = re.compile(r"(?P<key>[a-zA-Z]+)(?:=(?P<value>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[^,]+))?")


@dataclass(frozen=True, slots=True)
class Node:
    """One line of the tree.

    Attributes:
        id: what actions name it by; empty where it has none.
        role: ARIA role, e.g. `link`, `button`, `textbox`, `StaticText`.
        name: accessible name.
        depth: indentation.
        position: line number from 0.
        properties: e.g. `{"checked": "true", "disabled": ""}`.
    """

    id: str
    role: str
    name: str
    depth: int
    position: int
    properties: dict[str, str]

    @property
    def disabled(self) -> bool:
        """Whether it cannot be operated."""
        return self.properties.get("disabled", "false") not in ("false", "False")


def _text(literal: str | None) -> str:
    if not literal:
        return ""
    try:
        return str(ast.literal_eval(literal))
    except (SyntaxError, ValueError):
        return literal.strip("'\"")


@lru_cache(maxsize=16)
def parse_tree(text: str) -> tuple[Node, ...]:
    """All nodes of a tree, top to bottom; lines that are none are passed over."""
    nodes = []
    for position, line in enumerate(text.splitlines()):
        match = _LINE.match(line)
        if match is None:
            continue
        properties = {
            found["key"]: _text(found["value"]) if found["value"] else "" for found in _PROPERTY.finditer(match["rest"])
        }
        nodes.append(
            Node(match["id"] or "", match["role"], _text(match["name"]), len(match["indent"]), position, properties)
        )
    return tuple(nodes)


def find_all(nodes: Sequence[Node], roles: str | tuple[str, ...], name: str = "") -> Iterator[Node]:
    """Nodes with an id and one of the roles whose name matches the pattern somewhere (case ignored)."""
    wanted = (roles,) if isinstance(roles, str) else roles
    pattern = re.compile(name, re.IGNORECASE)
    for node in nodes:
        if node.id and node.role in wanted and pattern.search(node.name):
            yield node


def find(nodes: Sequence[Node], roles: str | tuple[str, ...], name: str = "") -> Node | None:
    """The first of `find_all`, or None."""
    return next(find_all(nodes, roles, name), None)


def below(nodes: Sequence[Node], node: Node) -> tuple[Node, ...]:
    """The nodes inside a node, in order."""
    start = next(index for index, one in enumerate(nodes) if one.position == node.position)
    inside = []
    for one in nodes[start + 1 :]:
        if one.depth <= node.depth:
            break
        inside.append(one)
    return tuple(inside)
