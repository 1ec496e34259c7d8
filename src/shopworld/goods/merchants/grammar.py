"""Texts with slots, read once and written many times: `<class>`, `{field}`, `[this|that]`, `#` and `%d` for numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

from shopworld.errors import InputError

_PIECE = re.compile(r"<(\w+)>|\{(\w+)\}|\[([^\[\]]*)\]|(#)|(%d)|([a-z]{4,})")
_ARTICLE = re.compile(r"\b([Aa])n? (?=([a-zA-Z]))")
_VOWEL_SOUNDS = frozenset("aeiouAEIOU")

Part = str | tuple[str, object]
"""Text as it stands, or what to do and with what."""
Pattern = str | tuple[Part, ...]
"""Text without any slot, or its parts."""


class Grammar:
    """Classes of texts that name each other.

    Args:
        synonyms: words that may stand for each other, by each of them.
    """

    def __init__(self, synonyms: Mapping[str, tuple[str, ...]]) -> None:
        self._synonyms = synonyms

    def read(self, text: str) -> Pattern:
        """A text as a pattern; words with synonyms become choices."""
        parts: list[Part] = []
        at = 0
        for match in _PIECE.finditer(text):
            slot, field, choice, large, small, word = match.groups()
            if word is not None and word not in self._synonyms:
                continue
            if match.start() > at:
                parts.append(text[at : match.start()])
            at = match.end()
            if slot:
                parts.append(("class", (slot.lower(), 2 if slot.isupper() else 1 if slot[0].isupper() else 0)))
            elif field:
                parts.append(("field", field))
            elif choice is not None:
                parts.append(("choice", tuple(self.read(one) for one in choice.split("|"))))
            elif large or small:
                parts.append(("number", 3 if large else 1))
            else:
                parts.append(("choice", self._synonyms[word]))
        if at < len(text):
            parts.append(text[at:])
        return "".join(map(str, parts)) if all(isinstance(one, str) for one in parts) else tuple(parts)

    def read_all(self, texts: Sequence[str]) -> tuple[Pattern, ...]:
        """Several texts."""
        return tuple(self.read(one) for one in texts)


class Voice:
    """Writes patterns with the words of one kind and the names of one offer.

    Args:
        classes: patterns by class.
        fields: values by field.
        rng: chance of this offer.
    """

    __slots__ = ("_chance", "_classes", "_fields")

    def __init__(
        self, classes: Mapping[str, Sequence[Pattern]], fields: Mapping[str, str], rng: Random
    ) -> None:
        self._classes, self._fields, self._chance = classes, fields, rng.random

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
        self._write((("class", (name, 0)),), out)
        return "".join(out)

    def _write(self, pattern: Sequence[Part], out: list[str]) -> None:
        chance = self._chance
        for part in pattern:
            if type(part) is str:
                out.append(part)
                continue
            what, value = part
            if what == "class":
                name, case = value  # type: ignore[misc]
                texts = self._classes[name]
                found = texts[int(chance() * len(texts))]
                start = len(out)
                if type(found) is str:
                    out.append(found)
                else:
                    self._write(found, out)
                if case == 1:
                    out[start] = out[start][:1].upper() + out[start][1:]
                elif case == 2:
                    out[start:] = ["".join(out[start:]).upper()]
            elif what == "choice":
                texts = value  # type: ignore[assignment]
                found = texts[int(chance() * len(texts))]
                if type(found) is str:
                    out.append(found)
                else:
                    self._write(found, out)
            elif what == "field":
                out.append(self._fields[value])  # type: ignore[index]
            else:
                out.append(str(int(10 + chance() * 900 * (0.2 + chance())) if value == 3 else int(1 + chance() * 48)))


def _with_article(match: re.Match[str]) -> str:
    return match[1] + ("n " if match[2] in _VOWEL_SOUNDS else " ")


def check_classes(classes: Mapping[str, Sequence[Pattern]], patterns: Sequence[Pattern], fields: frozenset[str]) -> None:
    """Checks that every class and field that patterns name is there.

    Raises:
        InputError: one is not.
    """
    for pattern in (*patterns, *(one for texts in classes.values() for one in texts)):
        for what, value in _slots(pattern):
            if what == "class" and not classes.get(value):
                raise InputError("no such class of words", file="goods/merchants/lexicon.toml", field=value)
            if what == "field" and value not in fields:
                raise InputError(
                    f"texts may name {', '.join(sorted(fields))}", file="goods/merchants/frames.toml", field=value
                )


def _slots(pattern: object) -> list[tuple[str, str]]:
    if isinstance(pattern, str) or not isinstance(pattern, tuple):
        return []
    found: list[tuple[str, str]] = []
    for part in pattern:
        if isinstance(part, str):
            continue
        what, value = part
        if what == "class":
            found.append((what, value[0]))
        elif what == "field":
            found.append((what, value))
        elif what == "choice":
            found += [one for choice in value for one in _slots(choice)]
    return found
