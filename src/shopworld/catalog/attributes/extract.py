"""Typed attributes from titles and descriptions. The rules are in `rules.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from shopworld.catalog.attributes.kit import kit_attributes
from shopworld.catalog.attributes.patterns import Pattern
from shopworld.catalog.attributes.units import convert, parse_number
from shopworld.catalog.folding import folded
from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Attribute

_LONGEST_TEXT = 6000
"""How much of a description is read, in characters."""

_Found = str | float | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Rule:
    """One rule for one attribute."""

    name: str
    unit: str | None
    patterns: tuple[Pattern, ...]
    choices: tuple[tuple[str, tuple[Pattern, ...]], ...]
    flag: tuple[Pattern, ...]
    words: Mapping[str, float]
    lowest: float
    highest: float
    numeric: bool
    pick: str
    several: bool
    text: bool
    all_must_agree: bool
    first_listed: bool
    when: Pattern | None
    unless: Pattern | None

    def find(self, title: str, text: str) -> _Found | None:
        """The value that the title states, or else the text; None where neither does."""
        if (self.when and not self.when.search(title)) or (self.unless and self.unless.search(title)):
            return None
        if self.flag:
            return True if any(one.search(title) for one in self.flag) else None
        read = self._choose if self.choices else self._read
        found = read(title, self.all_must_agree)
        if found is None and self.text and text:
            return read(text, True)
        return found

    def _read(self, text: str, agree: bool) -> _Found | None:
        """The number (or text) of the first pattern that finds a plausible one."""
        for pattern in self.patterns:
            if pattern.literal not in text:
                continue
            values = list(self._values(pattern, text))
            if not values:
                continue
            if agree and len(set(values)) > 1:
                return None
            if self.pick == "largest":
                return max(values, key=lambda value: (isinstance(value, float), value))
            return values[0]
        return None

    def _values(self, pattern: Pattern, text: str) -> Iterator[str | float]:
        for match in pattern.expression.finditer(text):
            written = match["value"]
            if not self.numeric:
                yield _spelling(written)
                continue
            value: float | None = self.words.get(written)
            if value is None:
                value = parse_number(written)
            if self.unit:
                unit = match["unit"] if "unit" in match.re.groupindex else ""
                value = convert(value, unit or "", self.unit)
            if value is not None and self.lowest <= value <= self.highest:
                yield value

    def _choose(self, text: str, agree: bool) -> _Found | None:
        """The choice that the text mentions first; the longer mention, where two begin together."""
        found: list[tuple[int, int, int, str]] = []
        for position, (value, patterns) in enumerate(self.choices):
            for pattern in patterns:
                match = pattern.search(text)
                if match:
                    place = position if self.first_listed else match.start()
                    found.append((place, -match.end(), position, value))
        if not found:
            return None
        found.sort()
        values = tuple(dict.fromkeys(value for *_, value in found))
        if self.several:
            return values
        return None if agree and len(values) > 1 else values[0]


_GAP = re.compile(r"(?<=[a-z][a-z])[ -]?(?=\d{3})|(?<=\d)[ -]?(?=(?:ti|super|xtx?)(?![a-z]))|(?<=ti)(?=super)")
_CORE = re.compile(r"i([3579])[ -]+(?=\d)")


def _spelling(written: str) -> str:
    """One spelling for a model's name: `rtx4070super` is `rtx 4070 super`, `i5 9400` is `i5-9400`."""
    spaced = _GAP.sub(" ", written.replace(",", "."))
    return _CORE.sub(r"i\1-", " ".join(spaced.split()))


def _patterns(sources: list[str]) -> tuple[Pattern, ...]:
    return tuple(Pattern.parse(source) for source in sources)


def _rule(name: str, data: dict[str, Any]) -> _Rule:
    lowest, highest = data.get("range", (float("-inf"), float("inf")))
    return _Rule(
        name=name,
        unit=data.get("unit"),
        patterns=_patterns(data.get("patterns", [])),
        choices=tuple((value, _patterns(sources)) for value, sources in data.get("choices", {}).items()),
        flag=_patterns(data.get("flag", [])),
        words=data.get("words", {}),
        lowest=lowest,
        highest=highest,
        numeric="range" in data,
        pick=data.get("pick", "first"),
        several=data.get("several", False),
        text=data.get("text", False),
        all_must_agree=data.get("all_must_agree", False),
        first_listed=data.get("first_listed", False),
        when=Pattern.parse(data["when"]) if "when" in data else None,
        unless=Pattern.parse(data["unless"]) if "unless" in data else None,
    )


@lru_cache(maxsize=1)
def _rules_by_kind() -> dict[str, tuple[_Rule, ...]]:
    text = (files("shopworld.catalog.attributes") / "rules.toml").read_text(encoding="utf-8")
    found: dict[str, list[_Rule]] = {kind: [] for kind in ("", *KINDS)}
    for name, entries in tomllib.loads(text).items():
        for data in entries:
            rule = _rule(name, data)
            kinds = list(found) if data["kinds"] == ["all"] else data["kinds"]
            for kind in kinds:
                if kind not in data.get("except", ()):
                    found[kind].append(rule)
    return {kind: tuple(rules) for kind, rules in found.items()}


def extract_attributes(title: str, text: str = "", kind: str = "") -> tuple[Attribute, ...]:
    """The typed facts that a title states, and for some attributes the description, by canonical name.

    Args:
        title: the offer's title.
        text: its description, plain or HTML.
        kind: the kind of product (`classify_kind`); it decides which attributes are looked for.
    """
    plain_title = folded(title)
    plain_text = folded(text[:_LONGEST_TEXT])
    found: dict[str, Attribute] = {}
    if kind == "memory":
        found = {one.name: one for one in kit_attributes(plain_title)}
    for rule in _rules_by_kind().get(kind, ()):
        if rule.name not in found:
            value = rule.find(plain_title, plain_text)
            if value is not None:
                found[rule.name] = Attribute(name=rule.name, value=value, unit=rule.unit)
    return tuple(found[name] for name in sorted(found))
