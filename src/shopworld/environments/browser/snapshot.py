"""The page's elements in document order, from one `DOMSnapshot.captureSnapshot`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Box = tuple[float, float, float, float]

_ELEMENT = 1
_BROWSERS_OWN = "user-agent"


@dataclass(frozen=True, slots=True)
class FrameElements:
    """The elements of one document.

    Attributes:
        frame: its frame id.
        owner: backend node id of the frame element that shows it; None for the main document.
        elements: (backend node id, node name) of each element in document order.
        clickable: backend node ids of the elements that react to the mouse.
        parents: backend node id to its parent's.
        boxes: (backend node id, box) of each laid out element, in document order; the box is left, top, width and
            height in CSS pixels from the document's own view.
        scrolled: how far the document is scrolled, right and down, in CSS pixels.
        shadowed: whether scripts or markup have put shadow trees into it.
    """

    frame: str
    owner: int | None
    elements: list[tuple[int, str]]
    clickable: frozenset[int]
    parents: dict[int, int]
    boxes: list[tuple[int, Box]]
    scrolled: tuple[float, float] = (0.0, 0.0)
    shadowed: bool = False


def read_snapshot(snapshot: dict[str, Any]) -> list[FrameElements]:
    """All documents of a snapshot, the main one first, each after its owner."""
    strings: list[str] = snapshot["strings"]
    documents = snapshot["documents"]
    read: list[FrameElements] = []
    waiting: list[tuple[int, int | None]] = [(0, None)]
    while waiting:
        number, owner = waiting.pop(0)
        nodes = documents[number]["nodes"]
        read.append(_read_document(documents[number], strings, owner))
        inner = nodes.get("contentDocumentIndex", {"index": [], "value": []})
        backend = nodes["backendNodeId"]
        waiting.extend((document, backend[node]) for node, document in zip(inner["index"], inner["value"], strict=True))
    return read


def _read_document(document: dict[str, Any], strings: list[str], owner: int | None) -> FrameElements:
    nodes = document["nodes"]
    scrolled = (document.get("scrollOffsetX", 0.0), document.get("scrollOffsetY", 0.0))
    backend: list[int] = nodes["backendNodeId"]
    names: list[int] = nodes["nodeName"]
    numbered = {name for name in set(names) if _is_numbered(strings[name])}
    elements = [
        (backend[index], strings[name])
        for index, (kind, name) in enumerate(zip(nodes["nodeType"], names, strict=True))
        if kind == _ELEMENT and name in numbered
    ]
    clickable = frozenset(backend[index] for index in nodes["isClickable"]["index"])
    parents = {
        child: backend[parent] for child, parent in zip(backend, nodes["parentIndex"], strict=True) if parent >= 0
    }
    return FrameElements(
        strings[document["frameId"]],
        owner,
        elements,
        clickable,
        parents,
        _boxes(document, scrolled),
        scrolled,
        any(strings[kind] != _BROWSERS_OWN for kind in nodes.get("shadowRootType", {"value": ()})["value"]),
    )


def _boxes(document: dict[str, Any], scrolled: tuple[float, float]) -> list[tuple[int, Box]]:
    layout, nodes = document["layout"], document["nodes"]
    kinds, backend = nodes["nodeType"], nodes["backendNodeId"]
    return [
        (backend[index], (bounds[0] - scrolled[0], bounds[1] - scrolled[1], bounds[2], bounds[3]))
        for index, bounds in zip(layout["nodeIndex"], layout["bounds"], strict=True)
        if kinds[index] == _ELEMENT and bounds[2] > 0 and bounds[3] > 0
    ]


def _is_numbered(name: str) -> bool:
    """Whether elements of that name get an id: all of HTML, and `svg` but not what is drawn inside it."""
    return name == "svg" or (name.isupper() and not name.startswith(":"))
