"""Turns the printed rows of a specification table into typed values, row by row, as a requirement needs them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from shopworld.catalog import Attribute
from shopworld.goods import merchant_departments

_NUMBER = re.compile(r"(\d+(?:\.\d+)?)\s*-?\s*([a-z\"%/()]*)")
_SCALES: Mapping[str, tuple[str, float]] = {
    "gigabyte": ("GB", 1.0),
    "tb": ("GB", 1000.0),
    "terabyte": ("GB", 1000.0),
    "watt": ("W", 1.0),
    "hertz": ("Hz", 1.0),
    "metres": ("m", 1.0),
    "metre": ("m", 1.0),
    "cm": ("m", 0.01),
    "inch": ("in", 1.0),
    '"': ("in", 1.0),
    "megapixel": ("MP", 1.0),
    "hours": ("h", 1.0),
    "hrs": ("h", 1.0),
}
"""How shops write units, and the factor to the canonical one."""

_NOISE = re.compile(r"(&(amp;)*|[{}|]+)+$")
"""What is left of broken templates and entities behind a value."""
_TRUE, _FALSE = ("yes", "ja", "true"), ("no", "none", "false")


def _names() -> dict[str, list[tuple[str, str | None]]]:
    found: dict[str, list[tuple[str, str | None]]] = {}
    for name, attribute in merchant_departments().attributes.items():
        for label in attribute.labels:
            entry = (name, attribute.unit)
            if entry not in found.setdefault(label.casefold(), []):
                found[label.casefold()].append(entry)
    return found


class TableReader:
    """Knows which labels stand for which attribute, and how values are printed."""

    def __init__(self) -> None:
        self._names = _names()

    def knows(self, label: str) -> bool:
        """Whether a label is one of an attribute's."""
        return label.casefold() in self._names

    def attributes(self, rows: Iterable[tuple[str, str]]) -> dict[str, Attribute]:
        """All readings of the rows; a label that several attributes share is read as each of them."""
        found: dict[str, Attribute] = {}
        for label, text in rows:
            for name, unit in self._names.get(label.casefold(), ()):
                value = _value(text, unit)
                if value is not None and name not in found:
                    found[name] = Attribute(name=name, value=value, unit=unit)
        return found


def _value(text: str, unit: str | None) -> str | float | bool | tuple[str, ...] | None:
    plain = _NOISE.sub("", text.casefold().strip())
    if unit is not None and (number := _measure(plain, unit)) is not None:
        return number
    if plain in _TRUE:
        return True
    if plain in _FALSE:
        return False
    parts = tuple(_spaced(part) for part in re.split(r",| / |;|\+| to (?!\d)", plain) if part.strip())
    return parts if len(parts) > 1 else _spaced(plain)


def _spaced(text: str) -> str:
    """`120mm` as `120 mm`, the way canonical values are written."""
    return re.sub(r"(?<=\d)(?=(mm|gb|hz|mp)\b)", " ", text.strip())


def _measure(text: str, unit: str) -> float | None:
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    written = match[2]
    canonical, factor = _SCALES.get(written, (unit, 1.0) if written == unit.casefold() else ("", 0.0))
    if canonical != unit and unit == "cm" and written == "cm":
        canonical, factor = "cm", 1.0
    return round(float(match[1]) * factor, 6) if canonical == unit else None
