"""What may be said of goods of one kind: read from `kinds/`, and left out where it would state one of their facts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from shopworld.errors import InputError
from shopworld.goods.departments import AttributeName, KindData, default_departments

_FOLDER = Path(__file__).parent / "kinds"
_TELLING = Path(__file__).parent / "telling.toml"
_LETTERS = re.compile(r"[a-z]+")
_FIELDS = re.compile(r"\{\w+\}")
_SHORTEST = 4
_KEYS = {"facets", "uses", "problems", "sentences", "questions", "care", "buyers", "tags"}


@dataclass(frozen=True, slots=True)
class ProductFacet:
    """A part of a product, with what goes with it and nothing else.

    Attributes:
        part: its name.
        adjectives: that fit it.
        does: what it does, as verb phrases.
    """

    part: str
    adjectives: tuple[str, ...]
    does: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KindTexts:
    """All that texts say of one kind.

    Attributes:
        facets: its parts.
        problems: troubles, each with what helps.
        sentences: whole sentences.
        questions: with their answers.
        uses: what people do with it, as gerunds.
        care: what to do for it, as imperatives.
        buyers: who buys it.
        tags: what customers type to find it.
    """

    facets: tuple[ProductFacet, ...]
    problems: tuple[tuple[str, str], ...]
    sentences: tuple[str, ...]
    questions: tuple[tuple[str, str], ...]
    uses: tuple[str, ...]
    care: tuple[str, ...]
    buyers: tuple[str, ...]
    tags: tuple[str, ...]


@cache
def texts_of(kind: str) -> KindTexts:
    """The texts of a kind without those that would state one of its attributes.

    Raises:
        InputError: there is no file of the kind, or an entry of it is not written as it should be.
    """
    file = _FOLDER / f"{kind}.toml"
    if not file.is_file():
        raise InputError("has no texts", file=file, field=kind)
    written = _read(file)
    for shared in written.pop("also", []):
        for key, texts in _read(_FOLDER / "shared" / f"{shared}.toml").items():
            written[key] = [*written.get(key, []), *texts]
    if set(written) != _KEYS:
        raise InputError(f"expected {', '.join(sorted(_KEYS))}, found {', '.join(sorted(written))}", file=file)
    telling = telling_words(kind)

    def kept(key: str) -> list[str]:
        return [one for one in written[key] if is_silent(one, telling)]

    def pairs(key: str) -> tuple[tuple[str, str], ...]:
        return tuple((first, second) for first, second in (_parts(file, key, one, 2) for one in kept(key)))

    return KindTexts(
        facets=tuple(one for text in written["facets"] if (one := _facet(file, text, telling)) is not None),
        problems=pairs("problems"),
        sentences=tuple(kept("sentences")),
        questions=pairs("questions"),
        uses=tuple(kept("uses")),
        care=tuple(kept("care")),
        buyers=tuple(kept("buyers")),
        tags=tuple(kept("tags")),
    )


def _read(file: Path) -> dict[str, list[str]]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _facet(file: Path, text: str, telling: frozenset[str]) -> ProductFacet | None:
    part, adjectives, does = _parts(file, "facets", text, 3)
    many = tuple(one.strip() for one in _split(adjectives, ",") if is_silent(one, telling))
    acts = tuple(one.strip() for one in does.split(";") if is_silent(one, telling))
    return ProductFacet(part, many, acts) if many and acts and is_silent(part, telling) else None


def _split(text: str, mark: str) -> list[str]:
    """Parts of a text; a mark in square brackets parts nothing."""
    return re.split(rf"{re.escape(mark)}(?![^\[]*\])", text)


def _parts(file: Path, key: str, text: str, count: int) -> list[str]:
    """The parts of an entry: ` | ` parts them, a bar in square brackets does not."""
    parts = [one.strip() for one in _split(text, "|")]
    if len(parts) != count or not all(parts):
        raise InputError(f"expected {count} parts with | between them, found {text!r}", file=file, field=key)
    return parts


def is_silent(text: str, telling: frozenset[str]) -> bool:
    """Whether a text states no fact: none of its words is one that tells."""
    said = _FIELDS.sub(" ", text)
    return telling.isdisjoint(word_stems(said)) and telling.isdisjoint(f"={one}" for one in words_of(said))


@cache
def telling_words(kind: str) -> frozenset[str]:
    """What states something of a kind's attributes: stems of their names, labels and values, and `=` before a word."""
    data: KindData = default_departments().kinds[kind]
    names: dict[str, AttributeName] = dict(default_departments().attributes)
    found: set[str] = set()
    for name, axis in data.attributes.items():
        texts = [name.replace("_", " "), *names[name].labels, names[name].title]
        values: Sequence[Any] = (
            axis.values if isinstance(axis.values, list) else [v for many in axis.values.values() for v in many]
        )
        for value in values:
            texts += [str(one) for one in value] if isinstance(value, list) else [str(value)]
        texts += [str(one) for series in data.series for value in series.set.values() for one in _flat(value)]
        found.update(word for text in texts for word in word_stems(text))
    synonyms = _tables(_TELLING).get(kind, "")
    named = frozenset(found) - word_stems(kind.replace("_", " "))  # what it is is no secret
    return named | {f"={one.strip()}" for one in synonyms.split(",") if one.strip()}


@cache
def _tables(file: Path) -> dict[str, str]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def words_of(text: str) -> frozenset[str]:
    """The words of a text, in small letters."""
    return frozenset(_LETTERS.findall(text.casefold()))


def _flat(value: object) -> list[object]:
    return [one for part in value for one in _flat(part)] if isinstance(value, list) else [value]


@cache
def word_stems(text: str) -> frozenset[str]:
    """First six letters of the words of a text, long ones only."""
    return frozenset(one[:6] for one in _LETTERS.findall(text.casefold()) if len(one) >= _SHORTEST)
