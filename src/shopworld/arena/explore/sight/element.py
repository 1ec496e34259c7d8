"""What a visitor sees of one element: its role, name, text, place and look. Nothing of how the page is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

INTERACTIVE = frozenset(
    {
        "link",
        "button",
        "textbox",
        "searchbox",
        "combobox",
        "checkbox",
        "radio",
        "switch",
        "slider",
        "spinbutton",
        "tab",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "option",
        "DisclosureTriangle",
        "DisclosureTriangleGrouped",
        "ColorWell",
    }
)
"""Roles that a visitor acts on."""
DISCLOSURES = frozenset({"DisclosureTriangle", "DisclosureTriangleGrouped"})
PICTURES = frozenset({"image", "img", "graphics-document", "graphics-symbol", "figure", "SvgRoot", "Canvas"})
_SMALLEST = 3.0


class Box(NamedTuple):
    """A place on the page, in CSS pixels from the top left corner of the document."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right side."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower side."""
        return self.top + self.height

    @property
    def area(self) -> float:
        """In square pixels."""
        return self.width * self.height

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.left + self.width / 2, self.top + self.height / 2

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies in it."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def overlap(self, other: Box) -> float:
        """The area that both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)


@dataclass(slots=True, eq=False)
class SightElement:
    """One element or text of a page.

    Attributes:
        node: the browser's number for it; means nothing beyond this page.
        role: as assistive technology hears it; `text` for text, empty for what has no role.
        name: its accessible name.
        own_text: of a text.
        box: its place.
        style: computed styles, by property.
        states: `expanded`, `checked`, `selected`, `modal`, `level`, `haspopup`, `url`, … as far as they are set.
        value: of a field.
        options: the choices of a list of options.
    """

    node: int
    role: str
    name: str
    own_text: str
    box: Box
    style: Mapping[str, str]
    states: Mapping[str, Any]
    value: str = ""
    options: tuple[str, ...] = ()
    parent: SightElement | None = None
    children: list[SightElement] = field(default_factory=list)
    memory: dict[str, Any] = field(default_factory=dict)
    """What was already worked out of it; pages do not change once they are read."""
    _text: str | None = None
    _visible: bool | None = None

    @property
    def text(self) -> str:
        """All text in it that is there for visitors, with single spaces."""
        if self._text is None:
            parts = [self.own_text] if self.role == "text" else [child.text for child in self.children]
            self._text = " ".join(" ".join(part for part in parts if part).split())
        return self._text

    @property
    def label(self) -> str:
        """Its name, else its text."""
        return self.name or self.text

    @property
    def url(self) -> str:
        """Where a link leads, empty otherwise."""
        return str(self.states.get("url", "")) if self.role == "link" else ""

    @property
    def visible(self) -> bool:
        """Whether it is painted with some size; it may lie outside the window."""
        if self._visible is None:
            style = self.style
            self._visible = (
                self.box.width > _SMALLEST
                and self.box.height > _SMALLEST
                and style.get("visibility", "visible") == "visible"
                and float(style.get("opacity") or 1) > 0.02
                and (self.parent is None or self.parent.unclipped)
            )
        return self._visible

    @property
    def unclipped(self) -> bool:
        """Whether nothing above makes it invisible as a whole."""
        element: SightElement | None = self
        while element is not None:
            if float(element.style.get("opacity") or 1) <= 0.02:
                return False
            if element.style.get("overflow-x") in ("hidden", "clip") and min(element.box[2:]) <= _SMALLEST:
                return False
            element = element.parent
        return True

    def walk(self) -> Iterator[SightElement]:
        """It and all below it, in document order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))

    def find(self, *roles: str, where: Callable[[SightElement], bool] | None = None) -> list[SightElement]:
        """Visible elements below it of these roles (of any, where none is named), in document order."""
        return [
            element
            for element in self.walk()
            if element is not self
            and (not roles or element.role in roles)
            and element.visible
            and (where is None or where(element))
        ]

    def first(self, *roles: str, where: Callable[[SightElement], bool] | None = None) -> SightElement | None:
        """The first of `find`."""
        return next(iter(self.find(*roles, where=where)), None)

    def above(self) -> Iterator[SightElement]:
        """The elements it lies in, the nearest first."""
        element = self.parent
        while element is not None:
            yield element
            element = element.parent

    def within(self, *roles: str) -> SightElement | None:
        """The nearest element above it of these roles."""
        return next((element for element in self.above() if element.role in roles), None)

    def lies_in(self, other: SightElement) -> bool:
        """Whether it is the other or lies below it."""
        return self is other or any(element is other for element in self.above())

    def is_set(self, state: str) -> bool:
        """Whether a state is true."""
        return self.states.get(state) in (True, "true", "mixed")

    @property
    def font_size(self) -> float:
        """In pixels."""
        return pixels(self.style.get("font-size", ""))


def pixels(text: str) -> float:
    """The number in `12px`; 0 where there is none."""
    try:
        return float(text.removesuffix("px"))
    except ValueError:
        return 0.0
