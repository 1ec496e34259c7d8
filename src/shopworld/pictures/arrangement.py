"""Things that are sold by the set: as many as their data say, or their number where they would not be seen."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Final

from shopworld.pictures.pen import Pen

PIECE_CLASS: Final = "piece"
COUNT_ID: Final = "count"
MOST_SHOWN: Final = 24
_OF_MANY = 5
"""Pieces shown of more than can be shown; a tag then says how many."""
COUNT_THEMSELVES: Final = frozenset({"cookware_set", "knife_set", "storage_container", "mixing_bowl"})
"""Kinds whose drawings put their pieces together."""
_KITS = frozenset(
    {
        "resistor_kit",
        "capacitor_kit",
        "led_kit",
        "jumper_wires",
        "connector_kit",
        "transistor_kit",
        "button_kit",
        "starter_kit",
        "science_kit",
        "craft_kit",
        "marker_set",
        "pencil_set",
        "building_blocks",
        "card_game",
        "puzzle",
        "board_game",
        "memory",
    }
)
"""Kinds that are drawn as many already."""


def arrange(pen: Pen, kind: str, one: str) -> str:
    """The thing as often as its facts say.

    Args:
        pen: of the picture.
        kind: of the thing.
        one: id of one piece.

    Returns:
        SVG.
    """
    pieces = pen.facts.pieces
    single = f'<use href="#{one}"/>'
    if pieces is None or pieces == 1:
        return single
    if kind in COUNT_THEMSELVES:
        return single if pieces <= MOST_SHOWN else single + _tag(pieces)
    if kind in _KITS:
        return single + _tag(pieces)
    shown = pieces if pieces <= MOST_SHOWN else _OF_MANY
    placed = "".join(
        f'<use class="{PIECE_CLASS}" href="#{one}" transform="translate({x:.0f} {y:.0f}) scale({scale:.2f})"/>'
        for x, y, scale in places(shown)
    )
    return placed if shown == pieces else placed + _tag(pieces)


def places(count: int, closeness: float = 1.24) -> list[tuple[float, float, float]]:
    """Where pieces of a set stand: corner and scale of each, those behind first.

    Args:
        count: of pieces.
        closeness: how much of its neighbours' room each may take.
    """
    columns = ceil(sqrt(count)) if count > 3 else count
    rows = ceil(count / columns)
    across, down = 560 / columns, 540 / rows
    scale = min(across * closeness, down * closeness * 0.94, 420) / 600
    found = []
    for row in range(rows):
        here = min(columns, count - row * columns)
        for column in range(here):
            middle = 300 + (column - (here - 1) / 2) * across
            foot = 300 + (row - (rows - 1) / 2) * down + down * 0.42
            found.append((middle - 300 * scale, foot - 505 * scale, scale))
    return found


def _tag(pieces: int) -> str:
    return (
        f'<g id="{COUNT_ID}" transform="translate(40 40)"><rect width="150" height="64" rx="32" fill="#1d2026"/>'
        f'<text x="75" y="44" font-family="Manrope,Roboto,sans-serif" font-weight="700" font-size="32"'
        f' text-anchor="middle" fill="#fff">\u00d7 {pieces}</text></g>'
    )
