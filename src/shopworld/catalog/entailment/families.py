"""Families of values: how texts say them, and which follow from which."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from shopworld.catalog.folding import folded
from shopworld.catalog.stemming import stems

_TOKEN = re.compile(r"[a-z0-9]+(?:[.'][a-z0-9]+)*|[&,;|()/+]")
_NUMBER_AND_UNIT = re.compile(r"(\d)([a-z])")
_DERIVED = frozenset(("metallic", "silky", "waterproofing", "rubbery", "glassy", "leathery", "steely", "cottony"))
"""Words that are not what their stem is: metallic paper is of no metal."""
Tokens = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SaidValue:
    """A value that a text says, from token `begin` to `end`."""

    value: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class ValueFamily:
    """Values that follow from each other or rule each other out.

    Attributes:
        name: of the family.
        attributes: canonical names of the attributes that hold them.
        exclusive: whether one rules the others out.
        phrases: phrases by their first token, each with the values that it says.
        broader: value: all that follows from it, itself included.
        opposites: value: what it rules out.
    """

    name: str
    attributes: frozenset[str]
    exclusive: bool
    phrases: Mapping[str, tuple[tuple[Tokens, tuple[str, ...]], ...]]
    broader: Mapping[str, frozenset[str]]
    opposites: Mapping[str, frozenset[str]]

    def said_in(self, tokens: Sequence[str]) -> Iterator[SaidValue]:
        """The values that a text says, the longest phrases first at each place, none inside another."""
        at = 0
        while at < len(tokens):
            best: tuple[Tokens, tuple[str, ...]] | None = None
            for phrase, values in self.phrases.get(tokens[at], ()):
                if tuple(tokens[at : at + len(phrase)]) == phrase and (best is None or len(phrase) > len(best[0])):
                    best = (phrase, values)
            if best is not None:
                yield from (SaidValue(value, at, at + len(best[0])) for value in best[1])
            at += len(best[0]) if best else 1

    def follows(self, value: str) -> frozenset[str]:
        """All that follows from a value, itself included."""
        return self.broader.get(value, frozenset((value,)))

    def entails(self, value: str, wanted: str) -> bool:
        """Whether a wanted value follows from another; never the other way round."""
        return wanted in self.follows(value)

    def rules_out(self, value: str, wanted: str) -> bool:
        """Whether a value rules a wanted one out."""
        if self.entails(value, wanted) or self.entails(wanted, value):
            return False
        if self.exclusive:
            return True
        needed = self.follows(wanted)
        return any(not needed.isdisjoint(self.opposites.get(one, frozenset())) for one in self.follows(value))


@lru_cache(maxsize=65536)
def tokens_of(text: str) -> Tokens:
    """The words of a text by stem, numbers apart from their units, with the signs that separate."""
    plain = _NUMBER_AND_UNIT.sub(r"\1 \2", folded(text).replace("-", " "))
    return tuple(_token(one) for one in _TOKEN.findall(plain))


def _token(word: str) -> str:
    if not word[0].isalpha() or word in _DERIVED:
        return word
    found = stems(word.replace("'s", ""))
    return found[0] if found else word


@cache
def families() -> tuple[ValueFamily, ...]:
    """All families, in the order of the file."""
    text = (files("shopworld.catalog.entailment") / "entailment.toml").read_text(encoding="utf-8")
    return tuple(_family(name, data) for name, data in tomllib.loads(text).items())


@cache
def families_of(attribute: str) -> tuple[ValueFamily, ...]:
    """The families whose values an attribute holds."""
    return tuple(one for one in families() if attribute in one.attributes)


def _family(name: str, data: Mapping[str, Any]) -> ValueFamily:
    direct = {value: _listed(broader) for value, broader in data["entails"].items()}
    values = dict.fromkeys([*data["spellings"], *direct, *(one for many in direct.values() for one in many)])
    found: dict[Tokens, dict[str, None]] = {}
    for value in values:
        for spelling in (value, *_listed(data["spellings"].get(value, ""))):
            found.setdefault(tokens_of(spelling), {})[value] = None
    phrases: dict[str, list[tuple[Tokens, tuple[str, ...]]]] = {}
    for phrase, said in found.items():
        phrases.setdefault(phrase[0], []).append((phrase, tuple(said)))
    return ValueFamily(
        name=name,
        attributes=frozenset(data["attributes"].split()),
        exclusive=data["exclusive"],
        phrases={first: tuple(them) for first, them in phrases.items()},
        broader={value: _closure(value, direct) for value in values},
        opposites={value: frozenset(_listed(text)) for value, text in data.get("opposites", {}).items()},
    )


def _closure(value: str, direct: Mapping[str, Sequence[str]]) -> frozenset[str]:
    found, left = {value}, [value]
    while left:
        for one in direct.get(left.pop(), ()):
            if one not in found:
                found.add(one)
                left.append(one)
    return frozenset(found)


def _listed(text: str) -> list[str]:
    return [one.strip() for one in text.split(",") if one.strip()]
