"""Numbers with units in claims and sentences, for comparison: how long, how far, how heavy."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.catalog.folding import folded

_UNITS = {
    "second": ("time", 1), "minute": ("time", 60),
    "minut": ("time", 60), "hour": ("time", 3600), "hr": ("time", 3600), "day": ("time", 86400),
    "week": ("time", 604800), "month": ("time", 2592000), "year": ("time", 31536000), "foot": ("length", 0.3048),
    "feet": ("length", 0.3048), "ft": ("length", 0.3048), "inch": ("length", 0.0254), "meter": ("length", 1),
    "metre": ("length", 1), "cm": ("length", 0.01), "pound": ("mass", 0.4536), "lb": ("mass", 0.4536),
    "kilo": ("mass", 1), "kg": ("mass", 1), "kilogram": ("mass", 1), "percent": ("share", 1), "%": ("share", 1),
    "page": ("pages", 1), "cup": ("cups", 1), "mile": ("length", 1609),
}  # fmt: skip
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "eighteen": 18,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100, "dozen": 12,
}  # fmt: skip
_MEASURE = re.compile(
    r"\b(?P<bound>at least|over|more than|up to|under|less than|within|nearly|almost|about|only|barely)?\s*"
    rf"(?P<number>\d+(?:\.\d+)?|{'|'.join(_NUMBERS)})[\s-]*(?:full |whole |solid )?(?P<unit>{'|'.join(_UNITS)})s?\b"
)
_LESS = frozenset(("under", "less than", "within"))


@dataclass(frozen=True, slots=True)
class StatedQuantity:
    """A number with its unit.

    Attributes:
        dimension: time, length, mass, …
        value: in the dimension's first unit.
        bound: the words before it.
    """

    dimension: str
    value: float
    bound: str

    def reached_by(self, other: StatedQuantity) -> bool:
        """Whether another measure is as much as this one asks for."""
        return other.value <= self.value if self.bound in _LESS else other.value >= self.value


def measures_in(text: str) -> tuple[StatedQuantity, ...]:
    """The numbers with units that a text has, in order."""
    found = []
    for match in _MEASURE.finditer(folded(text)):
        dimension, factor = _UNITS[match["unit"]]
        number = _NUMBERS.get(match["number"])
        found.append(StatedQuantity(dimension, (number or float(match["number"])) * factor, match["bound"] or ""))
    return tuple(found)
