"""Colours as computed styles write them."""

from __future__ import annotations

import colorsys
import re

Colour = tuple[int, int, int]

_FUNCTION = re.compile(r"rgba?\(\s*([\d.]+)[,\s]+([\d.]+)[,\s]+([\d.]+)(?:[,/\s]+([\d.]+%?))?\s*\)")
_OPAQUE = 0.35


def colour_of(text: str) -> Colour | None:
    """The colour in `rgb(17, 24, 39)` or `rgba(…)`; None where it is transparent or none."""
    match = _FUNCTION.search(text)
    if match is None:
        return None
    alpha = match[4] or "1"
    share = float(alpha.rstrip("%")) / (100 if alpha.endswith("%") else 1)
    if share < _OPAQUE:
        return None
    red, green, blue = (max(0, min(255, round(float(part)))) for part in match.groups()[:3])
    return red, green, blue


def hex_of(colour: Colour) -> str:
    """As CSS hex."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def lightness(colour: Colour) -> float:
    """From 0, black, to 1, white, as people see it."""
    red, green, blue = (part / 255 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def saturation(colour: Colour) -> float:
    """How far it is from grey, 0 to 1."""
    red, green, blue = (part / 255 for part in colour)
    return colorsys.rgb_to_hsv(red, green, blue)[1] * (max(red, green, blue))


def distance(one: Colour, other: Colour) -> float:
    """How different two colours are, 0 to 1."""
    return sum(abs(first - second) for first, second in zip(one, other, strict=True)) / 765
