"""A close-up of what a thing is made of: its colour and its pattern, in the corner of a picture."""

from __future__ import annotations

from html import escape
from typing import Final

from shopworld.pictures.colours import hex_of, tone
from shopworld.pictures.pen import Pen

SWATCH_ID: Final = "close-up"
TAG_ID: Final = "tag"
_X, _Y, _RADIUS = 500, 500, 78
_STEPS: Final = (-44, -14, 16, 46)


def draw_swatch(pen: Pen, colour: str, pattern: str, size: str) -> None:
    """Draws the close-up, and a tag with the size where there is one.

    Args:
        pen: of the picture.
        colour: a name or hex value.
        pattern: `floral`, `striped`, `plaid`, `polka dot`, `checkered`, `geometric`; anything else is plain.
        size: printed on the tag; no tag where it is empty.
    """
    base = hex_of(colour)
    dark = sum(int(base[at : at + 2], 16) for at in (1, 3, 5)) < 330
    mark = tone(base, 0.55 if dark else -0.45)
    shapes = marks_of(pattern.casefold(), mark)
    pen.shapes.append(
        f'<g id="{SWATCH_ID}" transform="translate({_X} {_Y})"><circle r="{_RADIUS + 6}" fill="#fff"/>'
        f'<circle r="{_RADIUS}" fill="{base}"/>{shapes}</g>'
    )
    if size:
        pen.shapes.append(
            f'<g id="{TAG_ID}" transform="translate(40 470)"><path d="M0 20L24 0H120V90H24L0 70Z" fill="#fff" stroke="#444" stroke-width="3"/>'  # noqa: E501
            f'<circle cx="20" cy="45" r="6" fill="#444"/><text x="72" y="58" font-size="{34 if len(size) < 4 else 14}" '
            f'font-family="sans-serif" font-weight="700" text-anchor="middle" fill="#222">{escape(size.upper())}</text></g>'  # noqa: E501
        )


def marks_of(pattern: str, mark: str) -> str:
    """What makes up a pattern, around (0, 0) and 104 wide; nothing for one that is not drawn."""
    return "".join(_MARKS[pattern](mark)) if pattern in _MARKS else ""


def _floral(mark: str) -> list[str]:
    petals = "".join(f'<ellipse cx="0" cy="-10" rx="5" ry="9" transform="rotate({at * 72})"/>' for at in range(5))
    return [
        f'<g transform="translate({x} {y})" fill="{mark}">{petals}</g>'
        for x, y in ((-34, -24), (28, -38), (0, 18), (42, 22), (-40, 34))
    ]


def _striped(mark: str) -> list[str]:
    return [f'<path d="M{x} -52V52" stroke="{mark}" stroke-width="9"/>' for x in _STEPS]


def _plaid(mark: str) -> list[str]:
    return [
        *_striped(mark),
        *(f'<path d="M-52 {y}H52" stroke="{mark}" stroke-width="9" opacity=".6"/>' for y in _STEPS),
    ]


def _dotted(mark: str) -> list[str]:
    return [f'<circle cx="{x}" cy="{y}" r="8" fill="{mark}"/>' for x in _STEPS for y in _STEPS]


def _checkered(mark: str) -> list[str]:
    return [
        f'<rect x="{-52 + 26 * x}" y="{-52 + 26 * y}" width="26" height="26" fill="{mark}"/>'
        for x in range(4)
        for y in range(4)
        if (x + y) % 2
    ]


def _geometric(mark: str) -> list[str]:
    return [
        f'<polygon points="{x},{y} {x + 22},{y} {x + 11},{y + 20}" fill="{mark}"/>'
        for x in _STEPS[:3]
        for y in _STEPS[:3]
    ]


_MARKS: Final = {
    "floral": _floral,
    "striped": _striped,
    "plaid": _plaid,
    "polka dot": _dotted,
    "checkered": _checkered,
    "geometric": _geometric,
}
PATTERNS: Final = tuple(_MARKS)
"""Patterns that can be drawn."""
