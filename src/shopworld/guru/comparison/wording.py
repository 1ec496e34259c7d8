"""How requirements are said in English."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from shopworld.catalog import KINDS, Attribute, display_values
from shopworld.tasks import Constraint

TIES = "If multiple offers share the lowest price, return all of them."

_VOWEL_SOUND = re.compile(r"[aeioAEIO]|8|1[18](?!\d)|(SSD|HDMI|XLR|LED|M\.2|NVMe|SD|RGB|SFX)\b")
_PLURALS = {"memory": "memory kits"}
_CODES = ("socket", "chipset", "latency")
_NAMES = ("mount",)

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
    "plus": "PLUS",
    "micro-atx": "Micro-ATX",
    "mini-itx": "Mini-ITX",
    "bronze": "Bronze",
    "gold": "Gold",
    "platinum": "Platinum",
    "milanese": "Milanese",
    "usb4": "USB4",
}
_CAPITALS = (
    "atx", "ddr3", "ddr4", "ddr5", "dimm", "dvd", "e-atx", "gddr6", "gddr6x", "gddr7", "hdmi", "ips", "led", "oled",
    "pcie", "qled", "rgb", "sata", "sd", "sfx", "so-dimm", "tkl", "usb", "usb-a", "usb-c", "va", "xlr",
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
    if not isinstance(form, str) or isinstance(value, tuple):
        return None
    text = value_text(constraint)
    return form.format(text, a=f"{article(text)} {text}")


def relations(kind: str, attribute: str) -> tuple[str, ...]:
    """Relations that an attribute of a kind can be asked for with; `true` and `false` for yes-or-no attributes."""
    own = _phrases().get(kind, {}).get(attribute)
    forms = own if isinstance(own, dict) else _phrases().get(attribute, {})
    return tuple(sorted(name for name, form in forms.items() if isinstance(form, str)))


def value_text(constraint: Constraint) -> str:
    """A value with its unit, as people write it: `2 TB`, `27 inch`, `DDR5`, `space grey`."""
    value, unit = constraint.value, constraint.unit
    if constraint.attribute == "price" and isinstance(value, float):
        return f"{value:g} euros" if value == int(value) else f"{value:.2f} euros"
    if isinstance(value, str) and constraint.attribute in _CODES:
        return value.upper()
    if isinstance(value, str) and constraint.attribute in _NAMES:
        return value[:1].upper() + value[1:]
    if isinstance(value, float) and unit == "GB" and value >= 1000 and value % 500 == 0:
        value, unit = value / 1000, "TB"
    text = display_values(Attribute(name=constraint.attribute, value=value, unit=_UNITS.get(unit or "", unit)))[0]
    return " ".join(_SPELLINGS.get(word, word.upper() if word in _CAPITALS else word) for word in text.split())


_ORDER = ("in ", "of ", "for ", "made of ", "with ", "", "that ", "for less than ")
"""Beginnings of phrases in the order of a sentence; the empty one stands for all others."""


def describe(noun: str, parts: Sequence[str]) -> str:
    """A noun with what is required of it, as a sentence orders it: `cases in pink with 3 fans and a glass panel`."""
    groups: dict[str, list[str]] = {beginning: [] for beginning in _ORDER}
    for part in parts:
        groups[max((one for one in _ORDER if part.startswith(one)), key=len)].append(part)
    said = [noun]
    for beginning, group in groups.items():
        if beginning in ("with ", "that ") and group:
            said.append(beginning + join([part.removeprefix(beginning) for part in group]))
        elif beginning == "" and group:
            said.append(join(group))
        else:
            said.extend(group)
    return " ".join(said)


def join(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def plural(kind: str) -> str:
    """A kind's plural inside a sentence: `graphics cards`, `SSDs`."""
    return _PLURALS.get(kind) or _inside(KINDS[kind].plural)


def singular(kind: str) -> str:
    """A kind's name inside a sentence."""
    return _inside(KINDS[kind].label)


def article(noun: str) -> str:
    """`a` or `an`, by how the noun sounds: `an 8 GB kit`, `an XLR connection`, `a USB cable`."""
    return "an" if _VOWEL_SOUND.match(noun) else "a"


def _inside(label: str) -> str:
    first, _, rest = label.partition(" ")
    return label if any(letter.isupper() for letter in first[1:]) else f"{first.lower()} {rest}".strip()
