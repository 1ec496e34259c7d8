"""What a thing is called: the words of its title that say what it is, and how to speak of it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from shopworld.catalog import Offer, stems
from shopworld.guru.intent.phrases import article, display_text

_JOINT = re.compile(r"\s*(?:&|,|/|\band\b|\(|\))\s*", re.IGNORECASE)
_HEAD_END = re.compile(r"\s+(?:for|with|by|from|compatible|fits?|in)\s|[,(|\[:;]|\s[-–—]\s", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class ProductNoun:
    """What a product is.

    Attributes:
        name: in lower case, singular but for pairs: `wireless charger`, `headphones`.
        span: the words of the title that say so.
    """

    name: str
    span: str

    @property
    def spoken(self) -> str:
        """As people write it: `HDMI cable`."""
        return display_text("title", self.name)

    @property
    def wanted(self) -> str:
        """As one asks for it: `a wireless charger`, `a pair of headphones`, `some paper`."""
        return self.wanted_as("")

    def wanted_as(self, words: str) -> str:
        """The same with words before it: `a black wireless charger`, `a pair of black headphones`."""
        spoken = f"{words} {self.spoken}".strip()
        if self.name in _data().pairs or self.name.rpartition(" ")[2] in _data().pairs:
            return f"a pair of {spoken}"
        if self.name in _data().masses or self.name.rpartition(" ")[2] in _data().masses:
            return f"some {spoken}"
        return f"{article(spoken)} {spoken}"

    @property
    def again(self) -> str:
        """As one speaks of it the second time: `one`, `a pair`, `something`."""
        wanted = self.wanted
        if wanted.startswith("a pair of "):
            return "a pair"
        return "something" if wanted.startswith("some ") else "one"


@dataclass(frozen=True, slots=True)
class _Words:
    things: frozenset[str]
    pairs: frozenset[str]
    masses: frozenset[str]
    never: frozenset[str]


@cache
def _data() -> _Words:
    data = tomllib.loads((files("shopworld.guru.intent") / "things.toml").read_text(encoding="utf-8"))
    return _Words(*(frozenset(data[name]) for name in ("things", "pairs", "masses", "never")))


def find_thing(offer: Offer) -> ProductNoun | None:
    """What a product is called in its own title; None where its title does not say it in words that are known.

    The names of its categories come first, from the last to the top one, then the things that are known anyway.
    """
    title = _Title.of(offer.title)
    for path in offer.categories[:1]:
        for category in reversed(path):
            names = [name for part in _JOINT.split(category) for name in _names(part)]
            found = _best(title, names)
            if found is not None:
                return found
    return _best(title, _shipped())


@dataclass(frozen=True, slots=True)
class _Title:
    words: tuple[str, ...]
    stems: tuple[tuple[str, ...], ...]
    head: int
    """How many words stand before the first `for`, comma or the like."""

    @classmethod
    def of(cls, text: str) -> _Title:
        words = tuple(_WORD.findall(text))
        end = _HEAD_END.search(text)
        head = len(_WORD.findall(text[: end.start()])) if end else len(words)
        return cls(words, tuple(stems(word) for word in words), head or len(words))

    def place(self, wanted: tuple[str, ...]) -> tuple[int, int] | None:
        """Where these stems stand last before the head's end, else first anywhere: begin and end, in words."""
        found = None
        for begin in range(len(self.words)):
            got: tuple[str, ...] = ()
            for end in range(begin + 1, len(self.words) + 1):
                got += self.stems[end - 1]
                if len(got) >= len(wanted):
                    if got == wanted and (end <= self.head or found is None):
                        found = (begin, end)
                    break
        return found


def _best(title: _Title, names: tuple[str, ...] | list[str]) -> ProductNoun | None:
    """Of the names in the head of a title the longest, then the last; else of those anywhere."""
    present = {stem for word in title.stems for stem in word}
    best: tuple[tuple[bool, int, int], ProductNoun] | None = None
    for name in names:
        wanted = stems(name)
        if not wanted or not present.issuperset(wanted):
            continue
        place = title.place(wanted)
        if place is None:
            continue
        span = " ".join(title.words[place[0] : place[1]])
        if name in _data().pairs and span.lower() != name:
            continue
        rank = (place[1] <= title.head, len(wanted), place[0])
        if best is None or rank > best[0]:
            best = (rank, ProductNoun(name, span))
    return best[1] if best else None


@cache
def _shipped() -> tuple[str, ...]:
    data = _data()
    return tuple(sorted(data.things | data.pairs | data.masses))


@lru_cache(maxsize=4096)
def _names(category: str) -> tuple[str, ...]:
    """The names in a category: `Portable Bluetooth Speakers` is a portable bluetooth speaker, a bluetooth speaker, …"""
    return tuple(_each_name(category))


def _each_name(category: str) -> Iterator[str]:
    words = [word.lower() for word in _WORD.findall(category)]
    if not words or words[-1] in _data().never:
        return
    for begin in range(len(words)):
        plural = " ".join(words[begin:])
        if plural in _data().never:
            continue
        if words[-1] in _data().pairs or words[-1] in _data().masses:
            yield plural
        elif len(words) - begin > 1 or singular(words[-1]) in _data().things or words[-1] != singular(words[-1]):
            yield " ".join((*words[begin:-1], singular(words[-1])))


def singular(word: str) -> str:
    """The singular of an English noun in the plural; other words as they are."""
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("lves", "lf")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[: -len(ending)] + instead
    if word == "lenses":
        return "lens"
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "lens")) and len(word) > 3:
        return word[:-1]
    return word
