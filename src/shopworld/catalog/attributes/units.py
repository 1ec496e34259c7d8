"""Units as they are written, and what they are in canonical units."""

from __future__ import annotations

import re

_FACTORS: dict[str, dict[str, float]] = {
    "GB": {"gb": 1, "g": 1, "tb": 1000, "mb": 1 / 1024},
    "MHz": {"mhz": 1, "ghz": 1000, "khz": 0.001},
    "GHz": {"ghz": 1, "mhz": 0.001},
    "Hz": {"hz": 1},
    "mm": {"mm": 1, "cm": 10, "m": 1000, "in": 25.4},
    "m": {"m": 1, "cm": 0.01, "mm": 0.001, "ft": 0.3048, "in": 0.0254},
    "in": {"in": 1, "cm": 1 / 2.54, "mm": 1 / 25.4},
    "W": {"w": 1, "kw": 1000},
    "MB/s": {"mb/s": 1, "gb/s": 1000},
    "mAh": {"mah": 1},
    "MP": {"mp": 1},
    "ms": {"ms": 1},
    "rpm": {"rpm": 1},
    "dpi": {"dpi": 1, "dp": 1, "k": 1000},
}
"""Canonical unit: units that can be converted to it, and the factor."""

_SPELLINGS = {
    '"': "in", "inch": "in", "inches": "in", "-in": "in", "zoll": "in", "'": "ft", "feet": "ft", "foot": "ft",
    "metre": "m", "metres": "m", "meter": "m", "meters": "m", "mtr": "m", "mtrs": "m", "megapixel": "mp",
    "megapixels": "mp", "mega pixel": "mp", "mega pixels": "mp",
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


def convert(value: float, written: str, canonical: str) -> float | None:
    """A number in the canonical unit, to two decimals; small ones to four digits. None where the units do not fit.

    Args:
        value: the number.
        written: the unit as it was written, in lower case; empty for the canonical one.
        canonical: the canonical unit.
    """
    factors = _FACTORS[canonical]
    factor = 1.0 if not written else factors.get(_SPELLINGS.get(written, written))
    if factor is None:
        return None
    converted = value * factor
    return round(converted, _DIGITS) if converted >= 1 else float(f"{converted:.4g}")
