"""The words of a text as the search sees them. Index and query go through the same functions.

Case and accents are folded, numbers are joined with their units (`16 GB` and `16GB` are one word, `2.5"` is `2.5in`),
and a word with inner hyphens or changes between letters and digits is known both whole and by its parts, so that
`RTX4070` and `RTX 4070`, `Wi-Fi` and `wifi`, `USB-C` and `USB C` find each other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from shopworld.catalog.slug import fold_accents

_UNITS = {
    "gb": ("gb", "gbyte", "gigabyte", "gigabytes"),
    "tb": ("tb", "tbyte", "terabyte", "terabytes"),
    "mb": ("mb", "megabyte", "megabytes"),
    "ghz": ("ghz",),
    "mhz": ("mhz",),
    "khz": ("khz",),
    "hz": ("hz", "hertz"),
    "mm": ("mm", "millimeter", "millimetre"),
    "cm": ("cm",),
    "m": ("m", "meter", "metre", "meters", "metres"),
    "ft": ("ft", "feet", "foot"),
    "in": ("in", "inch", "inches", "zoll", '"', "''", "″", "”", "“"),
    "w": ("w", "watt", "watts"),
    "wh": ("wh",),
    "mah": ("mah",),
    "mp": ("mp", "megapixel", "megapixels"),
    "dpi": ("dpi",),
    "rpm": ("rpm",),
    "fps": ("fps",),
    "ms": ("ms",),
    "bit": ("bit",),
    "gbps": ("gbps", "gbit/s", "gb/s"),
    "mbps": ("mbps", "mbit/s", "mb/s"),
    "db": ("db",),
    "kg": ("kg",),
    "g": ("g",),
    "ml": ("ml",),
    "v": ("v", "volt"),
    "pin": ("pin",),
    "port": ("port",),
    "pack": ("pack",),
}
"""Canonical unit: how it is written behind a number."""

_CANONICAL_UNIT = {spelling: unit for unit, spellings in _UNITS.items() for spelling in spellings}
_SPELLINGS = "|".join(sorted((re.escape(spelling) for spelling in _CANONICAL_UNIT), key=lambda one: (-len(one), one)))
_WORD = re.compile(
    rf"(?P<number>\d+(?:[.,]\d+)*)-?(?P<unit>{_SPELLINGS})(?![a-z0-9])"
    r"|(?P<word>[a-z0-9]+(?:\.(?=\d)(?<=\d\.)\d+|[-_'’‑–](?=[a-z0-9])[a-z0-9]+|\+(?![a-z0-9]))*)"
)
_UNIT_GAP = re.compile(rf"(\d)[ \u00a0](?=-?(?:{_SPELLINGS})(?![a-z0-9]))")
_RUN = re.compile(r"\d+(?:\.\d+)*|[a-z]+")
_JOINTS = re.compile(r"[-_'’‑–]+")
_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+")
_SIGNS = {"™": " ", "®": " ", "©": " ", "×": "x", "µ": "u", "μ": "u"}
_SIGN = re.compile(f"[{''.join(_SIGNS)}]")
_LONGEST = 40
_SHORTEST_UNIT_WORD = 3
_TOKEN = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text.

    Attributes:
        whole: the word without its joints: `wifi`, `rtx4070`, `16gb`.
        parts: what it falls into; the word is found where all of them are. Empty for a word of one piece.
        indexed: further forms under which a text with this word is found.
    """

    whole: str
    parts: tuple[str, ...] = ()
    indexed: tuple[str, ...] = ()


def fold(text: str) -> str:
    """The text with case and accents folded and trade marks dropped."""
    if text.isascii():
        return text.lower()
    return fold_accents(_SIGN.sub(lambda match: _SIGNS[match.group()], text)).lower()


def _plain_number(number: str) -> str:
    if "," in number:
        number = number.replace(",", "" if _THOUSANDS.fullmatch(number) else ".")
    if "." in number:
        whole, _, fraction = number.partition(".")
        fraction = fraction.rstrip("0") if fraction.isdigit() else fraction
        number = f"{whole}.{fraction}" if fraction else whole
    return number


