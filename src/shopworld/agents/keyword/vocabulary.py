"""What the keyword agent knows of shops' language, read from `vocabulary.toml`: spellings, kinds, phrases, words."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

_TOKEN = re.compile(r"[a-z]+\d+[a-z]*-[a-z](?![a-z\d])|\d+(?:[.x-]\d+)*[a-z]*(?:\d[a-z\d]*)?|[a-z]+[a-z\d]*")
_SEGMENTS = re.compile(
    r"[,|()\[\]:;]| [-–—] | w/|\b(?:with|for|incl\.?|including|made|sold|in|of|to|so|that|which|from)\b"
)


@dataclass(frozen=True, slots=True)
class ThingKind:
    """A kind of things.

    Attributes:
        name: e.g. `power supply`.
        search: what to type for it.
        within: a wider kind that it also is of, or empty.
        made_for_others: whether its titles carry the name of what it goes with.
    """

    name: str
    search: str
    within: str
    made_for_others: bool


@dataclass(frozen=True, slots=True)
class Phrase:
    """Everyday speech, and what it asks of a page."""

    pattern: re.Pattern[str]
    any: tuple[str, ...]
    any_from: re.Pattern[str] | None
    none: tuple[str, ...]
    least: tuple[float, str] | None
    only_if: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The whole table."""

    spellings: tuple[tuple[re.Pattern[str], str], ...]
    kinds: tuple[tuple[re.Pattern[str], ThingKind], ...]
    names: tuple[tuple[re.Pattern[str], ThingKind], ...]
    phrases: tuple[Phrase, ...]
    fillers: frozenset[str]
    facts: frozenset[str]
    fact_pattern: re.Pattern[str]
    variants: frozenset[str]
    colours: frozenset[str]
    families: dict[str, tuple[str, ...]]
    bundles: re.Pattern[str]
    used: re.Pattern[str]
    same: dict[str, str]
    """Words of shops' pages that mean the same: each to one of them."""
    empty: frozenset[str]
    """Words of questions that say nothing about what is asked for."""
    subjects: dict[str, str]
    """What pages about a subject may be called, as regular expressions."""


def _phrase(entry: dict[str, Any]) -> Phrase:
    return Phrase(
        re.compile(entry["pattern"], re.IGNORECASE),
        tuple(entry.get("any", ())),
        re.compile(entry["any_from"], re.IGNORECASE) if "any_from" in entry else None,
        tuple(entry.get("none", ())),
        (float(entry["least"][0]), str(entry["least"][1])) if "least" in entry else None,
        re.compile(entry["only_if"], re.IGNORECASE) if "only_if" in entry else None,
    )


def _kinds(table: dict[str, Any], column: str) -> Iterator[tuple[re.Pattern[str], ThingKind]]:
    for entry in table["kind"]:
        if column in entry:
            pattern = re.compile(rf"\b(?:{entry[column]})(?!\w)")
            yield (
                pattern,
                ThingKind(entry["name"], entry["search"], entry.get("within", ""), entry.get("made_for_others", False)),
            )


@cache
def vocabulary() -> Vocabulary:
    """The table, read once."""
    table = tomllib.loads(resources.files(__package__).joinpath("vocabulary.toml").read_text(encoding="utf-8"))
    words = table["words"]
    return Vocabulary(
        tuple((re.compile(entry["pattern"]), entry["write"]) for entry in table["spelling"]),
        tuple(_kinds(table, "words")),
        tuple(_kinds(table, "names")),
        tuple(_phrase(entry) for entry in table["phrase"]),
        frozenset(words["fillers"].split()),
        frozenset(words["facts"].split()),
        re.compile(words["fact_pattern"]),
        frozenset(words["variants"].split()),
        frozenset(words["colours"].split()),
        {name: tuple(members) for name, members in words["colour_families"].items()},
        re.compile(words["bundles"]),
        re.compile(words["used"]),
        {word: group[0] for group in table["pages"]["same"] for word in group},
        frozenset(table["pages"]["empty"].split()),
        dict(table["pages"]["subjects"]),
    )


@lru_cache(maxsize=8192)
def normalise(text: str) -> str:
    """Lower case, no accents, one spelling for what shops write in several ways."""
    plain = unicodedata.normalize("NFKD", text.lower().replace("″", '"').replace("×", "x"))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    for pattern, replacement in vocabulary().spellings:
        plain = pattern.sub(replacement, plain)
    return plain


@lru_cache(maxsize=8192)
def tokens(text: str) -> tuple[str, ...]:
    """The words and model numbers of a text, normalised, in order: `RTX4070 Ti, 1920 x 1080` gives three."""
    return tuple(_TOKEN.findall(normalise(text)))


def colours_in(text: str) -> tuple[str, ...]:
    """The colour words of a text."""
    known = vocabulary().colours
    return tuple(dict.fromkeys(word for word in tokens(text) if word in known))


def is_fact(word: str) -> bool:
    """Whether a word states a fact about a thing rather than its name."""
    known = vocabulary()
    return word in known.facts or known.fact_pattern.fullmatch(word) is not None


@lru_cache(maxsize=8192)
def kind_of(text: str) -> ThingKind | None:
    """What a title is a title of; None where it does not say.

    The first part of the title that names a kind counts, and its last noun: an SSD enclosure is an enclosure. What
    stands behind `for` or `with` is not what is sold.
    """
    plain = normalise(text)
    for patterns in (vocabulary().kinds, vocabulary().names):
        for part in _SEGMENTS.split(plain):
            found = [
                (match.end(), match.end() - match.start(), kind)
                for pattern, kind in patterns
                for match in pattern.finditer(part)
            ]
            if found:
                return max(found, key=lambda one: one[:2])[2]
    return None


def kind_span(text: str, kind: ThingKind) -> tuple[int, int] | None:
    """Where a normalised text names that kind, the last of the longest; None where it does not."""
    spans = [
        (match.end() - match.start(), match.start(), match.end())
        for pattern, one in vocabulary().kinds
        if one.name == kind.name
        for match in pattern.finditer(text)
    ]
    return max(spans)[1:] if spans else None
