"""Drawings by the form of things: what kinds without a drawing of their own look like, found by the words they are
called."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from shopworld.pictures import belongings, equipment, provisions
from shopworld.pictures.pen import Pen

_WORD = re.compile(r"[^\W\d_]+")

# fmt: off
FORMS: Mapping[str, Callable[[Pen], None]] = {
    one.__name__: one
    for one in (
        provisions.bottle, provisions.jar, provisions.pouch, provisions.carton, provisions.tube, provisions.loaf,
        provisions.fruit, provisions.bouquet, provisions.plant, equipment.hand_tool, equipment.machine,
        equipment.power_tool, belongings.cabinet, belongings.appliance, belongings.sofa, belongings.table,
        belongings.chair, belongings.bed, equipment.wheel, equipment.part, equipment.bicycle, equipment.helmet,
        belongings.jewel, belongings.chain, belongings.watch, belongings.bag, belongings.suitcase, belongings.shoe,
        belongings.glasses, equipment.guitar, equipment.keys, equipment.drum, equipment.ball, equipment.racket,
        equipment.tent, provisions.roll, equipment.board, equipment.weight, belongings.pram, provisions.papers,
        equipment.small_parts, equipment.tap, provisions.pills, equipment.vehicle, equipment.wood_fire,
        belongings.clothing,
    )
}
# fmt: on
"""Drawings of forms by their names."""


@cache
def _by_word() -> Mapping[str, str]:
    told: dict[str, str] = tomllib.loads((Path(__file__).parent / "forms.toml").read_text(encoding="utf-8"))
    found: dict[str, str] = {}
    for form, words in told.items():
        for word in words.split():
            found.setdefault(word, form)
    return found


def form_of(*called: str) -> str:
    """The form of what is called so, by the last word that is known; empty where none is.

    Args:
        called: names of the thing, most telling first: its kind, its title.

    Returns:
        a name of `FORMS`, or a kind that has a drawing.
    """
    for text in called:
        words = _WORD.findall(text.lower().replace("_", " "))
        for word in (text, *reversed(words)):
            found = _by_word().get(word) or _by_word().get(word.removesuffix("s"))
            if found is not None:
                return found
    return ""
