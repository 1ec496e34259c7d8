"""Fields of words: which scale a sentence is about where it names none of its ends."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache

from shopworld.catalog.claims.tables import table
from shopworld.catalog.claims.words import words_of


@cache
def _fields() -> Mapping[str, frozenset[str]]:
    """The words that go with each scale, in base form."""
    return {name: frozenset(words_of(f"{text} {_phrases(name)}")) for name, text in table("fields").items()}


def _phrases(name: str, *ends: str) -> str:
    ends = ends or ("plus", "minus", "with_plus", "with_minus")
    return " ".join(str(table("scales")[name].get(end, "")) for end in ends).replace("|", " ").replace("_", " ")


@cache
def _rarity() -> Mapping[str, float]:
    """How much a word tells of the scale: the fewer scales it goes with, the more."""
    counts = Counter(word for field in _fields().values() for word in field)
    return {word: math.log(len(_fields()) / count) for word, count in counts.items()}


def field_words(scale: str) -> frozenset[str]:
    """The words that go with a scale."""
    return _fields()[scale]


def nearness(words: Collection[str]) -> dict[str, float]:
    """How near words are to each scale: the sum of what those tell that go with it, rare ones more."""
    near = dict.fromkeys(_fields(), 0.0)
    for word in sorted({*words} & _rarity().keys()):
        for name in _scales_by_word()[word]:
            near[name] += _rarity()[word]
    return near


@cache
def _scales_by_word() -> Mapping[str, tuple[str, ...]]:
    return {word: tuple(name for name, field in _fields().items() if word in field) for word in _rarity()}


@cache
def _ends(scale: str) -> tuple[frozenset[str], frozenset[str]]:
    return (
        frozenset(words_of(_phrases(scale, "plus", "with_plus"))),
        frozenset(words_of(_phrases(scale, "minus", "with_minus"))),
    )


def lean(scale: str, words: Collection[str]) -> float:
    """Which end of a scale words lean to: above 0 the upper one."""
    upper, lower = _ends(scale)
    rarity = _rarity()
    telling = sorted({*words} & (upper ^ lower) & rarity.keys())
    return sum(rarity[word] if word in upper else -rarity[word] for word in telling)
