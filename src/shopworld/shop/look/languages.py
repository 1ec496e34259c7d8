"""Languages of the interface. Pages are written in English; the interface's own phrases are translated afterwards.

A phrase book (`phrases/<code>.toml`) holds what stands between tags and in the attributes that are read to people.
Phrases with a changing part have `{}` in its place. What is not in the book, such as titles and texts of products,
stays as it is: shops say so beside the switcher.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from html import escape
from pathlib import Path

LANGUAGES: dict[str, str] = {"en": "English", "de": "Deutsch"}
"""ISO 639-1 code to the language's own name; the first is what pages are written in."""

_MOST_HELD = 32_768
"""Answers that a book remembers."""
_FOLDER = Path(__file__).parent / "phrases"
_PIECE = re.compile(r"(<[^>]*>)")
_READ_TO_PEOPLE = re.compile(r'\b(aria-label|placeholder|title)="([^"]*)"')
_OPENS_VERBATIM = ("<script", "<style", "<textarea")


@dataclass(frozen=True, slots=True)
class PhraseBook:
    """Phrases of the interface in another language, as they stand in HTML.

    Attributes:
        exact: phrase to its translation.
        patterns: phrases with changing parts, as regular expressions, with the templates of their translations.
    """

    exact: Mapping[str, str]
    patterns: tuple[tuple[re.Pattern[str], str], ...]
    _held: dict[str, str] = field(default_factory=dict)

    def translated(self, phrase: str) -> str:
        """The phrase in that language, or as it is where the book does not have it."""
        text = phrase.strip()
        if not text:
            return phrase
        held = self._held.get(text)
        if held is None:
            held = self.exact.get(text) or self._by_pattern(text)
            if len(self._held) < _MOST_HELD:
                self._held[text] = held
        return phrase if held == text else phrase.replace(text, held, 1)

    def _by_pattern(self, text: str) -> str:
        for pattern, template in self.patterns:
            match = pattern.fullmatch(text)
            if match is not None:
                parts = (self.translated(part) for part in match.groups())
                return template.format(*parts)
        return text

    def page(self, html: str) -> str:
        """A page with the phrases that the book has in that language."""
        pieces = _PIECE.split(html)
        verbatim = False
        for place, piece in enumerate(pieces):
            if not piece:
                continue
            if piece[0] == "<" and place % 2:
                if "=" in piece:
                    pieces[place] = _READ_TO_PEOPLE.sub(self._attribute, piece)
                verbatim = piece.startswith(_OPENS_VERBATIM)
            elif not verbatim:
                pieces[place] = self.translated(piece)
        return "".join(pieces)

    def _attribute(self, match: re.Match[str]) -> str:
        return f'{match[1]}="{self.translated(match[2])}"'


@cache
def phrase_book(language: str) -> PhraseBook | None:
    """The phrase book of a language; None for English and for languages that nobody has written one for."""
    path = _FOLDER / f"{language}.toml"
    if language not in LANGUAGES or not path.is_file():
        return None
    return read_phrases(path.read_text(encoding="utf-8"))


def read_phrases(text: str) -> PhraseBook:
    """A phrase book from its TOML: each phrase to what stands in its place; changing parts are `{}` on both sides."""
    phrases: dict[str, str] = tomllib.loads(text)
    printed = {escape(phrase): escape(text) for phrase, text in phrases.items()}
    changing = {phrase: text for phrase, text in printed.items() if "{}" in phrase}
    return PhraseBook(
        exact={phrase: text for phrase, text in printed.items() if phrase not in changing},
        patterns=tuple(
            (re.compile(re.escape(phrase).replace(r"\{\}", "(.+?)")), text) for phrase, text in changing.items()
        ),
    )
