"""Phrases of the data files as patterns over words in base form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from shopworld.catalog.claims.tables import manner, texts_of
from shopworld.catalog.claims.words import COMMA, base, passed_over, words_of

_GAP = "_"
_WIDEST = 3
"""Words that a gap holds at most."""
_PLAIN = frozenset(("a", "an", "the", "my", "your", "it", "this", "that", "be", "do", "will", "have"))
"""Words that a phrase of a scale does without."""
NOT = frozenset(("not", "never"))
"""Words that `not` stands for in a phrase."""
_CAN = frozenset(("can", "could"))
Element = frozenset[str] | None
"""One word by its alternatives; None is a gap."""


@dataclass(frozen=True, slots=True)
class WordPattern:
    """A phrase; `weight` is how many words it names."""

    elements: tuple[Element, ...]

    @property
    def weight(self) -> int:
        """How many words it names."""
        return sum(one is not None for one in self.elements)


@dataclass(frozen=True, slots=True)
class Span:
    """Where a phrase stands: words `begin` to `end`, without the latter."""

    begin: int
    end: int
    weight: int

    def overlaps(self, other: Span) -> bool:
        """Whether two spans share a word."""
        return self.begin < other.end and other.begin < self.end


@dataclass(frozen=True, slots=True)
class PatternSet:
    """Patterns by their first words."""

    by_first: Mapping[str, tuple[WordPattern, ...]]

    @classmethod
    def of(cls, texts: Iterable[str], *, bare: bool = False) -> PatternSet:
        """Patterns of phrases as a data file has them.

        Args:
            texts: the phrases.
            bare: leave articles and the like out of longer phrases.
        """
        found: dict[str, dict[WordPattern, None]] = {}
        for text in texts:
            pattern = _pattern(text, bare=bare)
            for first in pattern.elements[0] or ():
                found.setdefault(first, {}).setdefault(pattern)
        return cls({first: tuple(them) for first, them in found.items()})

    def spans(self, words: Sequence[str]) -> list[Span]:
        """All places of these phrases, also those that overlap, in order."""
        found = []
        for begin, word in enumerate(words):
            for pattern in self.by_first.get(word, ()):
                end = _end(pattern.elements, words, begin)
                if end is not None:
                    found.append(Span(begin, end, pattern.weight))
        return found


def _pattern(text: str, *, bare: bool) -> WordPattern:
    elements: list[Element] = []
    for token in text.replace("-", " ").split():
        if token == _GAP:
            elements.append(None)
            continue
        alternatives = frozenset(_base(one) for one in token.split("|"))
        if alternatives == {"not"}:
            alternatives = NOT
        elif alternatives == {"can"}:
            alternatives = _CAN
        elements.append(alternatives)
    if bare:
        kept = [one for one in elements if one is None or not one <= _PLAIN]
        if sum(one is not None for one in kept) >= 2:
            elements = kept
    while elements and elements[0] is None:
        elements.pop(0)
    while elements and elements[-1] is None:
        elements.pop()
    return WordPattern(tuple(elements))


def _base(token: str) -> str:
    plain = re.sub(r"['’]s?$", "", token)
    found = words_of(plain)
    return found[0] if found else base(plain)


def _end(elements: Sequence[Element], words: Sequence[str], begin: int) -> int | None:
    """Where a pattern ends that begins at a word; None where it does not stand there."""
    at = begin
    for number, element in enumerate(elements):
        if element is None:
            for skipped in range(_WIDEST + 1):
                if at + skipped < len(words) and COMMA not in words[at : at + skipped]:
                    end = _end(elements[number + 1 :], words, at + skipped)
                    if end is not None:
                        return end
            return None
        while number and at < len(words) and words[at] not in element and words[at] in passed_over():
            at += 1
        if at >= len(words) or words[at] not in element:
            return None
        at += 1
    return at


@cache
def manner_patterns(name: str) -> PatternSet:
    """A list of `manner.toml` as patterns."""
    return PatternSet.of(texts_of(manner(name)))


def longest(spans: Iterable[Span]) -> list[Span]:
    """The spans of which none overlaps another, those of more words first, in order."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda one: (-one.weight, -(one.end - one.begin), one.begin)):
        if not any(span.overlaps(other) for other in kept):
            kept.append(span)
    return sorted(kept, key=lambda one: one.begin)
