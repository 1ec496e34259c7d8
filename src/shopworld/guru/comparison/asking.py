"""Whole sentences of tasks: frames from a table, filled with what is wanted."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

_PLACE = re.compile(r"\{([a-z_]+)\}")
_BEGINNING = re.compile(r"(^|[.?!] )([a-z])(?![a-z]*[A-Z])")
_WAYS = 14
"""Ways of saying something that are tried."""


@cache
def _frames() -> Mapping[str, Sequence[str]]:
    with (Path(__file__).parent / "asking.toml").open("rb") as file:
        return {name: tuple(frames) for name, frames in tomllib.load(file).items()}


def ways_to_ask(frame: str, generator: random.Random, *, plain: bool = True, **parts: str) -> tuple[str, ...]:
    """Some ways of asking for something, in random order, each once.

    Args:
        frame: name of a list in `asking.toml`.
        generator: of the choice.
        plain: whether the first frame, which is worded as in WebMall's release, comes first.
        parts: what stands in the places that are no lists of the table: `goods`, `name`, `address`, …
    """
    choices = [_first] * plain + [generator.choice] * _WAYS
    found = [_sentences(_filled(frame, choose, parts)) for choose in choices]
    return tuple(dict.fromkeys(found))


def _first(frames: Sequence[str]) -> str:
    return frames[0]


def _filled(frame: str, choose: Callable[[Sequence[str]], str], parts: Mapping[str, str]) -> str:
    chosen = choose(_frames()[frame])
    # A list that stands twice in a frame is drawn twice.
    return _PLACE.sub(lambda one: parts[one[1]] if one[1] in parts else _filled(one[1], choose, parts), chosen)


def _sentences(text: str) -> str:
    """A text with capital letters where sentences begin, but for words that have one inside (`iPhone`)."""
    return _BEGINNING.sub(lambda one: one[1] + one[2].upper(), " ".join(text.split()))
