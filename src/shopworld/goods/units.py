"""How shops write values: `16GB`, `16 GB`, `16 Gigabyte`."""

from __future__ import annotations

from typing import Literal

from shopworld.catalog import display_number

UnitStyle = Literal["tight", "spaced", "long", "plain"]
"""`tight`: 16GB, 27\"; `spaced`: 16 GB, 27 inch; `long`: 16 Gigabyte, 27-inch; `plain`: 16GB, 2000GB, 150cm, 27in."""

_LONG = {
    "GB": "Gigabyte",
    "TB": "Terabyte",
    "W": "Watt",
    "Hz": "Hertz",
    "m": "metres",
    "in": "-inch",
    "MP": "Megapixel",
    "kg": "kg",
    "h": "hours",
}
_TIGHT = {"in": '"', "h": "h"}
_SPACED = {"in": "inch", "h": "hours"}
_PLAIN = {"in": "in", "h": "hrs"}


def write_number(value: float, unit: str | None, style: UnitStyle) -> str:
    """A number with its unit as a shop of that style writes it.

    Args:
        value: in the canonical unit.
        unit: the canonical unit (`GB`, `in`, `m`, …) or None.
        style: the shop's habit.
    """
    if unit == "GB" and value >= 1000 and value % 500 == 0 and style != "plain":
        value, unit = value / 1000, "TB"
    elif unit == "m" and style == "plain":
        value, unit = value * 100, "cm"
    number = display_number(value)
    if unit is None:
        return number
    if style == "tight":
        return number + _TIGHT.get(unit, unit)
    if style == "plain":
        return number + _PLAIN.get(unit, unit)
    if style == "spaced":
        return f"{number} {_SPACED.get(unit, unit)}"
    word = _LONG.get(unit, unit)
    if word == "metres" and value == 1:
        word = "metre"
    return number + word if word.startswith("-") else f"{number} {word}"
