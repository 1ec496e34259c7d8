"""Numbers with units: read from texts, brought to one unit, compared with bounds."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.money import DOT_DECIMAL, with_plain_amounts

INFINITY = float("inf")

_UNIT = (
    r"gigabytes?|gb|terabytes?|tb|mb|mhz|ghz|hertz|hz|fps|wh|watts?|w|mm|cm|inch(?:es)?|\"|megapixels?|mp|mah|"
    r"metres?|meters?|m|ports?|bays?|cores?|pieces?|rpm"
)
_QUANTITY = re.compile(
    rf"(?<![\w.,-])(\d+(?:[.,]\d+)?)\s?(?:({_UNIT})(?![\w]|\.\d)|(in)(?!\w)(?! stock))", re.IGNORECASE
)
_ALIASES = {
    "gigabyte": "gb",
    "terabyte": "tb",
    "hertz": "hz",
    "watt": "w",
    "inche": "inch",
    '"': "inch",
    "in": "inch",
    "megapixel": "mp",
    "metre": "m",
    "meter": "m",
    "port": "ports",
    "bay": "bays",
    "core": "cores",
    "piece": "pieces",
}
_SCALE = {"tb": ("gb", 1000.0), "ghz": ("mhz", 1000.0), "cm": ("mm", 10.0), "m": ("mm", 1000.0)}
_LOWER = r"at least|a minimum of|minimum|more than|over|above|higher than|faster than|larger than|greater than"
_UPPER = r"at most|no more than|up to|below|under|less than|cheaper than|not exceeding"
_NUMBER = rf"(?P<money>¤)?(?P<number>\d+(?:[.,]\d+)?)\s?(?:(?P<unit>{_UNIT})(?![\w]))?"
_BEFORE = re.compile(rf"\b(?:of )?(?:(?P<lower>{_LOWER})|(?P<upper>{_UPPER}))\s+{_NUMBER}", re.IGNORECASE)
_AFTER = re.compile(
    rf"{_NUMBER},?\s+(?:(?P<lower>or (?:more|larger|above|longer|bigger|faster)|at the least|and (?:more|up|above))"
    r"|(?P<upper>or (?:less|smaller|below)|at the most))",
    re.IGNORECASE,
)
_PIXELS = re.compile(rf"\b(?:{_LOWER})\s+(\d{{3,5}})\s?x\s?(\d{{3,5}})", re.IGNORECASE)
_STRICT = ("more than", "over", "above", "higher", "faster", "larger", "greater", "below", "under", "less", "cheaper")


@dataclass(frozen=True, slots=True)
class Bound:
    """A numeric requirement, e.g. more than 550 W.

    Attributes:
        unit: in its canonical form (`gb`, `mhz`, `w`, `inch`, `euro` of any money, `pixels`, …); empty without one.
        low: smallest accepted number.
        high: largest accepted number.
        strict: whether the bounds themselves are excluded.
    """

    unit: str
    low: float = -INFINITY
    high: float = INFINITY
    strict: bool = False

    def accepts(self, number: float) -> bool:
        """Whether a number satisfies the bound."""
        if self.strict:
            return self.low < number < self.high
        return self.low <= number <= self.high


def canonical_quantity(number: float, unit: str) -> tuple[float, str]:
    """A number in the unit that both sides of a comparison use: 2 TB is 2000 GB, 3 m is 3000 mm."""
    unit = unit.lower()
    singular = unit[:-1] if unit.endswith("s") else unit
    unit = _ALIASES.get(unit, _ALIASES.get(singular, unit))
    target, factor = _SCALE.get(unit, (unit, 1.0))
    return round(number * factor, 6), target


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def quantities(text: str) -> list[tuple[float, str]]:
    """All numbers with units in a text, in canonical units; resolutions count as `pixels`."""
    found = [canonical_quantity(_number(match[1]), match[2] or match[3]) for match in _QUANTITY.finditer(text)]
    for width, height in re.findall(r"(?<!\d)(\d{3,5})\s?x\s?(\d{3,5})(?!\d)", text):
        found.append((float(int(width) * int(height)), "pixels"))
    return found


def without_quantities(text: str) -> str:
    """The text with its numbers with units taken out."""
    return _QUANTITY.sub(" ", text)


def take_bounds(text: str) -> tuple[tuple[Bound, ...], str]:
    """The bounds that a text names, and the text without them."""
    bounds = []
    for width, height in _PIXELS.findall(text):
        bounds.append(Bound("pixels", float(int(width) * int(height)), strict=True))
    text = with_plain_amounts(_PIXELS.sub(" ", text), DOT_DECIMAL)
    for pattern in (_BEFORE, _AFTER):
        for match in pattern.finditer(text):
            word = (match["lower"] or match["upper"]).lower()
            unit = "euro" if match["money"] else match["unit"] or ""
            number, unit = canonical_quantity(_number(match["number"]), unit)
            low, high = (number, INFINITY) if match["lower"] else (-INFINITY, number)
            bounds.append(Bound(unit, low, high, word.startswith(_STRICT)))
        text = pattern.sub(" ", text)
    return tuple(bounds), text
