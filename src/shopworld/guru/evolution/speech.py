"""Requirements in English: phrases for values, sentences for steps, names of things."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from shopworld.catalog import KINDS, Attribute, display_values
from shopworld.guru.comparison.wording import article
from shopworld.tasks import Value

_SYMBOLS = {"USD": "${}", "EUR": "€{}", "GBP": "£{}", "CHF": "CHF {}"}
_UNITS = {"in": "inches", "h": "hours", "MP": "megapixels", "lm": "lumens", "min": "minutes"}
_COUNTED = frozenset({"dpi"})
_CAPITALS = frozenset(
    {"ips", "led", "oled", "qled", "va", "tkl", "usb", "usb-a", "usb-c", "hdmi", "4g", "5g", "slr", "wi-fi", "pc", "2k",
     "4k", "8k"}
)  # fmt: skip
_PLURAL_ENDINGS = ("ss", "us", "is")


@cache
def _data(name: str) -> Mapping[str, Any]:
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


def forms_of(kind: str, name: str) -> Mapping[str, str]:
    """How an attribute of a kind can be asked for: phrase by relation; empty where it is not asked for."""
    own = _data("phrases").get(kind, {})
    found: Mapping[str, str] = own[name] if name in own else _data("phrases")["attribute"].get(name, {})
    return found


def phrase(form: str, text: str) -> str:
    """A phrase with its value."""
    return form.format(text, a=f"{article(text)} {text}")


def value_text(name: str, value: Value, unit: str | None, shown: Mapping[str, str]) -> str:
    """A value as people write it inside a sentence: `navy blue`, `Elena Marsh`, `24 hours`, `USB-C`.

    Args:
        name: of the attribute.
        value: as offers state it.
        unit: of a number.
        shown: how pages write values, by their lower case.
    """
    if isinstance(value, str):
        text = shown.get(value.casefold(), "")
        data = _data("phrases")
        if name in data["named"]:
            return text or value
        words = (text or value).split()
        plain = [word if word in data["proper"] or not _is_plain(word) else word.lower() for word in words]
        return " ".join(one.upper() if one.casefold() in _CAPITALS and one != "Wi-Fi" else one for one in plain)
    if isinstance(value, float) and unit == "GB" and value >= 1000 and value % 500 == 0:
        value, unit = value / 1000, "TB"
    return display_values(Attribute(name=name, value=value, unit=_UNITS.get(unit or "", unit)))[0]


def _is_plain(word: str) -> bool:
    """Whether a word is an ordinary one with a capital in front at most: `Navy`, not `°F`, `USB` or `XL`."""
    return len(word) > 1 and word[1:].islower() and word[0].isalpha()


def money(amount: float, currency: str) -> str:
    """A price inside a sentence: `$25`, `€12.50`."""
    number = f"{amount:.0f}" if amount == int(amount) else f"{amount:.2f}"
    return _SYMBOLS.get(currency, f"{{}} {currency}").format(number)


def thing_of(kind: str) -> str:
    """A kind of product with its article: `a yoga mat`, `an SSD`, `a pair of headphones`."""
    label = KINDS[kind].label
    first, _, rest = label.partition(" ")
    inside = label if any(one.isupper() for one in first[1:]) else f"{first.lower()} {rest}".strip()
    if label in _data("phrases")["mass"]:
        return inside
    if inside.endswith("s") and not inside.endswith(_PLURAL_ENDINGS):
        return f"a pair of {inside}"
    return f"{article(inside)} {inside}"
