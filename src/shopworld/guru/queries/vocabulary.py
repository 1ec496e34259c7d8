"""What the reader of queries knows: kinds, makers, values, units, and words that ask for nothing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import shopworld.goods

_WORD = re.compile(r"[^\s]+")
_IRREGULAR: Final = {"shelves": "shelf", "knives": "knife", "mice": "mouse", "scarves": "scarf", "loaves": "loaf"}
_LIKELY: Final = 0.65
"""Share of the trigrams of a word that other words have too."""
_SAME: Final = ("ss", "us", "is", "ous")


@dataclass(frozen=True, slots=True)
class NamedKind:
    """A kind of product that queries name.

    Attributes:
        name: what it is called, singular or plural as people say it.
        kind: its name in the catalog's vocabulary; empty where that has none.
        domain: of DeepShop's five.
        price: what it usually costs, least and most, in dollars.
        brands: makers for products of which nobody names one.
    """

    name: str
    kind: str
    domain: str
    price: tuple[float, float]
    brands: tuple[str, ...]


Phrases = Mapping[tuple[str, ...], str]
"""Words, each as `stem` has them, to what they stand for."""


@dataclass(frozen=True, slots=True)
class QueryVocabulary:
    """All that is known, by the stems of its words."""

    kinds: Mapping[tuple[str, ...], NamedKind]
    names: Mapping[tuple[str, ...], tuple[NamedKind, str]]
    brands: Phrases
    values: Mapping[str, Phrases]
    """Colours, materials, patterns, audiences, sizes and modifiers, by attribute."""
    nouns: Mapping[str, frozenset[str]]
    units: Mapping[str, str]
    neutral: Mapping[tuple[str, ...], str]
    """Phrases that ask for nothing, with the reason."""
    support: Mapping[str, frozenset[str]]
    trigrams: frozenset[str] = field(default_factory=frozenset)

    def is_word(self, word: str) -> bool:
        """Whether a word looks like one: most of its letters follow each other as in words that are known."""
        letters = re.sub(r"[^a-z]", "", word)
        if len(letters) < 4 or any(one.isdigit() for one in word):
            return bool(letters) or any(one.isdigit() for one in word)
        parts = list(_trigrams(letters))
        return sum(one in self.trigrams for one in parts) >= _LIKELY * len(parts)


def stem(word: str) -> str:
    """A word in lower case without the ending of a plural."""
    text = word.casefold().replace("’", "'")
    if text in _IRREGULAR:
        return _IRREGULAR[text]
    if len(text) > 4 and text.endswith(("ies", "ie")):
        return f"{text.removesuffix('s')[:-2]}y"
    if len(text) > 4 and text.endswith(("ches", "shes", "sses", "xes")):
        return text[:-2]
    if len(text) > 3 and text.endswith("s") and not text.endswith(_SAME) and not text.endswith("'s"):
        return text[:-1]
    return text


def stems(text: str) -> tuple[str, ...]:
    """The stems of the words of a phrase."""
    return tuple(stem(one) for one in _WORD.findall(text))


def _trigrams(word: str) -> Iterator[str]:
    padded = f"^{word}$"
    yield from (padded[at : at + 3] for at in range(len(padded) - 2))


def _listed(text: str) -> Iterator[str]:
    yield from (part for one in text.replace("\n", " ").split(",") if (part := " ".join(one.split())))


def _table(text: str) -> dict[str, str]:
    pairs = (one.partition("=") for one in _listed(text))
    return {name: value or name for name, _, value in pairs}


def _phrases(text: str) -> dict[tuple[str, ...], str]:
    return {stems(name): value for name, value in _table(text).items()}


def _general(names: tuple[str, ...]) -> str:
    """The name of a kind that its other names only narrow: of `maxi dress` and `dress` it is the dress."""
    first = stems(names[0])
    shorter = [one for one in names[1:] if len(stems(one)) < len(first) and first[-len(stems(one)) :] == stems(one)]
    return shorter[0] if shorter else names[0]


@cache
def vocabulary() -> QueryVocabulary:
    """The vocabulary of the package, read once."""
    folder = Path(__file__).parent
    words: Mapping[str, Any] = tomllib.loads((folder / "words.toml").read_text("utf-8"))
    data: Mapping[str, Any] = tomllib.loads((folder / "kinds.toml").read_text("utf-8"))
    kinds: dict[tuple[str, ...], NamedKind] = {}
    by_name: dict[str, NamedKind] = {}
    for group in data["group"]:
        low, high = group["price"]
        for entry in _listed(group["kinds"]):
            main, *others = entry.split("/")
            name, _, kind = main.partition("=")
            shared = _general((name, *others))
            known = NamedKind(shared, kind, group["domain"], (float(low), float(high)), tuple(group["brands"]))
            by_name.setdefault(name, known)
            for one in (name, *others):
                kinds.setdefault(stems(one), known)
    names = {stems(name): (by_name[kind], brand) for name, (kind, brand) in data["names"].items()}
    neutral = {
        stems(phrase): reason
        for reason in ("request", "place", "thing", "holding", "why", "answer")
        for phrase in _listed(words["neutral"][reason])
    }
    goods = Path(shopworld.goods.__file__).parent
    files = sorted((*folder.glob("*.toml"), *goods.rglob("*.toml")))
    texts = "\n".join(file.read_text("utf-8") for file in files)
    letters = {one for word in re.findall(r"[a-z]{3,}", texts.casefold()) for one in _trigrams(word)}
    return QueryVocabulary(
        kinds=kinds,
        names=names,
        brands={stems(one): one for one in _listed(words["brands"])},
        values={
            "colour": _phrases(words["colours"]),
            "material": _phrases(words["materials"]),
            "pattern": _phrases(words["patterns"]),
            "audience": _phrases(words["audiences"]),
            "size": _phrases(words["sizes"]),
            "features": _phrases(words["modifiers"]),
        },
        nouns={
            name: frozenset(stem(one) for one in words[f"{name}_nouns"])
            for name in ("colour", "material", "pattern", "size")
        },
        units={stem(name): unit for name, unit in _table(words["units"]).items()},
        neutral=neutral,
        support={name: frozenset(map(stem, _listed(text))) for name, text in words["support"].items()},
        trigrams=frozenset(letters),
    )
