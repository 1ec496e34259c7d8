"""A stranger's own reading of numbers: money, quantities with units, counts."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = r"\d{1,3}(?:[,.'\u00a0]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?"
_MONEY = re.compile(
    rf"(?:(?P<before>[€$£]|eur|usd|gbp)\s?(?P<first>{_NUMBER}))|(?:(?P<second>{_NUMBER})\s?(?P<after>[€£$]|eur\b|usd\b|gbp\b|euros?\b|dollars?\b))",
    re.IGNORECASE,
)
_UNITS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("gb", "gigabyte", "gigabytes", "gib"), ("byte", 1.0)),
    **dict.fromkeys(("tb", "terabyte", "terabytes"), ("byte", 1000.0)),
    **dict.fromkeys(("mb", "megabyte", "megabytes"), ("byte", 0.001)),
    **dict.fromkeys(("w", "watt", "watts"), ("watt", 1.0)),
    **dict.fromkeys(("kw", "kilowatt", "kilowatts"), ("watt", 1000.0)),
    **dict.fromkeys(("hz", "hertz"), ("hertz", 1.0)),
    **dict.fromkeys(("khz", "kilohertz"), ("hertz", 1e3)),
    **dict.fromkeys(("mhz", "megahertz"), ("hertz", 1e6)),
    **dict.fromkeys(("ghz", "gigahertz"), ("hertz", 1e9)),
    **dict.fromkeys(("mm", "millimetre", "millimetres", "millimeter", "millimeters"), ("metre", 0.001)),
    **dict.fromkeys(("cm", "centimetre", "centimetres", "centimeter", "centimeters"), ("metre", 0.01)),
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), ("metre", 1.0)),
    **dict.fromkeys(("km",), ("metre", 1000.0)),
    **dict.fromkeys(("in", "inch", "inches", "''", "″", '"', "”"), ("metre", 0.0254)),
    **dict.fromkeys(("ft", "foot", "feet"), ("metre", 0.3048)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), ("hour", 1.0)),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), ("hour", 1 / 60)),
    **dict.fromkeys(("day", "days"), ("hour", 24.0)),
    **dict.fromkeys(("ms", "millisecond", "milliseconds"), ("second", 0.001)),
    **dict.fromkeys(("g", "gram", "grams"), ("gram", 1.0)),
    **dict.fromkeys(("kg", "kilogram", "kilograms", "kilo", "kilos"), ("gram", 1000.0)),
    **dict.fromkeys(("lb", "lbs", "pound", "pounds"), ("gram", 453.59237)),
    **dict.fromkeys(("oz", "ounce", "ounces"), ("gram", 28.349523)),
    **dict.fromkeys(("fl oz", "fluid ounce", "fluid ounces"), ("litre", 0.0295735)),
    **dict.fromkeys(("ml", "millilitre", "millilitres", "milliliter", "milliliters"), ("litre", 0.001)),
    **dict.fromkeys(("l", "litre", "litres", "liter", "liters"), ("litre", 1.0)),
    **dict.fromkeys(("qt", "quart", "quarts"), ("litre", 0.946353)),
    **dict.fromkeys(("cup", "cups"), ("cup", 1.0)),
    **dict.fromkeys(("mp", "megapixel", "megapixels"), ("pixel", 1.0)),
    **dict.fromkeys(("gbit/s", "gbps", "gb/s ethernet", "gbits/s", "gigabit/s"), ("bit rate", 1000.0)),
    **dict.fromkeys(("mbit/s", "mbps"), ("bit rate", 1.0)),
    **dict.fromkeys(("mb/s", "mbyte/s"), ("byte rate", 1.0)),
    **dict.fromkeys(("gb/s",), ("byte rate", 1000.0)),
    **dict.fromkeys(("lm", "lumen", "lumens"), ("lumen", 1.0)),
    **dict.fromkeys(("mah", "milliamp hours"), ("mah", 1.0)),
    **dict.fromkeys(("v", "volt", "volts"), ("volt", 1.0)),
    **dict.fromkeys(("a", "amp", "amps", "ampere"), ("ampere", 1.0)),
    **dict.fromkeys(("dpi",), ("dpi", 1.0)),
    **dict.fromkeys(("rpm",), ("rpm", 1.0)),
    **dict.fromkeys(("db", "decibel", "decibels"), ("decibel", 1.0)),
    **dict.fromkeys(("va",), ("volt ampere", 1.0)),
    **dict.fromkeys(("atm",), ("atm", 1.0)),
    **dict.fromkeys(("ppm",), ("ppm", 1.0)),
    **dict.fromkeys(("nits", "nit", "cd/m²", "cd/m2"), ("nit", 1.0)),
}
_WRITTEN = "|".join(re.escape(one) for one in sorted(_UNITS, key=len, reverse=True))
_QUANTITY = re.compile(rf"(?<![\w.,])(?P<number>{_NUMBER})\s?-?\s?(?P<unit>{_WRITTEN})(?![a-z0-9/²])", re.IGNORECASE)
_PLAIN = re.compile(rf"(?<![\w.])(?:{_NUMBER})(?![\w])")


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount of something measured.

    Attributes:
        amount: in the base unit of the dimension.
        dimension: what is measured, such as `byte`, `metre`, `watt`.
        start: where it stands in the text.
        end: where it ends there.
    """

    amount: float
    dimension: str
    start: int = 0
    end: int = 0

    def same(self, other: Quantity) -> bool:
        """Whether both are one amount, as far as rounding goes."""
        return self.dimension == other.dimension and close(self.amount, other.amount)


