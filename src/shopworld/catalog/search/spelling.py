"""Corrects the spelling of a search text with the words of titles that resemble it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rapidfuzz.distance import OSA

from shopworld.catalog.search.words import words

_SHORTEST = 4
_LONG = 8
"""From this many letters on two mistakes are forgiven."""


def correct_text(text: str, doubtful: Collection[str], titles: Iterable[str]) -> str | None:
    """The text with each doubtful word that the titles lack replaced by their nearest word.

    Args:
        text: what was searched for.
        doubtful: the words of the text that may be misspelt.
        titles: titles that hold words spelt like those of the text, the best first.

    Returns:
        The corrected text, or None where no word has a near one.
    """
    vocabulary: dict[str, None] = {}
    for title in titles:
        for word in words(title):
            vocabulary.setdefault(word.whole)
            for form in word.indexed:
                vocabulary.setdefault(form)
    asked = [word.whole for word in words(text)]
    corrected = [_nearest(word, vocabulary) if word in doubtful else word for word in asked]
    return " ".join(corrected) if corrected != asked else None


def _nearest(word: str, vocabulary: Iterable[str]) -> str:
    if len(word) < _SHORTEST or not word.isalpha():
        return word
    allowed = 2 if len(word) >= _LONG else 1
    best, best_distance = word, allowed + 1
    for candidate in vocabulary:
        if candidate == word:
            return word
        if abs(len(candidate) - len(word)) < best_distance:
            distance = OSA.distance(word, candidate)
            if distance < best_distance:
                best, best_distance = candidate, distance
    return best
