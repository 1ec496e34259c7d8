"""Numbers and their bounds in texts: ratings, counts of ratings, prices, and quantities with units."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from shopworld.money import DOT_DECIMAL, with_plain_amounts

INFINITY = float("inf")

_LOWER = (
    r"at least|a minimum of|minimum of|minimum|min|no less than|no fewer than|no lower than|not less than|not below|"
    r"not under|more than|over|above|exceeding|greater than|higher than|starting at|upwards of|north of|better than"
)
_UPPER = (
    r"at most|a maximum of|maximum of|maximum|max|no more than|not more than|not over|not above|"
    r"not exceed(?:ing)?|up to|below|under|less than|fewer than|lower than|cheaper than|within|"
    r"cap of|tops out at|stay under"
)
_STRICT = re.compile(
    r"^(?:more|over|above|exceeding|greater|higher|better|north|below|under|less|fewer|lower|cheaper|stay)"
)
_VALUE = r"(?P<money>¤)?(?P<number>\d[\d,]*(?:\.\d+)?)(?P<plus>\s?\+)?[\s-]*(?P<unit>[a-z\"]+\.?)?"
_BEFORE = re.compile(rf"\b(?:(?P<lower>{_LOWER})|(?P<upper>{_UPPER}))\s+(?:about |around |an? )?{_VALUE}")
_AFTER = re.compile(
    rf"{_VALUE}(?:\s+\w+)?,?\s+(?:(?P<lower>(?:or|and) (?:more|better|higher|above|up|over|greater|larger))|"
    r"(?P<upper>(?:or|and) (?:less|lower|under|below|fewer|smaller)|tops|max(?:imum)?|at (?:the )?most))"
)
_PLUS = re.compile(_VALUE.replace(r"(?P<plus>\s?\+)?", r"(?P<plus>\s?\+)"))
_QUANTITY = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)[\s-]*([a-z\"]+)")
_WINDOW = 45

_RATING = re.compile(r"\bstars?\b|\brat(?:ed|ing)\b|\bscore|\bout of (?:5|five)\b|\baverage\b")
_COUNT = re.compile(
    r"\b(?:reviews?|ratings|raters|reviewers|people|buyers|shoppers|customers|users|votes|opinions|others|purchasers)\b"
)
_PRICE = re.compile(r"¤|\bdollars?\b|\bbucks\b|\bprice|\bcosts?\b|\bbudget\b|\bspend|\bpay\b|\bafford")

_UNITS = {
    "gigabyte": "gb",
    "terabyte": "tb",
    "megabyte": "mb",
    "inche": "inch",
    "in": "inch",
    '"': "inch",
    "oz": "ounce",
    "lb": "pound",
    "watt": "w",
    "volt": "v",
    "hertz": "hz",
    "megahertz": "mhz",
    "gigahertz": "ghz",
    "ft": "foot",
    "feet": "foot",
    "gram": "g",
    "hr": "hour",
    "megapixel": "mp",
    "pc": "piece",
    "count": "piece",
    "centimeter": "cm",
    "millimeter": "mm",
}
_SCALE = {
    "tb": ("gb", 1000.0),
    "ghz": ("mhz", 1000.0),
    "cm": ("mm", 10.0),
    "pound": ("ounce", 16.0),
    "foot": ("inch", 12.0),
}


@dataclass(frozen=True, slots=True)
class FieldBound:
    """A bound that a text names.

    Attributes:
        field: `rating`, `ratings`, `price` (in cents), or empty for a quantity with a unit.
        low: smallest accepted number.
        high: largest accepted number.
        strict: whether the bound itself is excluded.
        unit: of a quantity.
        around: the text on both sides of it.
        span: where it stands in the text.
    """

    field: str
    low: float
    high: float
    strict: bool
    unit: str
    around: str
    span: tuple[int, int]


def bounds_of(text: str) -> list[FieldBound]:
    """All bounds of a text in lower case, in order."""
    text = with_plain_amounts(text, DOT_DECIMAL)
    found: list[FieldBound] = []
    for pattern in (_BEFORE, _AFTER, _PLUS):
        for match in pattern.finditer(text):
            if not any(match.start() < one.span[1] and one.span[0] < match.end() for one in found):
                bound = _bound(text, match)
                if bound is not None:
                    found.append(bound)
    return sorted(found, key=lambda one: one.span)


def quantities_of(text: str) -> Iterator[tuple[float, str]]:
    """All numbers with a unit of a text, in units that compare."""
    for number, unit in _QUANTITY.findall(text.lower()):
        yield canonical(float(number.replace(",", "")), unit)


def canonical(number: float, unit: str) -> tuple[float, str]:
    """A number in the unit that both sides of a comparison use."""
    unit = unit.rstrip(".")
    unit = unit[:-1] if len(unit) > 2 and unit.endswith("s") else unit
    unit, factor = _SCALE.get(_UNITS.get(unit, unit), (_UNITS.get(unit, unit), 1.0))
    return round(number * factor, 6), unit


def _bound(text: str, match: re.Match[str]) -> FieldBound | None:
    groups = match.groupdict()
    upper = groups.get("upper")
    word = groups.get("lower") or upper or ""
    number = float(match["number"].replace(",", ""))
    around = text[max(0, match.start() - _WINDOW) : match.end() + _WINDOW]
    near = text[max(0, match.start() - 12) : match.end() + 18]
    field, unit = _field(match, number, near, around)
    if field == "price":
        number *= 100
    elif not field:
        if not match["unit"]:
            return None
        number, unit = canonical(number, match["unit"])
    low, high = (-INFINITY, number) if upper else (number, INFINITY)
    return FieldBound(field, low, high, _STRICT.match(word) is not None, unit, around, match.span())


def _field(match: re.Match[str], number: float, near: str, around: str) -> tuple[str, str]:
    """What a bound is about: first by the words beside the number, then by those around."""
    if match["money"]:
        return "price", ""
    unit = match["unit"] or ""
    if unit.startswith("star"):
        return "rating", ""
    if number > 5 and _COUNT.search(near):
        return "ratings", ""
    for text in (near, around):
        if number <= 5 and _RATING.search(text) and (not unit or not _known_unit(unit)):
            return "rating", ""
        if number > 5 and not _known_unit(unit):
            if _COUNT.search(text):
                return "ratings", ""
            if _PRICE.search(text):
                return "price", ""
    return "", unit


def _known_unit(unit: str) -> bool:
    name = canonical(1, unit)[1] if unit else ""
    return name in _UNITS.values() or name in {"gb", "mah", "mm", "ounce", "inch"}