def close(one: float, other: float) -> bool:
    """Whether two numbers are the same but for rounding to two or three digits."""
    return abs(one - other) <= 0.006 * max(abs(one), abs(other), 1e-9)


def read_number(text: str) -> float:
    """A number as shops write it, with either sign for thousands and decimals."""
    digits = re.sub(r"[\s\u00a0']", "", text)
    last = max(digits.rfind(","), digits.rfind("."))
    if last >= 0 and {",", "."} <= set(digits):
        digits = re.sub(r"[.,]", "", digits[:last]) + "." + digits[last + 1 :]
    elif last >= 0:
        groups = re.split(r"[.,]", digits)
        if len(groups) > 2 or (len(groups[-1]) == 3 and len(groups[0]) <= 3 and groups[0] != "0"):
            digits = "".join(groups)
        else:
            digits = ".".join(groups)
    return float(digits)


def money(text: str) -> list[float]:
    """All amounts of money in a text, in order, in units of their currency."""
    found = []
    for one in _MONEY.finditer(text):
        digits = one["first"] or one["second"]
        found.append(read_number(digits))
    return found


def quantities(text: str) -> list[Quantity]:
    """All numbers with a unit in a text, in order."""
    found = []
    for one in _QUANTITY.finditer(text):
        dimension, factor = _UNITS[one["unit"].lower()]
        number = _decimal(one["number"])
        found.append(Quantity(number * factor, dimension, one.start(), one.end()))
    return found


def quantity(amount: float, unit: str | None) -> Quantity:
    """An amount with a unit of the suite; without one, or with an unknown one, it is a plain number."""
    known = _UNITS.get((unit or "").lower())
    return Quantity(amount * known[1], known[0]) if known else Quantity(amount, "")


def _decimal(digits: str) -> float:
    """`1,299` is a thousand, `2,5` and `2.048` with a unit are what they look like."""
    if re.fullmatch(r"\d+\.\d{3}", digits) and not digits.startswith("0"):
        whole = float(digits)
        return whole if whole < 10 else read_number(digits)
    return read_number(digits)


def plain_numbers(text: str) -> list[float]:
    """All numbers in a text that no letters stand beside."""
    return [read_number(one) for one in _PLAIN.findall(text)]