@lru_cache(maxsize=65536)
def _measure(number: str, unit: str) -> Word:
    plain = _plain_number(number)
    # A unit that is a word of its own is looked for without the number too: `pack`, `inch`.
    alone = (unit,) if len(unit) >= _SHORTEST_UNIT_WORD and unit.isalpha() else ()
    return Word(f"{plain}{_CANONICAL_UNIT[unit]}", (), (plain, *alone))


@lru_cache(maxsize=65536)
def _word(text: str) -> Word:
    if text.isalpha():
        return Word(text)
    text = text.replace("+", "plus")
    pieces = tuple(piece for piece in _JOINTS.split(text) if piece)
    whole = "".join(pieces)[:_LONGEST]
    parts = [word for piece in pieces for word in _parts(_RUN.findall(piece))]
    if len(parts) < 2:
        return Word(whole)
    forms = (*pieces, *(form for part in parts for form in (part.whole, *part.indexed)))
    indexed = tuple(dict.fromkeys(form for form in forms if form != whole))
    return Word(whole, tuple(part.whole for part in parts), indexed)


def _parts(runs: list[str]) -> Iterator[Word]:
    """Runs of letters and of digits as words; a number and a unit behind it stay together."""
    position = 0
    while position < len(runs):
        run, following = runs[position], "".join(runs[position + 1 : position + 2])
        if run[0].isdigit() and len(following) > 1 and following in _CANONICAL_UNIT:
            yield _measure(run, following)
            position += 2
        else:
            yield Word(run)
            position += 1


def words(text: str) -> list[Word]:
    """The words of a text, in order."""
    return [word for chunk in _chunks(text) for word in _chunk_words(chunk)]


def _chunks(text: str) -> list[str]:
    """The folded text at its white space; a number and the unit behind it are one chunk.

    Chunks repeat, so what is found out about them is kept.
    """
    return _UNIT_GAP.sub(r"\1", fold(text)).split()


@lru_cache(maxsize=65536)
def _chunk_words(chunk: str) -> tuple[Word, ...]:
    return tuple(_word(word) if word else _measure(number, unit) for number, unit, word in _WORD.findall(chunk))


def query_forms(text: str) -> list[tuple[tuple[str, ...], ...]]:
    """For each word of a query the ways in which a text may hold it, the closest first.

    Each way is one or more forms that the text must hold together: the word itself, its parts, and the word written
    as one with its neighbour (`be quiet` is also found as `bequiet`).
    """
    asked = words(text)
    found = []
    for position, word in enumerate(asked):
        ways = [(word.whole,), word.parts] if word.parts else [(word.whole,)]
        if position:
            ways.append((asked[position - 1].whole + word.whole,))
        if position + 1 < len(asked):
            ways.append((word.whole + asked[position + 1].whole,))
        found.append(tuple(ways))
    return found


@lru_cache(maxsize=65536)
def _chunk_forms(chunk: str) -> str:
    return " ".join(form for word in _chunk_words(chunk) for form in (word.whole, *word.indexed))


def indexed_text(text: str) -> str:
    """All forms of all words of a text, separated by spaces, for a field that is split at white space."""
    return " ".join(map(_chunk_forms, _chunks(text)))


def joined_neighbours(text: str) -> str:
    """Every two neighbouring words written as one: `play station 5` gives `playstation station5`."""
    wholes = [word.whole for word in words(text)]
    return " ".join(f"{first}{second}" for first, second in pairwise(wholes))


def tokens(text: str) -> list[str]:
    """Runs of letters and digits without case and accents, as SQLite's `unicode61` splits a text; nothing else is done.

    Source: https://www.sqlite.org/fts5.html, section 4.3.1.
    """
    text = text.lower()
    if not text.isascii():
        text = "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))
    return _TOKEN.findall(text)
