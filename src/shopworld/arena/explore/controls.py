"""Controls as people find them: also those whose native part is painted over by a label or a picture."""

from __future__ import annotations

import re

from shopworld.arena.explore.sight import INTERACTIVE, SightElement

_SMALLEST = 3.0
_LABELS = ("LabelText",)


def controls(area: SightElement, *roles: str) -> list[SightElement]:
    """Operable elements in an area, in order; one that is transparent counts where its label is visible."""
    wanted = roles or tuple(INTERACTIVE)
    return [one for one in area.walk() if one is not area and one.role in wanted and operable(one)]


def operable(element: SightElement) -> bool:
    """Whether a visitor can use it: it is visible, or its label is."""
    if element.visible:
        return True
    label = element.within(*_LABELS)
    if label is not None:
        return label.visible
    return (
        min(element.box.width, element.box.height) > _SMALLEST
        and element.style.get("visibility", "visible") == "visible"
        and element.parent is not None
        and element.parent.visible
    )


def face(element: SightElement) -> SightElement:
    """What a visitor sees of a control: itself, or its label where it is transparent."""
    if not element.visible or min(element.box.width, element.box.height) < _SMALLEST:
        label = element.within(*_LABELS)
        if label is not None:
            return label
    return element


def named(area: SightElement, pattern: re.Pattern[str], *roles: str) -> list[SightElement]:
    """Operable elements whose label fits a pattern."""
    return [one for one in controls(area, *roles) if pattern.search(one.label)]
