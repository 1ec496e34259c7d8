"""Values of details as shops print them, made comparable: lower case, one spelling, canonical units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from typing import Literal

from shopworld.catalog.attributes.units import rounded, unit_factor, unit_named
from shopworld.catalog.folding import folded

Value = str | float | bool | tuple[str, ...]
Kind = Literal["text", "list", "number", "boolean"]

_LONGEST_TEXT = 200
"""Characters; what is longer is prose, not a value."""
_LONGEST_ITEM = 120
_MOST_ITEMS = 40
_INVISIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]")
_NOTHING = frozenset(
    (
        *("", "-", "n/a", "na", "n.a", "none", "null", "unknown", "not applicable", "not specified", "unspecified"),
        *("other", "does not apply", "no data", "not available", "see description", "?", "[]", "{}", "tbd"),
    )
)
_SEPARATOR = re.compile(r"[;|\n\r]+|,(?!\d{3}(?!\d))")
_BRACKETS = re.compile(r"\([^()]*\)")
_EDGES = " \t.,;:|*"
_YES = frozenset(("yes", "true", "y", "1", "included", "required"))
_NO = frozenset(("no", "false", "n", "0", "not included", "not required", "none"))
_UNIT = r"[a-z\"'][a-z\"'.]*(?: ?(?:oz|ounces?|hours?|pounds)\b\.?)?"
_NUMBER = re.compile(
    rf"(?<![\d.,/x*-])(?P<value>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+)(?![\d/]) ?-?(?P<unit>{_UNIT})?"
)
_MEASURE = re.compile(rf"(\d+(?:\.\d+)?) ?-?({_UNIT})")
"""The usual form."""
_RANGE = re.compile(r"\d ?(?:-|to|~) ?\d")
_PART_GAP = re.compile(r"[ ,]*(?:and )?")
_SPF = re.compile(r"^spf ?(\d+(?:\.\d+)?) ?\+?$|^(\d+(?:\.\d+)?) ?\+?(?: (?:spf|sun protection factor.*))?$")
_COUNTED = re.compile(
    r"(?:pack|set|box|case|lot|bundle) of (?P<packed>\d+)|(?P<value>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)"
    r"[ -]?(?:counts?|ct|packs?|pk|pieces?|pcs?|items?|units?|each|sets?|sheets?|pages?|rolls?|ports?|count \(.*\))?"
)
_SIDE = (
    r"(\d+(?:\.\d+)?|\.\d+) ?(\"|'|inch(?:es)?|in|cm|mm|centimeters?|millimeters?|ft|feet|m|meters?)? ?(?:[lwhdt]\b)?"
)
_INCHES = re.compile(r"([\d.]+) x ([\d.]+)(?: x ([\d.]+))? in(?:ches)?(?:;.*)?")
"""The usual form."""
_DIMENSIONS = re.compile(rf"{_SIDE} ?[x*] ?{_SIDE}(?: ?[x*] ?{_SIDE})? ?(?:;.*|\(.*\))?")


@dataclass(frozen=True, slots=True)
class ValueRules:
    """How the values of one attribute are read. The fields are those of `canonical.toml`."""

    kind: Kind
    unit: str | None = None
    bare: bool = False
    units: Mapping[str, float] = field(default_factory=dict)
    counted: bool = False
    dimensions: bool = False
    lowest: float = float("-inf")
    highest: float = float("inf")
    synonyms: Mapping[str, str] = field(default_factory=dict)
    """Spelling: value."""
    words: tuple[tuple[re.Pattern[str], str], ...] = ()
    rewrites: tuple[tuple[re.Pattern[str], str], ...] = ()
    vocabulary: frozenset[str] = frozenset()

    def read(self, text: str) -> Value | None:
        """The canonical value of a text; None where it says nothing that can be compared."""
        if self.kind == "list":
            return self._list(text)
        plain = plain_value(text)
        if self.kind == "boolean":
            return True if plain in _YES else False if plain in _NO else None
        if plain in _NOTHING:
            return None
        if self.kind == "number":
            return self._number(plain)
        if self.dimensions:
            return _dimensions(plain)
        return self._spelt(plain) if len(plain) <= _LONGEST_TEXT else None

    def _list(self, text: str) -> tuple[str, ...] | None:
        found: dict[str, None] = {}
        for part in split_list(text):
            plain = plain_value(part)
            if plain in _NOTHING or len(plain) > _LONGEST_ITEM:
                continue
            found.setdefault(self._spelt(plain) or plain)
            if len(found) == _MOST_ITEMS:
                break
        return tuple(found) or None

    def _spelt(self, plain: str) -> str | None:
        """One spelling for a value."""
        known = self.synonyms.get(plain)
        if known is None:
            spelt = plain
            for pattern, word in (*self.words, *self.rewrites):
                spelt = pattern.sub(word, spelt)
            spelt = " ".join(spelt.split()).strip(_EDGES) or plain
            known = self.synonyms.get(spelt, spelt)
        return known if not self.vocabulary or known in self.vocabulary else None

    def _number(self, plain: str) -> float | None:
        value = self._count(plain) if self.counted else self._measure(plain)
        return value if value is not None and self.lowest <= value <= self.highest else None

    def _count(self, plain: str) -> float | None:
        match = _COUNTED.fullmatch(plain)
        return float((match["packed"] or match["value"]).replace(",", "")) if match else None

    def _measure(self, plain: str) -> float | None:
        """The first number whose unit fits, and what follows it in smaller units (`5 feet 6 inches`)."""
        if self.unit == "SPF":
            match = _SPF.match(plain)
            return float(match[1] or match[2]) if match else None
        usual = _MEASURE.fullmatch(plain)
        if usual:
            value = self._converted(float(usual[1]), usual[2].rstrip(" .-"), plain)
            return None if value is None else rounded(value)
        if _RANGE.search(plain):
            return None
        total: float | None = None
        end = 0
        for match in _NUMBER.finditer(plain):
            value = self._converted(us_number(match["value"]), (match["unit"] or "").strip(" .-"), plain)
            if total is None:
                total = value
            elif value is None or _PART_GAP.fullmatch(plain, end, match.start()) is None:
                break
            else:
                total += value
            end = match.end()
        return None if total is None else rounded(total)

    def _converted(self, value: float, written: str, plain: str) -> float | None:
        assert self.unit is not None
        if not written:
            return value if self.bare and plain.replace(",", "").replace(".", "").isdigit() else None
        unit = unit_named(written)
        if unit in self.units:
            return value * self.units[unit]
        factor = unit_factor(unit, self.unit)
        return None if factor is None else value * factor


def plain_value(text: str) -> str:
    """A value folded for comparison: lower case, no tags, entities, accents, invisible signs or ends of sentences."""
    return folded(_INVISIBLE.sub("", text) if not text.isprintable() or not text.isascii() else text).strip(_EDGES)


def split_list(text: str) -> Iterator[str]:
    """The items of a list written with `,`, `;`, `|` or line breaks; not at commas in brackets or numbers."""
    if "," not in text and ";" not in text and "|" not in text and "\n" not in text:
        yield text
        return
    if "&" in text and ";" in text:
        text = unescape(text)
    held = _BRACKETS.sub(lambda match: match.group().replace(",", "\0"), text) if "(" in text else text
    for part in _SEPARATOR.split(held):
        yield part.replace("\0", ",")


def us_number(written: str) -> float:
    """A number as American shops write it: `1,234.5`, `0.352`, `12,5` (a comma before one or two last digits)."""
    whole, comma, last = written.rpartition(",")
    if comma and len(last) != 3 and "." not in written:
        return float(f"{whole.replace(',', '')}.{last}")
    return float(written.replace(",", ""))


def _dimensions(plain: str) -> str | None:
    usual = _INCHES.fullmatch(plain)
    if usual:
        with suppress(ValueError):
            return " x ".join([f"{rounded(float(side)):g}" for side in usual.groups() if side]) + " in"
    match = _DIMENSIONS.fullmatch(plain)
    if match is None:
        return None
    sides = [(float(match[at]), match[at + 1]) for at in (1, 3, 5) if match[at]]
    last = next((unit for _, unit in reversed(sides) if unit), None)
    if last is None:
        return None
    lengths = []
    for number, unit in sides:
        factor = unit_factor(unit or last, "in")
        if factor is None:
            return None
        lengths.append(f"{rounded(number * factor):g}")
    return " x ".join(lengths) + " in"
