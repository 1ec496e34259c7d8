"""Canonical attributes: one name, type and unit for what shops print under many labels.

The data: `canonical.toml` for what any product may have, `canonical_departments.toml` for what only some do.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from shopworld.catalog.attributes.canonical_values import Kind, Value, ValueRules, plain_value
from shopworld.catalog.attributes.display import display_number
from shopworld.catalog.folding import folded
from shopworld.catalog.model import Attribute

_NOT_IN_LABELS = re.compile(r"[^a-z0-9]+")
_LONGEST_LABEL = 120
_DEEPEST = 4
"""Levels of nested details that are read."""
_FILES = ("canonical.toml", "canonical_departments.toml")
_DERIVED = 1000
"""Rank of what a row tells beside its own attribute."""


@dataclass(frozen=True, slots=True)
class CanonicalAttribute:
    """One attribute of the schema.

    Attributes:
        name: in snake case.
        label: as shops print it.
        kind: text, list, number or boolean.
        unit: canonical unit of a number.
        implicit: whether shoppers may paraphrase its values.
        aliases: other raw labels.
    """

    name: str
    label: str
    kind: Kind
    unit: str | None
    implicit: bool
    aliases: tuple[str, ...]
    also: tuple[str, ...]
    rules: ValueRules


@lru_cache(maxsize=1)
def canonical_attributes() -> Mapping[str, CanonicalAttribute]:
    """All attributes of the schema by name, in the order of the files."""
    return {name: _attribute(name, data) for name, data in canonical_data().items()}


def canonical_data() -> dict[str, dict[str, Any]]:
    """The schema as it stands in its files."""
    folder = files("shopworld.catalog.attributes")
    found: dict[str, dict[str, Any]] = {}
    for name in _FILES:
        found |= tomllib.loads((folder / name).read_text(encoding="utf-8"))
    return found


def _attribute(name: str, data: Mapping[str, Any]) -> CanonicalAttribute:
    lowest, highest = data.get("range", (float("-inf"), float("inf")))
    synonyms = {
        plain_value(spelling): value for value, spellings in data.get("synonyms", {}).items() for spelling in spellings
    }
    rules = ValueRules(
        kind=data["kind"],
        unit=data.get("unit"),
        bare=data.get("bare", False),
        units=data.get("units", {}),
        counted=data.get("counted", False),
        dimensions=data.get("dimensions", False),
        lowest=lowest,
        highest=highest,
        synonyms=synonyms,
        words=tuple((_word(spellings), word) for word, spellings in data.get("words", {}).items()),
        rewrites=tuple((re.compile(pattern), replacement) for pattern, replacement in data.get("rewrites", [])),
        vocabulary=frozenset(data.get("vocabulary", ())),
    )
    return CanonicalAttribute(
        name=name,
        label=data["label"],
        kind=rules.kind,
        unit=rules.unit,
        implicit=data.get("implicit", False),
        aliases=tuple(data.get("aliases", ())),
        also=tuple(data.get("also", ())),
        rules=rules,
    )


def _word(spellings: list[str]) -> re.Pattern[str]:
    longest_first = sorted(spellings, key=lambda one: (-len(one), one))
    return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(map(re.escape, longest_first))})(?![a-z0-9])")


@lru_cache(maxsize=1)
def _names_by_label() -> Mapping[str, tuple[str, int]]:
    """Folded label: name, and how near the label is to the name (0: it is the attribute's own)."""
    found: dict[str, tuple[str, int]] = {}
    for one in canonical_attributes().values():
        for rank, label in enumerate((one.label, *one.aliases)):
            found.setdefault(_folded_label(label), (one.name, rank))
    for name in canonical_attributes():
        found[_folded_label(name)] = (name, 0)
    return found


def _folded_label(label: str) -> str:
    return _NOT_IN_LABELS.sub(" ", folded(label)).strip()


@lru_cache(maxsize=8192)
def _resolved(label: str) -> tuple[str, int] | None:
    return _names_by_label().get(_folded_label(label)) if len(label) <= _LONGEST_LABEL else None


def canonical_name(raw_label: str) -> str | None:
    """The canonical name of a label as a shop prints it: `OS` is `operating_system`; None for one that is not known.

    Case, accents, signs and spacing do not matter; canonical names and labels are their own aliases.
    """
    found = _resolved(raw_label)
    return found[0] if found else None


def label_of(name: str) -> str:
    """How shops print a canonical attribute: `operating_system` is `Operating System`."""
    known = canonical_attributes().get(name)
    return known.label if known else name.replace("_", " ").title()


def read_value(name: str, text: str) -> Attribute | None:
    """The attribute that a raw value states; None where it states nothing that can be compared.

    Args:
        name: canonical name.
        text: the value as printed, e.g. `8 GB DDR4`, `USB Type C, Bluetooth`.

    Raises:
        KeyError: no attribute of the schema has that name.
    """
    one = canonical_attributes()[name]
    value = one.rules.read(text)
    return None if value is None else Attribute(name=name, value=value, unit=one.unit)


@lru_cache(maxsize=32768)
def _read_row(name: str, rank: int, text: str) -> tuple[Stated, ...]:
    """All that one row of details states, each with its rank: the lower, the more it is to be believed."""
    one = canonical_attributes()[name]
    stated = [(read_value(name, text), rank)]
    rest = text.partition(";")[2] if one.rules.dimensions else text
    if rest:
        stated += [(read_value(other, rest), _DERIVED + place) for place, other in enumerate(one.also)]
    return tuple([(attribute, place) for attribute, place in stated if attribute is not None])


Stated = tuple[Attribute, int]
"""An attribute, and its rank: the lower, the more it is to be believed."""


def stated_by(label: str, text: str) -> tuple[Stated, ...]:
    """What one row of details states."""
    known = _resolved(label)
    return () if known is None else _read_row(*known, text)


def read_details(details: Mapping[str, object]) -> tuple[Attribute, ...]:
    """The canonical attributes of a table of details, by name.

    Where several rows speak of one thing, the row with the attribute's own label wins, then the aliases in their
    order; lists are joined.

    Args:
        details: raw label and value; values may be text, numbers, booleans, lists, or tables of their own.
    """
    return merged_attributes(stated_by(label, text) for label, text in flat_details(details))


def merged_attributes(rows: Iterable[tuple[Stated, ...]]) -> tuple[Attribute, ...]:
    """The attributes that rows state together, by name, as `read_details` merges them."""
    found: dict[str, Stated] = {}
    for row in rows:
        for stated in row:
            name = stated[0].name
            other = found.get(name)
            found[name] = stated if other is None else _merged(other, stated)
    return tuple([found[name][0] for name in sorted(found)])


def _merged(one: Stated, other: Stated) -> Stated:
    first, second = (one, other) if one[1] <= other[1] else (other, one)
    return _joined(first[0], second[0]), first[1]


def _joined(first: Attribute, second: Attribute) -> Attribute:
    if not isinstance(first.value, tuple) or not isinstance(second.value, tuple):
        return first
    return first.model_copy(update={"value": tuple(dict.fromkeys((*first.value, *second.value)))})


def flat_details(details: Mapping[str, object], depth: int = 1) -> Iterator[tuple[str, str]]:
    """Label and text of every row, nested tables opened."""
    for label, value in details.items():
        if isinstance(value, str):
            yield label, value
        elif isinstance(value, Mapping):
            if depth < _DEEPEST:
                yield from flat_details(value, depth + 1)
        else:
            text = value_text(value)
            if text:
                yield label, text


def value_text(value: object) -> str:
    """A value that is no text, as text: numbers without a needless fraction, lists joined with commas."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, int | float):
        return display_number(value)
    if isinstance(value, list | tuple):
        return ", ".join(text for text in map(value_text, value) if text)
    return str(value)


__all__ = [
    "CanonicalAttribute",
    "Value",
    "canonical_attributes",
    "canonical_name",
    "flat_details",
    "label_of",
    "merged_attributes",
    "read_details",
    "read_value",
    "stated_by",
    "value_text",
]
