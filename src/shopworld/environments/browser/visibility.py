"""Which elements that react to the mouse can be seen, and where: what a set-of-marks screenshot marks."""

from __future__ import annotations

from shopworld.environments.browser.connection import CommandRefused
from shopworld.environments.browser.page import BrowserPage
from shopworld.environments.browser.snapshot import Box, FrameElements

_SMALLEST_SIDE = 4.0
_INTERACTIVE = frozenset({"A", "BUTTON", "INPUT", "SELECT", "SUMMARY", "TEXTAREA"})

_NEVER_MARKED = frozenset({"HTML", "BODY", "LABEL"})


def visible_boxes(page: BrowserPage, frames: list[FrameElements], viewport: tuple[int, int]) -> list[tuple[int, Box]]:
    """The elements in view that people act on and that nothing covers.

    Args:
        page: the tab, unchanged since it was read.
        frames: its elements, the main document first.
        viewport: width and height in CSS pixels.

    Returns:
        backend node id and box (left, top, width, height, in CSS pixels of the viewport), in document order.
    """
    parents = {child: parent for frame in frames for child, parent in frame.parents.items()}
    scrolled_x, scrolled_y = frames[0].scrolled  # the protocol asks for places in the document, not in the viewport
    candidates: list[tuple[int, Box, int]] = []
    for node, box in _boxes_in_view(frames, viewport):
        left, top = max(0.0, box[0]), max(0.0, box[1])
        right, bottom = min(viewport[0], box[0] + box[2]), min(viewport[1], box[1] + box[3])
        asked = page.send(
            "DOM.getNodeForLocation",
            x=int((left + right) / 2 + scrolled_x),
            y=int((top + bottom) / 2 + scrolled_y),
        )
        candidates.append((node, box, asked))
    seen = []
    for node, box, asked in candidates:
        try:
            found = page.answer(asked)["backendNodeId"]
        except CommandRefused:
            continue
        if _lies_within(found, node, parents):
            seen.append((node, box))
    return seen


def _boxes_in_view(frames: list[FrameElements], viewport: tuple[int, int]) -> list[tuple[int, Box]]:
    offsets: dict[int | None, tuple[float, float]] = {None: (0.0, 0.0)}
    owners = {frame.owner for frame in frames}
    found = []
    for frame in frames:
        if frame.owner not in offsets:
            continue
        offset_x, offset_y = offsets[frame.owner]
        names = dict(frame.elements)
        interactive = {
            node
            for node, name in names.items()
            if name in _INTERACTIVE or (node in frame.clickable and name not in _NEVER_MARKED)
        }
        for node, (left, top, width, height) in frame.boxes:
            box = (left + offset_x, top + offset_y, width, height)
            if node in owners:
                offsets[node] = box[:2]
            if node in interactive and min(width, height) >= _SMALLEST_SIDE and _meets(box, viewport):
                found.append((node, box))
    return found


def _meets(box: Box, viewport: tuple[int, int]) -> bool:
    left, top, width, height = box
    return left < viewport[0] - 1 and top < viewport[1] - 1 and left + width > 1 and top + height > 1


def _lies_within(node: int, outer: int, parents: dict[int, int]) -> bool:
    """Whether the node is the other one, or lies inside it."""
    current: int | None = node
    while current is not None:
        if current == outer:
            return True
        current = parents.get(current)
    return False
