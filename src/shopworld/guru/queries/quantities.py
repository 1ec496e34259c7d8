"""Reads numbers with what they count or measure: `at least 20 hours of battery life`, `6 to 8 outlets`, `size 10`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from shopworld.guru.queries.requirement import AskedRequirement
from shopworld.guru.queries.tokens import Token
from shopworld.guru.queries.vocabulary import QueryVocabulary
from shopworld.tasks import Condition, Relation

_MEASURED: Final = {
    "lb": "weight", "oz": "weight", "kg": "weight", "g": "weight", "in": "dimension", "ft": "length", "cm": "dimension", "mm": "dimension",
    "m": "length", "GB": "storage", "TB": "storage", "MB": "storage", "h": "duration", "min": "running time", "pages": "pages",
    "W": "power", "Hz": "refresh rate", "MP": "resolution", "qt": "capacity", "L": "capacity", "gal": "capacity", "ml": "volume",
    "fl oz": "volume", "cups": "capacity", "people": "capacity", "pieces": "pieces", "sheets": "sheets", "mAh": "battery capacity",
    "lm": "brightness", "tiers": "tiers", "speeds": "speeds", "thread count": "thread count", "BTU": "cooling power", "PSI": "pressure",
    "V": "voltage", "A": "current", "dB": "noise level", "times": "zoom", "mph": "top speed", "mi": "range", "sq ft": "coverage",
    "degrees": "angle", "%": "share", "dpi": "resolution", "GHz": "clock speed", "months": "duration", "years": "age", "days": "duration",
}  # fmt: skip
"""What a unit measures where nothing else is said."""
_LEAST = re.compile(r"\b(?:at least|minimum|no (?:less|fewer) than|not (?:less|fewer) than|starting at|upwards of)\b")
_MORE = re.compile(r"\b(?:over|more than|above|exceeding|exceeds|greater than|longer than|beyond|larger than)\b")
_MOST = re.compile(
    r"\b(?:at most|up to|no (?:more|larger|heavier|longer) than|not (?:exceed\w*|more than)|maximum|within|max)\b"
)
_LESS = re.compile(r"\b(?:under|below|less than|fewer than|smaller than|lighter than|shorter than)\b")
_DIMENSIONS: Final = {
    "thick": "thickness",
    "wide": "width",
    "tall": "height",
    "high": "height",
    "long": "length",
    "deep": "depth",
}
_NAMED_OTHERWISE: Final = {"weigh": "weight", "age": "ages", "weight range": "weight", "last": "duration"}
_FLUID: Final = frozenset(
    {"bottle", "tumbler", "mug", "cup", "pitcher", "shampoo", "conditioner", "lotion", "cleaner", "soap", "detergent", "kettle", "flask",
     "container", "blender", "wash", "cleanser", "sunscreen", "mouthwash", "perfume", "oil", "fountain"}
)  # fmt: skip
"""What is measured in ounces of a liquid."""
_BOUND_WORDS: Final = frozenset(
    {
        "at", "least", "most", "minimum", "maximum", "min", "max", "no", "not", "less", "fewer", "more", "than", "over", "above", "under",
        "below", "up", "to", "exceeding", "exceed", "greater", "of", "a", "an", "the", "between", "from", "ranging", "is", "lasting", "longer",
        "larger", "smaller", "lighter", "heavier", "within", "starting", "about", "around", "approximately", "beyond", "shorter", "upward", "rated",
        "weighing", "measuring",
    }
)  # fmt: skip
_LINKS: Final = frozenset(
    {
        "of",
        "between",
        "ranging",
        "from",
        "is",
        "exceeding",
        "lasting",
        "at",
        "over",
        "under",
        "up",
        "above",
        "below",
        "rated",
    }
)
_AFTER = re.compile(
    r"^\s*(?:\+|(?:or|and)\s+(more|higher|above|greater|longer|larger|better|up|older|over)\b|(?:or|and)\s+(less|lower|below|under|smaller|lighter|fewer|shorter)\b)"
)


def read_quantities(tokens: Sequence[Token], found: list[AskedRequirement], known: QueryVocabulary) -> None:
    """Reads every number that no name holds; what it means is claimed together with it."""
    for at in range(len(tokens)):
        if tokens[at].number is not None and not tokens[at].role and not _of_a_name(tokens, at):
            _Quantity(tokens, at, known).read(found)


def _of_a_name(tokens: Sequence[Token], at: int) -> bool:
    before = tokens[at - 1] if at else None
    if (
        before is None
        or before.role
        or before.is_mark
        or not before.is_named
        or tokens[at].unit
        or not tokens[at].text[0].isdigit()
    ):
        return False
    return before.stem not in ("size", "least", "age", "with")


class _Quantity:
    """One number and the words around it."""

    def __init__(self, tokens: Sequence[Token], at: int, known: QueryVocabulary) -> None:
        self.tokens, self.at, self.known = tokens, at, known
        self.low = self.high = tokens[at].number or 0.0
        self.is_range = False
        self.unit = tokens[at].unit
        self.end = at + 1

    def read(self, found: list[AskedRequirement]) -> None:
        """Claims the number and its words as a requirement; what has no meaning is left."""
        self._range()
        self._unit()
        behind = self._behind()
        start = self._bound_start()
        noun, first, last = self._noun(start)
        if not noun:
            return
        if last > self.end and not behind:
            self.end, noun_end = last, self.end
            behind, last, self.end = self._behind(), self.end, noun_end
        claimed = [*range(min(first, start), self.end), *range(self.at, last)]
        words = " ".join(self.tokens[at].text for at in sorted(set(claimed)))
        before = " ".join(one.stem for one in self.tokens[start : self.at])
        noun = _NAMED_OTHERWISE.get(noun, noun)
        name = noun.replace(" ", "_").replace("-", "_")
        for at in set(claimed):
            if not self.tokens[at].role:
                self.tokens[at].role = f"requirement:{name}"
        conditions = self._conditions(name, before, behind)
        label = conditions[0].field.replace("_", " ").capitalize()
        found.append(AskedRequirement(name, "attribute", conditions, words, label))

    def _range(self) -> None:
        nxt = self.tokens[self.at + 1 : self.at + 3]
        if len(nxt) == 2 and nxt[0].text.casefold() in ("to", "and", "-", "–", "through") and nxt[1].number is not None:
            ranged = nxt[0].text.casefold() != "and" or self._before_is("between")
            if ranged and not nxt[1].role:
                self.is_range, self.high = True, nxt[1].number or 0.0
                self.unit = nxt[1].unit or self.unit
                self.end = self.at + 3

    def _before_is(self, word: str) -> bool:
        return any(one.stem == word for one in self.tokens[max(0, self.at - 2) : self.at])

    def _unit(self) -> None:
        if self.unit or self.end >= len(self.tokens):
            return
        at = self.end
        if self.tokens[at].text in ("-", "+") and at + 1 < len(self.tokens):
            at += 1
        pair = " ".join(one.stem for one in self.tokens[at : at + 2])
        single = self.tokens[at]
        if at + 1 < len(self.tokens) and pair in self.known.units:
            self.unit, self.end = self.known.units[pair], at + 2
        elif not single.role and single.stem in self.known.units:
            self.unit, self.end = self.known.units[single.stem], at + 1

    def _behind(self) -> str:
        start = self.tokens[self.end - 1].end
        text = "".join(" " * (one.start - (self.tokens[at - 1].end if at else one.start)) + one.text.casefold()
                       for at, one in enumerate(self.tokens[self.end : self.end + 3], self.end))  # fmt: skip
        match = _AFTER.match(text) if start else None
        if match is None:
            return ""
        words = len(match[0].split())
        for one in self.tokens[self.end : self.end + words]:
            one.role = one.role or "requirement:bound"
        self.end += words
        return "most" if match[2] else "least"

    def _bound_start(self) -> int:
        start = self.at
        while start > 0 and self.tokens[start - 1].stem in _BOUND_WORDS and not self.tokens[start - 1].role:
            start -= 1
        return start

    def _noun(self, start: int) -> tuple[str, int, int]:
        """What is counted or measured, and where its words begin and end."""
        leads = {one.stem for one in self.tokens[start : self.at]}
        before = self._run_back(start)
        named = self._text(before, start)
        if named and (leads & _LINKS or self.tokens[before].stem in ("size", "age")) and not self._followed_by_of():
            return named, before, self.end
        if named and named.split()[-1] in ("size", "age"):
            return named.split()[-1], start - 1, self.end
        after = self.end
        if after < len(self.tokens) and self.tokens[after].stem == "of":
            after += 1
        if after < len(self.tokens) and self.tokens[after].stem == "in" and self.unit in ("in", "ft"):
            after += 1
        stop = after
        while stop < len(self.tokens) and stop - after < 3 and self._is_content(stop):
            stop += 1
        behind = " ".join(one.stem for one in self.tokens[after:stop])
        if behind and behind.split()[0] not in _DIMENSIONS and (not self.unit or self._measures(behind)):
            return behind, start, stop
        if self.unit and after < len(self.tokens) and self.tokens[after].stem in _DIMENSIONS:
            return _DIMENSIONS[self.tokens[after].stem], start, after + 1
        if self.unit == "oz" and any(one.role == "kind" and one.stem in _FLUID for one in self.tokens):
            return "capacity", start, self.end
        if self.unit:
            return _MEASURED.get(self.unit, ""), start, self.end
        return ("", start, self.end) if not named else (named, before, self.end)

    def _measures(self, behind: str) -> bool:
        """Whether words behind a unit say what it measures: `16 GB RAM`, not `12 inch frying`."""
        after = self.tokens[self.end].stem if self.end < len(self.tokens) else ""
        if after == "of":
            return True
        return self.unit in ("GB", "TB", "MB", "h", "W", "MP", "mAh", "Hz", "GHz", "V", "BTU", "lm", "lb", "%")

    def _followed_by_of(self) -> bool:
        return self.end < len(self.tokens) and self.tokens[self.end].stem == "of" and bool(self.unit)

    def _run_back(self, start: int) -> int:
        at = start
        while at > 0 and start - at < 3 and self._is_content(at - 1):
            at -= 1
        return at

    def _is_content(self, at: int) -> bool:
        one = self.tokens[at]
        if one.role or one.is_mark or one.number is not None:
            return False
        return (one.stem,) not in self.known.neutral or one.stem in (
            "level",
            "capacity",
            "capability",
            "rating",
            "size",
            "set",
            "storage",
        )

    def _text(self, start: int, end: int) -> str:
        return " ".join(one.stem for one in self.tokens[start:end])

    def _conditions(self, name: str, before: str, behind: str) -> tuple[Condition, ...]:
        unit = self.unit or None
        if name in ("size", "ages") and unit is None:
            text = f"{self.low:g} to {self.high:g}" if self.is_range else f"{self.low:g}"
            return (Condition(field=name if not self.is_range else f"{name}_range", relation="equals", value=text),)
        if self.is_range:
            return (self._one(name, "at_least", self.low), self._one(name, "at_most", self.high))
        step = 1.0 if unit is None else 0.1
        if behind == "most" or _MOST.search(before):
            return (self._one(name, "at_most", self.low),)
        if behind == "least" or _LEAST.search(before):
            return (self._one(name, "at_least", self.low),)
        if _LESS.search(before):
            return (self._one(name, "at_most", self.low - step),)
        if _MORE.search(before):
            return (self._one(name, "at_least", self.low + step),)
        return (self._one(name, "equals", self.low),)

    def _one(self, name: str, relation: Relation, value: float) -> Condition:
        return Condition(field=name, relation=relation, value=round(value, 2), unit=self.unit or None)
