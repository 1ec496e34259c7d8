"""Situations that tell a value without naming it, and where they may be told. Data: `scenes.toml` and held-out ones."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

KNOWN, HELD_OUT = "scenes.toml", "scenes_held_out.toml"
_WORDS = {
    "Office Products": "page pages notebook ink crossword calendar homework sums notes letter letters highlight",
    "All Beauty": (
        "face forehead nose cheek cheeks skin lip lips makeup mirror pillow spread shave hair scalp lotion cream rash "
        "itch itches perfume brush rub rubbed jar bath puff dust swipe capful beeswax tears wedding"
    ),
    "": (
        "phone battery batteries charge charging cable cord cords port ports laptop computer screen socket outlet "
        "router plug dongle tablet bike ride windshield dash dashboard glove wheel keys keyboard type typing call "
        "calls headphone"
    ),
}
_ABOUT = tuple((re.compile(rf"\b({words.replace(' ', '|')})\b"), category) for category, words in _WORDS.items())
"""Words of a scene, and the main category of whose things alone it is told; nothing for all but beauty."""
_BEAUTY = "All Beauty"
_FACT = re.compile(r"^(?P<fact>[a-z][a-z ]*): (?P<text>.+)$")


@dataclass(frozen=True, slots=True)
class LifeScene:
    """What somebody says of their life, from which a value follows.

    Attributes:
        text: one or two sentences in the first person.
        needs: a fact that must hold of the life; nothing where everybody may say it.
    """

    text: str
    needs: str = ""

    def suits(self, department: str) -> bool:
        """Whether it is told of things of a main category."""
        found = {category for pattern, category in _ABOUT if pattern.search(self.text.lower())}
        if not found:
            return True
        return department in found or ("" in found and department != _BEAUTY)

    def fits(self, facts: Set[str]) -> bool:
        """Whether somebody of whom these facts hold may say it."""
        return not self.needs or self.needs in facts


@cache
def scenes(name: str) -> Mapping[str, Mapping[str, tuple[LifeScene, ...]]]:
    """Attribute, value, and its scenes.

    Args:
        name: of the data file: `KNOWN` or `HELD_OUT`.
    """
    data = tomllib.loads((files("shopworld.guru.intent") / name).read_text(encoding="utf-8"))
    return {
        attribute: {value: tuple(map(_scene, texts)) for value, texts in values.items()}
        for attribute, values in data.items()
    }


def scenes_of(attribute: str, value: str) -> tuple[LifeScene, ...]:
    """All scenes of a value, the held-out ones last; none where there is no entry for it."""
    return tuple(_all(attribute, value))


def _all(attribute: str, value: str) -> Iterator[LifeScene]:
    for name in (KNOWN, HELD_OUT):
        yield from scenes(name).get(attribute, {}).get(value, ())


def _scene(text: str) -> LifeScene:
    match = _FACT.match(text)
    return LifeScene(match["text"], match["fact"]) if match else LifeScene(text)
