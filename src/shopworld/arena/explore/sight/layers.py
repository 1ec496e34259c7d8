"""What lies over a page: dialogs, drawers, banners, bubbles."""

from __future__ import annotations

from shopworld.arena.explore.sight.element import Box, SightElement
from shopworld.arena.explore.sight.reading import Sight
from shopworld.arena.explore.words import CLOSE

_DIALOGS = frozenset({"dialog", "alertdialog"})
_LEAST_SIDE = 20.0


def layers(sight: Sight) -> list[SightElement]:
    """Visible elements that lie over the page: dialogs and what keeps its place while the page scrolls, outermost only.

    A header that sticks is none; neither is what covers nothing.
    """
    found: list[SightElement] = []
    for element in sight.root.walk():
        if any(element.lies_in(one) for one in found) or not _shown(element, sight):
            continue
        floats = element.style.get("position") == "fixed" and element.role != "banner"
        if (element.role in _DIALOGS or floats) and not _is_shell(element, sight):
            found.append(element)
    return found


def dialogs(sight: Sight) -> list[SightElement]:
    """Visible dialogs."""
    return [element for element in layers(sight) if element.role in _DIALOGS]


def close_control(layer: SightElement) -> SightElement | None:
    """What closes a layer."""
    controls = layer.find("button", "link")
    return next((one for one in controls if CLOSE.search(one.label)), None)


def in_window(box: Box, sight: Sight) -> Box:
    """The part of a box that the window shows."""
    left, top = max(0.0, box.left), max(sight.scrolled, box.top)
    right, bottom = min(float(sight.width), box.right), min(sight.scrolled + sight.viewport[1], box.bottom)
    return Box(left, top, max(0.0, right - left), max(0.0, bottom - top))


def covered_share(layer: SightElement, sight: Sight) -> float:
    """How much of the window a layer takes."""
    return in_window(extent(layer), sight).area / (sight.viewport[0] * sight.viewport[1])


def extent(layer: SightElement) -> Box:
    """The place that a layer's content takes: its own, or that of what it holds where it is empty itself."""
    if layer.box.width > _LEAST_SIDE and layer.box.height > _LEAST_SIDE:
        return layer.box
    boxes = [one.box for one in layer.find() if one.box.width > 1]
    if not boxes:
        return layer.box
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def _shown(element: SightElement, sight: Sight) -> bool:
    if element.role == "text" or not element.unclipped or element.style.get("visibility") == "hidden":
        return False
    box = in_window(extent(element), sight)
    return box.width > _LEAST_SIDE and box.height > _LEAST_SIDE and bool(element.text or element.find())


def _is_shell(element: SightElement, sight: Sight) -> bool:
    """Whether it is the page's own frame: a fixed header, or the page itself in a fixed box."""
    if element.role in _DIALOGS:
        return False
    roles = {one.role for one in element.walk()}
    return (
        "main" in roles
        or "banner" in roles
        or (element.box.top <= sight.scrolled + 1 and element.box.width > sight.width * 0.9 and "navigation" in roles)
    )
