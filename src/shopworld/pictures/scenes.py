"""Scenes: a thing where it is used, with something beside it. Settings and what lies there are data (`scenes.toml`)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from shopworld.catalog import KINDS
from shopworld.pictures.colours import tone
from shopworld.pictures.parts import draw_shapes
from shopworld.pictures.pen import Pen

SCENE: Final = "scene"
"""The view that shows a thing where it is used."""
BESIDE_ID: Final = "beside"
_HORIZON = 372
_MOST_PLACES = ((112, 520), (486, 528), (500, 500), (104, 544))
"""Where something lies beside the thing: left or right, nearer or farther."""


@dataclass(frozen=True, slots=True)
class _Setting:
    departments: frozenset[str]
    walls: tuple[str, ...]
    grounds: tuple[str, ...]
    back: tuple[tuple[str, str], ...]
    beside: tuple[str, ...]


@cache
def _settings() -> tuple[_Setting, ...]:
    return tuple(
        _Setting(
            frozenset(one["departments"].split("|")) - {""},
            tuple(one["walls"]),
            tuple(one["grounds"]),
            tuple((paint, outline) for paint, outline in one["back"]),
            tuple(one["beside"]),
        )
        for one in _told()["setting"]
    )


@cache
def props() -> Mapping[str, tuple[tuple[str, str], ...]]:
    """What may lie beside a thing: the name of each, and its shapes."""
    return {name: tuple((paint, outline) for paint, outline in shapes) for name, shapes in _told()["props"].items()}


def looks_like(thing: str, words: str) -> bool:
    """Whether what some words name can be taken for a thing that lies beside others.

    Args:
        thing: a name of `props`.
        words: a kind or a title.
    """
    alike = _told()["alike"].get(thing, ())
    return any(word in alike or word.removesuffix("s") in alike for word in re.findall(r"[a-z]+", words.casefold()))


@cache
def _told() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "scenes.toml").read_text(encoding="utf-8"))


def beside_of(kind: str, seed: str) -> str:
    """What lies beside a thing where its data say nothing of it.

    Args:
        kind: of the thing.
        seed: of its picture.
    """
    return Random(f"{kind}:{seed}:beside").choice(_setting_of(kind).beside)


def things_beside(kind: str) -> tuple[str, ...]:
    """All that may lie beside a thing of that kind, each a name of `props`."""
    return _setting_of(kind).beside


def _setting_of(kind: str) -> _Setting:
    known = KINDS.get(kind)
    department = known.department if known is not None else ""
    return next((one for one in _settings() if department in one.departments), _settings()[-1])


def draw_scene(pen: Pen, kind: str, seed: str, thing: str) -> None:
    """Draws the setting, the thing in it, and what lies beside it.

    Args:
        pen: of the picture.
        kind: of the thing.
        seed: decides what its data leave open.
        thing: id of its drawing.
    """
    setting = _setting_of(kind)
    rng = Random(f"{kind}:{seed}:scene")
    wall, ground = rng.choice(setting.walls), rng.choice(setting.grounds)
    horizon = _HORIZON + rng.randrange(-40, 31)
    pen.rect(0, 0, 600, horizon, pen.slanted(tone(wall, 0.18), wall, tone(wall, -0.14)))
    with pen.group(f"translate({rng.randrange(-40, 41)} {horizon - _HORIZON})"):
        draw_shapes(pen, setting.back)
    pen.rect(0, horizon, 600, 600 - horizon, pen.down(tone(ground, -0.16), ground, tone(ground, 0.12)))
    pen.rect(0, horizon, 600, 5, "#000", more='opacity=".14"')
    named = pen.facts.beside if pen.facts.beside in props() else beside_of(kind, seed)
    x, y = rng.choice(_MOST_PLACES)
    back = y < 525
    if back:
        _lay(pen, named, x, y, rng)
    middle = 346 if x < 300 else 254
    with pen.group(f"translate({middle - 300 * 0.74:.0f} {542 - 505 * 0.74:.0f}) scale(.74)"):
        pen.ellipse(300, 506, 200, 26, "#000", 'opacity=".16"')
        pen.shapes.append(f'<use href="#{thing}"/>')
    if not back:
        _lay(pen, named, x, y, rng)
    if rng.random() < 0.6:
        pen.path("M0 0H230L520 600H300Z", "#fff", 'opacity=".1"')


def _lay(pen: Pen, named: str, x: int, y: int, rng: Random) -> None:
    scale = round(rng.uniform(0.92, 1.14), 2)
    pen.ellipse(x, y + 4, 84 * scale, 15 * scale, "#000", 'opacity=".18"')
    pen.shapes.append(f'<g id="{BESIDE_ID}" transform="translate({x} {y}) scale({scale:g})">')
    draw_shapes(pen, props()[named])
    pen.shapes.append("</g>")
