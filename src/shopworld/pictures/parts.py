"""Parts kept as data (`parts.toml`, `surfaces.toml`) that several drawings share: what is sewn, set or printed on, and
what things are made of."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from shopworld.pictures.colours import tone
from shopworld.pictures.materials import WOOD
from shopworld.pictures.pen import INK, Pen
from shopworld.pictures.swatches import marks_of

_FOLDER = Path(__file__).parent
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_SKIN = "its-outline"
_TILE = 104
"""Side of a tile of a printed pattern."""


@dataclass(frozen=True, slots=True)
class SharedPart:
    """A part of a drawing.

    Attributes:
        name: of it, for people.
        slot: of which a thing has one at most.
        kinds: that may have it.
        words: that ask for it.
        chance: that a thing has it where no word asks.
        draw: paint and outline of each shape.
    """

    name: str
    slot: str
    kinds: frozenset[str]
    words: frozenset[str]
    chance: float
    draw: tuple[tuple[str, str], ...]


@cache
def parts() -> tuple[SharedPart, ...]:
    """All parts, in the order in which they are drawn."""
    told = tomllib.loads((_FOLDER / "parts.toml").read_text(encoding="utf-8"))["part"]
    return tuple(
        SharedPart(
            one["name"],
            one["slot"],
            frozenset(one["kinds"].split()),
            frozenset(one["words"].split()),
            one["chance"],
            tuple((paint, outline) for paint, outline in one["draw"]),
        )
        for one in told
    )


def chosen_parts(kind: str, called: str, seed: str) -> tuple[SharedPart, ...]:
    """The parts that a thing has: those that its words ask for, else some by the seed."""
    words = set(_WORD.findall(called.casefold()))
    rng = Random(f"{kind}:{seed}:parts")
    taken: dict[str, SharedPart] = {}
    for one in parts():
        if kind not in one.kinds:
            continue
        drawn, asked = rng.random() < one.chance, not words.isdisjoint(one.words)
        kept = taken.get(one.slot)
        if (asked and (kept is None or words.isdisjoint(kept.words))) or (drawn and kept is None):
            taken[one.slot] = one
    return tuple(taken.values())


def draw_parts(pen: Pen, chosen: tuple[SharedPart, ...]) -> None:
    """Draws parts over what stands there."""
    for one in chosen:
        draw_shapes(pen, one.draw)


def draw_shapes(pen: Pen, shapes: Iterable[tuple[str, str]]) -> None:
    """Draws shapes kept as data: paint (a line where a width follows a bar) and outline of each."""
    for paint, outline in shapes:
        named, _, width = paint.partition("|")
        if width:
            pen.line(outline, _paint(pen, named), float(width))
        else:
            pen.path(outline, _paint(pen, named))


def _paint(pen: Pen, named: str) -> str:
    if named.startswith("tone "):
        return pen.tone(float(named[5:]))
    fixed = {
        "body": pen.body,
        "accent": pen.accent,
        "second": pen.second,
        "wood": WOOD,
        "dark": INK,
        "white": "#fbfaf6",
    }
    return pen.metal() if named == "metal" else fixed.get(named, named)


@cache
def _surfaces() -> dict[str, tuple[frozenset[str], tuple[float, float], tuple[tuple[str, float], ...]]]:
    told = tomllib.loads((_FOLDER / "surfaces.toml").read_text(encoding="utf-8"))
    return {
        name: (
            frozenset(one["words"].split()),
            tuple(one["tile"]),
            tuple((line, width) for line, width in one["lines"]),
        )
        for name, one in told.items()
    }


def cover(pen: Pen, whole: str, seed: str) -> list[str]:
    """What lies over a drawing, cut to its outline: its material, its pattern, and light from one side.

    Args:
        pen: of the picture; gets the definitions.
        whole: id of the drawing.
        seed: decides where the light comes from.
    """
    words = set(_WORD.findall(pen.facts.material))
    ink = tone(pen.body, 0.5 if not pen.light else -0.4)
    over = []
    for name, (called, (width, height), lines) in _surfaces().items():
        if words.isdisjoint(called):
            continue
        tile = "".join(f'<path d="{line}" fill="none" stroke="{ink}" stroke-width="{wide}" stroke-linecap="round"/>'
                       for line, wide in lines)  # fmt: skip
        over.append((pen.pattern(f"made-of-{name}", width, height, tile), 0.3))
        break
    marks = marks_of(pen.facts.pattern, tone(pen.body, 0.6 if not pen.light else -0.45))
    if marks:
        tile = f'<g transform="translate({_TILE / 2:g} {_TILE / 2:g})">{marks}</g>'
        over.append((pen.pattern("printed", _TILE, _TILE, tile), 0.95))
    course = Random(f"{seed}:light").choice(('x2="1" y2="0"', 'x1="1" x2="0" y2="0"', 'x2="0" y2="1"', 'x2="1" y2="1"'))
    pen.definitions.append(
        f'<linearGradient id="light" {course}><stop stop-color="#fff" stop-opacity=".3"/><stop offset=".45"'
        ' stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#0b1020" stop-opacity=".24"/>'
        "</linearGradient>"
        f'<mask id="{_SKIN}" style="mask-type:alpha"><use href="#{whole}"/></mask>'
    )
    over.append(("url(#light)", 1.0))
    return [
        '<path d="M0 0h600v600H0z" fill="' + fill + f'" mask="url(#{_SKIN})" opacity="{share:g}"/>'
        for fill, share in over
    ]
