"""How requirements are said in English."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from shopworld.catalog.attributes import display_values
from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Attribute
from shopworld.tasks import Constraint

TIES = "If multiple offers share the lowest price, return all of them."

_UNITS = {"in": "inch", "h": "hours"}
_SPELLINGS = {
    "m.2": "M.2",
    "ghz": "GHz",
    "wi-fi": "Wi-Fi",
    "bluetooth": "Bluetooth",
    "thunderbolt": "Thunderbolt",
    "nvme": "NVMe",
    "microsd": "microSD",
    "2k": "2K",
    "2.7k": "2.7K",
    "4k": "4K",
    "5.1k": "5.1K",
    "5.3k": "5.3K",
    "6k": "6K",
    "8k": "8K",
    "hz": "Hz",
    "full": "full",
    "hd": "HD",
}
_CAPITALS = (
    "atx", "ddr3", "ddr4", "ddr5", "dimm", "dvd", "e-atx", "hdmi", "ips", "micro-atx", "mini-itx", "oled", "pcie",
    "qled", "rgb", "sata", "sd", "sfx", "so-dimm", "tkl", "usb", "usb-a", "usb-c", "va", "xlr",
)  # fmt: skip


@cache
def _phrases() -> Mapping[str, Any]:
    with (Path(__file__).parent / "phrases.toml").open("rb") as file:
        return tomllib.load(file)


def phrase(kind: str, constraint: Constraint) -> str | None:
    """A constraint as part of a sentence, or None where it cannot be said."""
    table = _phrases()
    own = table.get(kind, {}).get(constraint.attribute)
    forms = own if isinstance(own, dict) else table.get(constraint.attribute, {})
    value = constraint.value
    if isinstance(value, bool):
        return forms.get(str(value).lower()) if constraint.relation == "equals" else None
    form = forms.get(constraint.relation)
    return form.format(value_text(constraint)) if isinstance(form, str) and not isinstance(value, tuple) else None


def relations(kind: str, attribute: str) -> tuple[str, ...]:
    """Relations that an attribute of a kind can be asked for with; `true` and `false` for yes-or-no attributes."""
    own = _phrases().get(kind, {}).get(attribute)
    forms = own if isinstance(own, dict) else _phrases().get(attribute, {})
    return tuple(sorted(name for name, form in forms.items() if isinstance(form, str)))


def value_text(constraint: Constraint) -> str:
    """A value with its unit, as people write it: `2 TB`, `27 inch`, `DDR5`, `space grey`."""
    value, unit = constraint.value, constraint.unit
    if isinstance(value, float) and unit == "GB" and value >= 1000 and value % 500 == 0:
        value, unit = value / 1000, "TB"
    text = display_values(Attribute(name=constraint.attribute, value=value, unit=_UNITS.get(unit or "", unit)))[0]
    return " ".join(_SPELLINGS.get(word, word.upper() if word in _CAPITALS else word) for word in text.split())


def describe(noun: str, parts: Sequence[str]) -> str:
    """A noun with what is required of it: colour first, the rest joined by `and`."""
    colours = [part for part in parts if part.startswith("in ")]
    rest = [part for part in parts if part not in colours]
    return " ".join([noun, *colours, *([join(rest)] if rest else [])])


def join(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def plural(kind: str) -> str:
    """A kind's plural inside a sentence: `graphics cards`, `SSDs`."""
    return _inside(KINDS[kind].plural)


def singular(kind: str) -> str:
    """A kind's name inside a sentence."""
    return _inside(KINDS[kind].label)


def article(noun: str) -> str:
    """`a` or `an`."""
    return "an" if noun[0].lower() in "aeio" or noun.startswith(("SSD", "HDMI")) else "a"


def _inside(label: str) -> str:
    first, _, rest = label.partition(" ")
    return label if any(letter.isupper() for letter in first[1:]) else f"{first.lower()} {rest}".strip()
