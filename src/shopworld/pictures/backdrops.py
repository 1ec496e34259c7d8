"""Backdrops: what stands behind a thing, and how near it is seen, so that things that look alike are told apart."""

from __future__ import annotations

from typing import Final

from shopworld.pictures.colours import mix
from shopworld.pictures.pen import Pen

_SHAPES: Final = (
    '<circle cx="300" cy="300" r="250"/>',
    '<path d="M0 400h600v200H0z"/>',
    '<path d="M90 600V290a210 210 0 0 1 420 0v310z"/>',
    '<path d="M0 0h280v600H0z"/>',
    '<path d="M0 600L600 120v480z"/>',
)
_TINTS: Final = ("#d8c3a5", "#b7c9b0", "#b3c4d8", "#dcb8ae", "#c9bcd6", "#d9cd9c", "#aecdca")
_NEARNESS: Final = (1.0, 0.84, 0.92)
_STRENGTH: Final = 0.75
BACKDROP_ID: Final = "backdrop"


def stand_before(pen: Pen, number: int, whole: str) -> None:
    """Puts the thing before a backdrop.

    Args:
        pen: of the picture.
        number: of the backdrop, from 1; numbers up to 105 differ in shape, tint or nearness.
        whole: id of the thing.
    """
    at = number - 1
    tint = mix("#ffffff", _TINTS[at % len(_TINTS)], _STRENGTH)
    pen.shapes.append(f'<g id="{BACKDROP_ID}" fill="{tint}">{_SHAPES[at % len(_SHAPES)]}</g>')
    near = _NEARNESS[at % len(_NEARNESS)]
    pen.use(whole, f"translate({300 - 300 * near:.0f} {300 - 300 * near:.0f}) scale({near})")
