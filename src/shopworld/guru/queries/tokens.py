"""The words of a query, each with what has been read of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from shopworld.guru.queries.promises import STRUCK
from shopworld.guru.queries.vocabulary import stem

_TOKEN = re.compile(rf"{STRUCK}+|\d{{1,3}}(?:,\d{{3}})+|(?:[^\W_]|#)+(?:[-'’.&/+][^\W_]+)*|\S")
_PURE = re.compile(r"(\d[\d,]*(?:\.\d+)?)")
_WITH_UNIT = re.compile(r"(\d+(?:\.\d+)?)-?([a-z%\"]+)")
_COUNTED: Final = {
    "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "seven": 7.0, "eight": 8.0, "nine": 9.0, "ten": 10.0,
    "twelve": 12.0,
}  # fmt: skip
GLUE: Final = frozenset({",", ".", ";", ":", "(", ")", "!", "?", "/", "-", "–", "—", "&", "*", "[", "]"})

_Found = TypeVar("_Found")


@dataclass(slots=True)
class Token:
    """A word, a mark, or what was struck out.

    Attributes:
        text: as written.
        stem: lower case, singular.
        start, end: characters.
        role: what it is; empty while nobody has read it.
        number: of digits or a word; None where it is none.
        unit: glued to the number.
    """

    text: str
    stem: str
    start: int
    end: int
    role: str = ""
    number: float | None = None
    unit: str = ""

    @property
    def is_mark(self) -> bool:
        """Whether it is no word."""
        return not any(one.isalnum() for one in self.text)

    @property
    def is_named(self) -> bool:
        """Whether it is written like a name: with a capital, or with letters and digits."""
        first = self.text[:1]
        mixed = any(one.isdigit() for one in self.text) and any(one.isalpha() for one in self.text)
        return first.isupper() or (mixed and not self.unit) or any(one.isupper() for one in self.text[1:])


def tokens_of(text: str, left: str, units: Mapping[str, str]) -> list[Token]:
    """The words of a text.

    Args:
        text: as written.
        left: the same in lower case, with what was read struck out.
        units: known ones, by stem.
    """
    found = []
    for match in _TOKEN.finditer(left):
        written = text[match.start() : match.end()]
        if match[0].startswith(STRUCK):
            found.append(Token(written, "", match.start(), match.end(), role="struck"))
            continue
        one = Token(written, stem(match[0]), match.start(), match.end())
        plain, glued = _PURE.fullmatch(match[0]), _WITH_UNIT.fullmatch(match[0])
        if plain is not None:
            one.number = float(plain[1].replace(",", ""))
        elif glued is not None and stem(glued[2]) in units:
            one.number, one.unit = float(glued[1]), units[stem(glued[2])]
        elif match[0] in _COUNTED:
            one.number = _COUNTED[match[0]]
        found.append(one)
    return found


def phrase_at(
    tokens: Sequence[Token], at: int, known: Mapping[tuple[str, ...], _Found], longest: int = 5
) -> tuple[int, _Found] | None:
    """The longest known phrase of unread words that begins at a place: its length and what it stands for."""
    for length in range(min(longest, len(tokens) - at), 0, -1):
        part = tokens[at : at + length]
        if any(one.role or one.is_mark for one in part):
            continue
        key = tuple(one.stem for one in part)
        if key in known:
            return length, known[key]
    return None
