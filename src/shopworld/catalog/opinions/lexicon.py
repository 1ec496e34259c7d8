"""The words of opinions: aspects with their names, praise and blame, and what turns a sentence round."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from shopworld.catalog.stems import stems

Phrase = tuple[str, ...]
"""Stems that stand one after the other."""


@dataclass(frozen=True, slots=True)
class PhraseIndex:
    """Phrases by their first stem, the longest first, so that a text is read in one pass."""

    by_first: Mapping[str, tuple[Phrase, ...]]

    @classmethod
    def of(cls, texts: Iterable[str]) -> PhraseIndex:
        """Phrases of texts as a data file has them."""
        found: dict[str, set[Phrase]] = {}
        for text in texts:
            phrase = stems(text.replace("'", ""))
            if phrase:
                found.setdefault(phrase[0], set()).add(phrase)
        return cls({first: tuple(sorted(them, key=lambda one: (-len(one), one))) for first, them in found.items()})

    def at(self, words: Phrase, position: int) -> int:
        """How many words from a position on are the longest of these phrases; 0 where none begins there."""
        for phrase in self.by_first.get(words[position], ()):
            if words[position : position + len(phrase)] == phrase:
                return len(phrase)
        return 0

    def found_in(self, words: Phrase) -> list[tuple[int, int]]:
        """Begin and length of each phrase in a text, none inside another."""
        if self.by_first.keys().isdisjoint(words):
            return []
        found, position = [], 0
        while position < len(words):
            length = self.at(words, position)
            if length:
                found.append((position, length))
            position += max(1, length)
        return found


@dataclass(frozen=True, slots=True)
class Aspect:
    """Something that reviews speak of.

    Attributes:
        name: what it is called.
        names: phrases by which a sentence is about it.
        positive: words that praise it, general ones included.
        negative: words that blame it, general ones included.
    """

    name: str
    names: PhraseIndex
    positive: PhraseIndex
    negative: PhraseIndex


@cache
def _data() -> Mapping[str, Mapping[str, object]]:
    return tomllib.loads((files("shopworld.catalog.opinions") / "lexicon.toml").read_text(encoding="utf-8"))


def _texts(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []


@cache
def negations() -> PhraseIndex:
    """Words that turn the next words round."""
    return PhraseIndex.of(_texts(_data()["negate"]))


@cache
def aspects() -> Mapping[str, Aspect]:
    """All aspects of the lexicon by name, in the order of the file."""
    return {name: _aspect(name, data) for name, data in _data()["aspect"].items() if isinstance(data, dict)}


def aspects_possible(words: Phrase) -> list[Aspect]:
    """The aspects of the lexicon of whose names the first word stands in a text, in the order of the file."""
    every, by_first = _aspects_by_first()
    return [every[number] for number in sorted({number for word in words for number in by_first.get(word, ())})]


@cache
def _aspects_by_first() -> tuple[tuple[Aspect, ...], Mapping[str, tuple[int, ...]]]:
    """All aspects, and for each first word of a name the numbers of those it may name."""
    every = tuple(aspects().values())
    found: dict[str, tuple[int, ...]] = {}
    for number, aspect in enumerate(every):
        for first in aspect.names.by_first:
            found[first] = (*found.get(first, ()), number)
    return every, found


def _aspect(name: str, data: Mapping[str, object]) -> Aspect:
    own_praise, own_blame = _texts(data.get("positive")), _texts(data.get("negative"))
    # What blames this aspect is no praise of it, though it may be elsewhere, and the other way round.
    praise = [one for one in _texts(_data()["positive"]) if one not in own_blame]
    blame = [one for one in _texts(_data()["negative"]) if one not in own_praise]
    names = [name, *_texts(data.get("names"))]
    return Aspect(
        name, PhraseIndex.of(names), PhraseIndex.of([*praise, *own_praise]), PhraseIndex.of([*blame, *own_blame])
    )


@lru_cache(maxsize=4096)
def aspect_named(name: str) -> Aspect:
    """The aspect of that name or with that name among its names; a new one with general words only if there is none."""
    known = aspects()
    wanted = stems(name)
    for aspect in known.values():
        if stems(aspect.name) == wanted:
            return aspect
    for aspect in known.values():
        if wanted and wanted in aspect.names.by_first.get(wanted[0], ()):
            return aspect
    return _aspect(name, {})
