"""Reads a page that has come to rest into elements, from the accessibility tree and one snapshot of its layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shopworld.arena.explore.sight.element import Box, SightElement
from shopworld.environments.browser import BrowserPage

STYLES = (
    "position",
    "visibility",
    "opacity",
    "overflow-x",
    "overflow-y",
    "color",
    "background-color",
    "background-image",
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "text-transform",
    "text-decoration-line",
    "border-top-width",
    "border-top-color",
    "border-top-left-radius",
    "border-bottom-width",
    "z-index",
    "box-shadow",
    "filter",
    "cursor",
)
_ELEMENT, _TEXT = 1, 3
_MAIN = "main"
_UNSEEN = frozenset({"SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "META", "LINK", "TITLE"})
_HOLDERS = frozenset({"HTML", "BODY", "#document"})
_ROLE_OF_TAG = {"IMG": "image", "svg": "SvgRoot", "VIDEO": "Video", "CANVAS": "Canvas", "IFRAME": "Iframe"}
"""Pictures without a name have no role in the accessibility tree; a visitor sees them all the same."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A page as a visitor sees it.

    Attributes:
        url: its address.
        title: of the tab.
        root: all of it.
        viewport: width and height of the window.
        scrolled: how far the window is scrolled down.
        language: of the document, as declared.
    """

    url: str
    title: str
    root: SightElement
    viewport: tuple[int, int]
    scrolled: float = 0.0
    language: str = ""

    @property
    def width(self) -> int:
        """Of the window."""
        return self.viewport[0]

    @property
    def height(self) -> float:
        """Of the whole document."""
        return self.root.box.height

    def find(self, *roles: str) -> list[SightElement]:
        """Visible elements of these roles."""
        return self.root.find(*roles)

    def landmark(self, *roles: str) -> SightElement | None:
        """The first visible element of these roles."""
        return self.root.first(*roles)

    @property
    def main(self) -> SightElement:
        """The main part, else everything."""
        known: SightElement | None = self.root.memory.get(_MAIN)
        if known is None:
            known = self.root.memory[_MAIN] = self.landmark("main") or self.root
        return known


def read_sight(page: BrowserPage, viewport: tuple[int, int]) -> Sight:
    """The page as it is now.

    Raises:
        CommandRefused: the page was left while it was read.
        EnvironmentFault: the page or the browser is gone.
    """
    snapshot = page.send("DOMSnapshot.captureSnapshot", computedStyles=list(STYLES), includePaintOrder=False)
    tree = page.send("Accessibility.getFullAXTree")
    captured = page.answer(snapshot)
    heard = _heard(page.answer(tree)["nodes"])
    strings: list[str] = captured["strings"]
    document = captured["documents"][0]
    root = _elements(document, strings, heard)
    width = max(float(document.get("contentWidth", 0)), root.box.width)
    height = max(float(document.get("contentHeight", 0)), root.box.height)
    root.box = Box(0.0, 0.0, width, height)
    language = document.get("contentLanguage", -1)
    return Sight(
        page.url,
        page.title,
        root,
        viewport,
        float(document.get("scrollOffsetY", 0.0)),
        strings[language] if isinstance(language, int) and language >= 0 else "",
    )


def _heard(nodes: list[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """What assistive technology hears of each element, by its number."""
    by_id = {node["nodeId"]: node for node in nodes}
    found: dict[int, dict[str, Any]] = {}
    for node in nodes:
        backend = node.get("backendDOMNodeId")
        if backend is None or node.get("ignored"):
            continue
        role = node.get("role", {}).get("value", "")
        states = {
            entry["name"]: entry["value"].get("value")
            for entry in node.get("properties", ())
            if entry["value"].get("value") is not None
        }
        found[backend] = {
            "role": "" if role in ("generic", "none", "presentation") else role,
            "name": " ".join(str(node.get("name", {}).get("value", "")).split()),
            "value": str(node.get("value", {}).get("value", "")),
            "states": states,
            "options": _options(node, by_id) if role in ("combobox", "listbox") else (),
        }
    return found


def _options(node: dict[str, Any], by_id: dict[str, dict[str, Any]]) -> tuple[str, ...]:
    names: list[str] = []
    waiting = list(reversed(node.get("childIds", ())))
    while waiting:
        child = by_id.get(waiting.pop())
        if child is None:
            continue
        if child.get("role", {}).get("value") in ("option", "MenuListOption"):
            names.append(" ".join(str(child.get("name", {}).get("value", "")).split()))
        waiting.extend(reversed(child.get("childIds", ())))
    return tuple(names)


def _elements(document: dict[str, Any], strings: list[str], heard: dict[int, dict[str, Any]]) -> SightElement:
    nodes, layout = document["nodes"], document["layout"]
    kinds, names, backend, parents = (
        nodes["nodeType"],
        nodes["nodeName"],
        nodes["backendNodeId"],
        nodes["parentIndex"],
    )
    placed: dict[int, int] = {}
    for position, index in enumerate(layout["nodeIndex"]):
        placed.setdefault(index, position)
    root = SightElement(0, "RootWebArea", "", "", Box(0, 0, 0, 0), {}, {})
    made: dict[int, SightElement] = {}
    dropped: set[int] = set()
    for index, kind in enumerate(kinds):
        parent_index = parents[index]
        name = strings[names[index]]
        if parent_index in dropped or name in _UNSEEN:
            dropped.add(index)
            continue
        parent = made.get(parent_index, root) if parent_index >= 0 else root
        if kind not in (_ELEMENT, _TEXT) or name in _HOLDERS or index not in placed:
            made[index] = parent  # has no place of its own: what lies in it belongs to what it lies in
            if name in _HOLDERS and index in placed:
                position = placed[index]
                root.box = Box(*layout["bounds"][position])
                root.style = _style(layout["styles"][position], strings)
            continue
        position = placed[index]
        element = _element(kind, name, backend[index], layout, position, strings, heard.get(backend[index], {}), parent)
        made[index] = element
        parent.children.append(element)
    return root


def _element(
    kind: int,
    tag: str,
    node: int,
    layout: dict[str, Any],
    position: int,
    strings: list[str],
    heard: dict[str, Any],
    parent: SightElement,
) -> SightElement:
    box = Box(*layout["bounds"][position])
    if kind == _TEXT:
        text_index = layout["text"][position]
        text = strings[text_index] if text_index >= 0 else ""
        return SightElement(node, "text", "", text, box, parent.style, {}, parent=parent)
    role = heard.get("role", "") or _ROLE_OF_TAG.get(tag, "")
    return SightElement(
        node,
        role,
        heard.get("name", ""),
        "",
        box,
        _style(layout["styles"][position], strings),
        heard.get("states", {}),
        heard.get("value", ""),
        heard.get("options", ()),
        parent,
    )


def _style(indexes: list[int], strings: list[str]) -> dict[str, str]:
    return {name: strings[index] for name, index in zip(STYLES, indexes, strict=False) if index >= 0}
