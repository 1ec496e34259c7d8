"""Texts with slots, read once and written many times: `<class>`, `{field}`, `[this|that]`, and three for numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal, NamedTuple

from shopworld.errors import InputError

_PIECE = re.compile(r"<(\w+)>|\{(\w+)\}|\[([^\[\]]*)\]|(##?)|(%d)")
_ARTICLE = re.compile(r"\b([Aa])n? (?=([a-zA-Z]+))")
_HUGE, _LARGE, _SMALL = 9000, 900, 48
"""The largest numbers that `##`, `#` and `%d` stand for, about."""
_SPELT = re.compile(r"[AEFHILMNORSX](?![AEIOUa-z])|LED\b")
_AS_A_VOWEL = re.compile(r"(?!u(?:ni(?!n|m)|s[abeu]|til|tensil)|eu|one|once)[aeiou]|hour|honest|heir", re.IGNORECASE)


class PatternSlot(NamedTuple):
    """A place in a pattern that is filled anew each time.

    Attributes:
        fills: what fills it: a text of a class, a field, one of several patterns, or a number.
        name: of the class or the field.
        letters: 0 as they are, 1 the first one large, 2 all of them.
        choices: the patterns to choose from.
        largest: of a number.
    """

    fills: Literal["class", "field", "choice", "number"]
    name: str = ""
    letters: int = 0
    choices: tuple[str | tuple[Any, ...], ...] = ()
    largest: int = 0


Pattern = str | tuple["str | PatternSlot", ...]
"""Text without any slot, or its parts: texts and slots."""


class Grammar:
    """Reads texts as patterns, each once."""

    def __init__(self) -> None:
        self._known: dict[str, Pattern] = {}

    def read(self, text: str) -> Pattern:
        """A text as a pattern. Most texts serve many kinds and are read once."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._read(text)
        return found

    def _read(self, text: str) -> Pattern:
        parts: list[str | PatternSlot] = []
        at = 0
        for match in _PIECE.finditer(text):
            slot, field, choice, large, _small = match.groups()
            if match.start() > at:
                parts.append(text[at : match.start()])
            at = match.end()
            if slot:
                parts.append(PatternSlot("class", slot.lower(), 2 if slot.isupper() else int(slot[0].isupper())))
            elif field:
                parts.append(PatternSlot("field", field))
            elif choice is not None:
                parts.append(PatternSlot("choice", choices=tuple(self.read(one) for one in choice.split("|"))))
            else:
                parts.append(PatternSlot("number", largest=_HUGE if large == "##" else _LARGE if large else _SMALL))
        if at < len(text):
            parts.append(text[at:])
        return "".join(map(str, parts)) if not any(isinstance(one, PatternSlot) for one in parts) else tuple(parts)

    def read_all(self, texts: Sequence[str]) -> tuple[Pattern, ...]:
        """Several texts."""
        return tuple(self.read(one) for one in texts)


class MerchantVoice:
    """Writes patterns with the words of one kind and the names of one offer.

    Args:
        classes: patterns by class.
        fields: values by field.
        rng: chance of this offer.
    """

    __slots__ = ("_chance", "_classes", "_fields", "_last")

    def __init__(self, classes: Mapping[str, Sequence[Pattern]], fields: Mapping[str, str], rng: Random) -> None:
        self._classes, self._fields, self._chance = classes, fields, rng.random
        self._last: dict[str, int] = {}

    def write(self, pattern: Pattern) -> str:
        """The pattern as a line: slots filled, the first letter large, articles as the next word wants them."""
        if isinstance(pattern, str):
            text = pattern
        else:
            out: list[str] = []
            self._write(pattern, out)
            text = "".join(out)
        if "a " in text or "A " in text or "n " in text:
            text = _ARTICLE.sub(_with_article, text)
        return text[:1].upper() + text[1:]

    def pick(self, name: str) -> str:
        """One text of a class, as it stands within a sentence."""
        out: list[str] = []
        self._write((PatternSlot("class", name),), out)
        return "".join(out)

    def start(self, name: str) -> str:
        """One text of a class, as a sentence begins with it."""
        text = self.pick(name)
        return text[:1].upper() + text[1:]

    def _write(self, pattern: Pattern, out: list[str]) -> None:
        if isinstance(pattern, str):
            out.append(pattern)
            return
        chance = self._chance
        for part in pattern:
            if isinstance(part, str):
                out.append(part)
                continue
            fills, name, letters, choices, largest = part
            if fills == "class":
                start = len(out)
                self._write(self._drawn(name), out)
                if letters == 1:
                    out[start] = out[start][:1].upper() + out[start][1:]
                elif letters == 2:
                    out[start:] = ["".join(out[start:]).upper()]
            elif fills == "choice":
                self._write(choices[int(chance() * len(choices))], out)
            elif fills == "field":
                out.append(self._fields[name])
            elif largest == _LARGE:
                out.append(str(int(10 + chance() * largest * (0.2 + chance()))))
            elif largest == _HUGE:
                out.append(str(int(1000 + chance() * largest)))
            else:
                out.append(str(int(1 + chance() * largest)))

    def _drawn(self, name: str) -> Pattern:
        """One of a class, but not the one that was drawn last."""
        texts = self._classes[name]
        at = int(self._chance() * len(texts))
        if at == self._last.get(name):
            at = (at + 1) % len(texts)
        self._last[name] = at
        return texts[at]


def _with_article(match: re.Match[str]) -> str:
    word = match[2]
    return match[1] + ("n " if _SPELT.match(word) or _AS_A_VOWEL.match(word) else " ")


def check_classes(
    classes: Mapping[str, Sequence[Pattern]], patterns: Sequence[Pattern], fields: frozenset[str]
) -> None:
    """Checks that every class and field that patterns name is there.

    Raises:
        InputError: one is not.
    """
    for pattern in (*patterns, *(one for texts in classes.values() for one in texts)):
        for slot in () if isinstance(pattern, str) else _slots(pattern):
            if slot.fills == "class" and not classes.get(slot.name):
                raise InputError("no such class of words", file="goods/merchants/lexicon.toml", field=slot.name)
            if slot.fills == "field" and slot.name not in fields:
                raise InputError(
                    f"texts may name {', '.join(sorted(fields))}", file="goods/merchants/frames.toml", field=slot.name
                )


def _slots(pattern: Pattern) -> list[PatternSlot]:
    """The slots of a pattern, and those of its choices."""
    slots = [one for one in pattern if isinstance(one, PatternSlot)]
    return [*slots, *(inner for one in slots for choice in one.choices for inner in _slots(choice))]
