"""Units as they are written, and what they are in canonical units."""

from __future__ import annotations

import re

_FACTORS: dict[str, dict[str, float]] = {
    "GB": {"gb": 1, "g": 1, "tb": 1000, "mb": 1 / 1024, "kb": 1 / 1048576},
    "MHz": {"mhz": 1, "ghz": 1000, "khz": 0.001},
    "GHz": {"ghz": 1, "mhz": 0.001},
    "Hz": {"hz": 1},
    "mm": {"mm": 1, "cm": 10, "m": 1000, "in": 25.4, "ft": 304.8},
    "m": {"m": 1, "cm": 0.01, "mm": 0.001, "ft": 0.3048, "in": 0.0254},
    "in": {"in": 1, "cm": 1 / 2.54, "mm": 1 / 25.4, "ft": 12, "m": 1 / 0.0254},
    "W": {"w": 1, "kw": 1000, "mw": 0.001},
    "MB/s": {"mb/s": 1, "gb/s": 1000},
    "mAh": {"mah": 1, "ah": 1000},
    "MP": {"mp": 1},
    "ms": {"ms": 1},
    "rpm": {"rpm": 1},
    "dpi": {"dpi": 1, "dp": 1, "k": 1000},
    "g": {"g": 1, "kg": 1000, "mg": 0.001, "oz": 28.3495, "lb": 453.592},
    "ml": {"ml": 1, "l": 1000, "cl": 10, "dl": 100, "fl oz": 29.5735, "gal": 3785.41, "qt": 946.353, "pt": 473.176},
    "V": {"v": 1, "kv": 1000, "mv": 0.001},
    "h": {"h": 1, "min": 1 / 60, "day": 24},
    "SPF": {"spf": 1},
}
"""Canonical unit: units that can be converted to it, and the factor."""

CANONICAL_UNITS = frozenset(_FACTORS)
"""Units that numbers are kept in."""

_SPELLINGS = {
    '"': "in", "inch": "in", "inches": "in", "-in": "in", "zoll": "in", "'": "ft", "feet": "ft", "foot": "ft",
    "metre": "m", "metres": "m", "meter": "m", "meters": "m", "mtr": "m", "mtrs": "m", "megapixel": "mp",
    "megapixels": "mp", "mega pixel": "mp", "mega pixels": "mp", "in.": "in", "ft.": "ft", "centimeter": "cm",
    "centimeters": "cm", "centimetre": "cm", "centimetres": "cm", "millimeter": "mm", "millimeters": "mm",
    "millimetre": "mm", "millimetres": "mm", "''": "in",
    "ounce": "oz", "ounces": "oz", "ozs": "oz", "pound": "lb", "pounds": "lb", "lbs": "lb", "gram": "g", "grams": "g",
    "gm": "g", "gr": "g", "kilogram": "kg", "kilograms": "kg", "kgs": "kg", "kilo": "kg", "milligram": "mg",
    "milligrams": "mg",
    "fluid ounce": "fl oz", "fluid ounces": "fl oz", "fl ounce": "fl oz", "fl ounces": "fl oz", "fl. oz": "fl oz",
    "fl.oz": "fl oz", "floz": "fl oz", "milliliter": "ml", "milliliters": "ml", "millilitre": "ml",
    "millilitres": "ml", "liter": "l", "liters": "l", "litre": "l", "litres": "l", "centiliter": "cl",
    "gallon": "gal", "gallons": "gal", "quart": "qt", "quarts": "qt", "pint": "pt", "pints": "pt",
    "watt": "w", "watts": "w", "kilowatt": "kw", "kilowatts": "kw", "volt": "v", "volts": "v", "kilovolts": "kv",
    "millivolts": "mv", "hertz": "hz", "gigabyte": "gb", "gigabytes": "gb", "gig": "gb", "megabyte": "mb",
    "megabytes": "mb", "terabyte": "tb", "terabytes": "tb", "kilobyte": "kb", "kilobytes": "kb",
    "milliamp hour": "mah", "milliamp hours": "mah", "milliampere hour": "mah", "milliampere hours": "mah",
    "amp hour": "ah", "amp hours": "ah", "hour": "h", "hours": "h", "hr": "h", "hrs": "h", "minute": "min",
    "minutes": "min", "mins": "min", "days": "day",
}  # fmt: skip
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_DIGITS = 2


def parse_number(text: str) -> float:
    """A number as titles write it: `16`, `2.5`, `2,5`, `10,000`, `25.600`.

    Raises:
        ValueError: it is not a number.
    """
    if _THOUSANDS.fullmatch(text):
        return float(text.replace(",", "").replace(".", ""))
    return float(text.replace(",", "."))


def unit_named(written: str) -> str:
    """The short name of a unit as it was written, in lower case: `inches` is `in`."""
    return _SPELLINGS.get(written, written)


def unit_factor(written: str, canonical: str) -> float | None:
    """What one of a unit is in the canonical unit; None where they do not fit. An empty one is the canonical unit."""
    return _FACTORS[canonical].get(unit_named(written)) if written else 1.0


def rounded(value: float) -> float:
    """A measure to two decimals, below one to four digits."""
    return round(value, _DIGITS) if value >= 1 else float(f"{value:.4g}")


def convert(value: float, written: str, canonical: str) -> float | None:
    """A number in the canonical unit, to two decimals; small ones to four digits. None where the units do not fit.

    Args:
        value: the number.
        written: the unit as it was written, in lower case; empty for the canonical one.
        canonical: the canonical unit.
    """
    factor = unit_factor(written, canonical)
    return None if factor is None else rounded(value * factor)
