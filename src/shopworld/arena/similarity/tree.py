"""The accessibility tree of a page, frames merged into it, as plain values that measures are taken of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shopworld.environments.browser.connection import CommandRefused
from shopworld.environments.browser.page import BrowserPage

RawNode = dict[str, Any]
NO_ROLE = "none"
"""Role of what assistive technology passes over."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One node.

    Attributes:
        role: as the browser names it.
        name: its accessible name.
        parent: position of the node it lies in; -1 for the root.
        url: where a link leads.
        editable: whether text can be typed into it.
        disabled: whether it cannot be used.
    """

    role: str
    name: str
    parent: int
    url: str = ""
    editable: bool = False
    disabled: bool = False


Tree = tuple[TreeNode, ...]
"""Nodes in document order; each comes after the one it lies in, the root is the first."""


def read_tree(page: BrowserPage) -> Tree:
    """The tree of a tab that has come to rest.

    Raises:
        CommandRefused: the page was left while it was read.
        EnvironmentFault: the page or the browser is gone.
    """
    main = page.send("Accessibility.getFullAXTree")
    inner = {frame: page.send("Accessibility.getFullAXTree", frameId=frame) for frame in page.frames}
    owners = {frame: page.send("DOM.getFrameOwner", frameId=frame) for frame in page.frames}
    nodes: list[RawNode] = page.answer(main)["nodes"]
    frames: dict[int, list[RawNode]] = {}
    for frame, number in inner.items():
        try:
            frames[page.answer(owners[frame])["backendNodeId"]] = page.answer(number)["nodes"]
        except CommandRefused:
            continue  # the frame was removed meanwhile
    return merged_tree(nodes, frames)


def merged_tree(nodes: Sequence[RawNode], frames: Mapping[int, Sequence[RawNode]] | None = None) -> Tree:
    """The tree from what `Accessibility.getFullAXTree` gives.

    Args:
        nodes: of the main document, the root first.
        frames: nodes of the document in each frame element, by the element's backend node id.

    Returns:
        all nodes, those that are passed over too: they have the role `none`, as in BrowserGym's merged tree.
    """
    made: list[TreeNode] = []
    frames_left = dict(frames or {})
    waiting: list[tuple[RawNode, Mapping[str, RawNode], int]] = []
    if nodes:
        waiting.append((nodes[0], {one["nodeId"]: one for one in nodes}, -1))
    while waiting:
        raw, by_id, parent = waiting.pop()
        made.append(_node(raw, parent))
        here = len(made) - 1
        inside = frames_left.pop(raw.get("backendDOMNodeId", -1), ())
        for child in reversed(raw.get("childIds", ())):
            if child in by_id:
                waiting.append((by_id[child], by_id, here))
        if inside:
            waiting.append((inside[0], {one["nodeId"]: one for one in inside}, here))
    return tuple(made)


def _node(raw: RawNode, parent: int) -> TreeNode:
    if raw.get("ignored"):
        return TreeNode(NO_ROLE, "", parent)
    states = {entry["name"]: entry["value"].get("value") for entry in raw.get("properties", ())}
    role = str(raw.get("role", {}).get("value", NO_ROLE))
    return TreeNode(
        role=role,
        name=" ".join(str(raw.get("name", {}).get("value", "")).split()),
        parent=parent,
        url=str(states.get("url") or "") if role == "link" else "",
        editable=bool(states.get("editable")),
        disabled=bool(states.get("disabled")),
    )


def links_of(tree: Tree) -> list[str]:
    """Where the links of a tree lead, in document order, each once."""
    return list(dict.fromkeys(node.url for node in tree if node.url and not node.disabled))


def roles_of(tree: Tree) -> dict[str, int]:
    """How often each role occurs, passed-over nodes left out; in alphabetical order."""
    counted = Counter(node.role for node in tree if node.role != NO_ROLE)
    return dict(sorted(counted.items()))
