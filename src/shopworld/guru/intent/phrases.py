"""How shoppers speak of each attribute, and of values: the vocabulary of the realiser. Data: `phrases.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files

from shopworld.catalog.attributes.display import display_number
from shopworld.money import grouped

_FEET, _INCHES, _OUNCES = 0.3048, 0.0254, 29.5735
_TOKEN = re.compile(r"[^\s/,-]+")
_VOWEL = re.compile(r"[aeiou]|hour|8|11\b|18\b|x-|led|lcd|hdmi|sd\b|ssd|mp3|rj|fm\b|f-|m-|n-|s-", re.IGNORECASE)
_CONSONANT = re.compile(r"us|uni|eu|one|once|u-", re.IGNORECASE)
_CODE = re.compile(r"(?=.*\d)(?=.*[a-z])[a-z0-9.]+")
_WRITTEN_WORDS = (
    "USB Bluetooth HDMI VGA DVI NFC LCD LED OLED RGB IPS GPS GSM CDMA LTE UMTS SATA PCIe NVMe SSD HDD eMMC SDRAM "
    "Wi Fi Ethernet DisplayPort Thunderbolt MagSafe AC DC AAA UV SPF BPA TPU PVC ABS PET EVA Velcro Halloween "
    "Christmas CD DVD TV TVs PC PCs XLR RCA SD TF Zigbee Dolby XL XXL GHz MHz Hz USA UK China Japan Germany Korea "
    "Taiwan Vietnam India Italy France Mexico Canada Thailand Spain Malaysia Indonesia Poland Switzerland Brazil "
    "UWQHD WQHD QHD FHD UHD HD 3G 4G 5G "
    "iPhone iPad iPod iOS macOS Android Windows Linux AMD HTC LG OnePlus GeForce AT&T"
)
_WRITTEN = {word.lower(): word for word in _WRITTEN_WORDS.split()}
_NAMES = frozenset(
    ("compatible_phone_models", "operating_system", "processor", "wireless_carrier", "country_of_origin", "brand")
)
"""Attributes whose values are proper names."""
_LONGEST_CODE = 7
_PREFIX = re.compile(r"\b(non|anti|built(?= in\b)) (?=[a-z])")
"""What is written with a hyphen before the next word."""
_USB_LETTER = re.compile(r"(?<=USB-)[abc]\b")


@dataclass(frozen=True, slots=True)
class Spoken:
    """How some values of an attribute are spoken of.

    Attributes:
        values: patterns of the values, `*` for anything.
        positive: as of the attribute.
        negative: as of the attribute.
    """

    values: tuple[str, ...]
    positive: tuple[str, ...]
    negative: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AttributePhrases:
    """How one attribute is spoken of.

    Attributes:
        positive: what stands behind the thing; `{}` is the value.
        negative: the same for what is not wanted; empty where it is never ruled out.
        key: its name in a profile.
        topics: by which a question is about it.
        spoken: how some values are spoken of: `that is waterproof`, but `with a kickstand`.
    """

    positive: tuple[str, ...]
    negative: tuple[str, ...]
    key: str
    topics: tuple[str, ...]
    spoken: tuple[Spoken, ...] = ()

    def wanted(self, value: str) -> tuple[str, ...]:
        """The templates for a value that is wanted."""
        manner = self._manner(value)
        return manner.positive if manner else self.positive

    def unwanted(self, value: str) -> tuple[str, ...]:
        """The templates for a value that is not wanted."""
        manner = self._manner(value)
        return (manner.negative if manner else ()) or self.negative

    def _manner(self, value: str) -> Spoken | None:
        plain = value.lower().replace("-", " ")
        return next((one for one in self.spoken if any(fnmatchcase(plain, pattern) for pattern in one.values)), None)


@cache
def phrases() -> Mapping[str, AttributePhrases]:
    """All attributes that are asked for, in the order of the file."""
    data = tomllib.loads((files("shopworld.guru.intent") / "phrases.toml").read_text(encoding="utf-8"))
    return {
        name: AttributePhrases(
            tuple(one["with"]),
            tuple(one.get("without", ())),
            one["key"],
            tuple(one["topics"]),
            tuple(
                Spoken(tuple(some["values"]), tuple(some["with"]), tuple(some.get("without", ())))
                for some in one.get("spoken", ())
            ),
        )
        for name, one in data.items()
    }


def article(words: str) -> str:
    """`a` or `an`, as the first sound wants it."""
    return "an" if _VOWEL.match(words) and not _CONSONANT.match(words) else "a"


def filled(template: str, value: str) -> str:
    """A template with its value; `a {}` becomes `an {}` where the sound wants it, and no word comes twice in a row."""
    before, gap, after = template.partition("{}")
    if not gap:
        return template
    if before.endswith(" a ") and article(value) == "an":
        before = f"{before[:-1]}n "
    last = value.rpartition(" ")[2]
    if after.startswith(f" {last}"):
        after = after.removeprefix(f" {last}")
    return f"{before}{value}{after}"


def display_text(name: str, value: str) -> str:
    """A canonical value as people write it: `usb-c` is `USB-C`, `non slip` is `non-slip`, `grey` stays.

    Args:
        name: the attribute's; some have proper names as values.
        value: in lower case.
    """
    if value != value.lower():
        return value
    joined = _PREFIX.sub(r"\1-", value)
    written = _TOKEN.sub(lambda match: _written(match.group(), name in _NAMES), joined)
    return _USB_LETTER.sub(lambda match: match.group().upper(), written)


def _written(token: str, proper: bool) -> str:
    known = _WRITTEN.get(token)
    if known is not None:
        return known
    if _CODE.fullmatch(token) and len(token) <= _LONGEST_CODE and token[0].isalpha():
        return token.upper()
    return token[0].upper() + token[1:] if proper else token


def display_quantity(name: str, number: float, unit: str | None) -> str | None:
    """A number as people say it; None where it is none that people would say.

    Args:
        name: the attribute's.
        number: in `unit`.
        unit: canonical.
    """
    if name == "length":
        return _length(number)
    if name == "volume":
        return _volume(number)
    if name == "screen_size":
        return f"{display_number(number)}-inch" if _short(number) else None
    if name == "capacity" and number >= 1000 and number % 1000 == 0:
        return f"{display_number(number / 1000)} TB"
    if not _short(number) or number <= 0:
        return None
    if unit == "h":
        return f"{display_number(number)} hours"
    if unit == "MP":
        return f"{display_number(number)} megapixels"
    if unit in (None, "SPF"):
        return display_number(number)
    written = {"W": "watts", "V": "volts"}.get(unit, unit)
    return f"{display_number(number)} {written}"


def _short(number: float) -> bool:
    return abs(number * 10 - round(number * 10)) < 1e-6


def _length(metres: float) -> str | None:
    for size, one, several in ((_FEET, "foot", "feet"), (1.0, "metre", "metres"), (_INCHES, "inch", "inches")):
        count = metres / size
        if count >= 0.95 and abs(count - round(count)) < 0.004 * count and round(count) <= 200:
            return f"{round(count)} {one if round(count) == 1 else several}"
    return None


def _volume(millilitres: float) -> str | None:
    ounces = millilitres / _OUNCES
    if ounces >= 0.1 and abs(ounces * 10 - round(ounces * 10)) < 0.03:
        return f"{display_number(round(ounces, 1))} fluid ounces"
    if millilitres >= 1 and abs(millilitres - round(millilitres)) < 0.01:
        return f"{round(millilitres)} ml"
    return None


def money(cents: int) -> str:
    """An amount as people write it: `$25`, `$5.86`."""
    return f"${grouped(cents).removesuffix('.00')}"
