"""The values that products have, and where texts name them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from shopworld.agents.tool_keyword.candidates import ProductCandidate, Words
from shopworld.agents.tool_keyword.vocabulary import STOP_WORDS
from shopworld.agents.tool_keyword.words import words_of

_LABEL_REACH = 5
"""Words on each side of a value among which its label is looked for."""


@dataclass(frozen=True, slots=True)
class ValueMention:
    """A value that a text names.

    Attributes:
        start: number of its first token.
        end: number of the token after it.
        words: of the value.
        labels: under which products have it; those that the text names, where it names some.
    """

    start: int
    end: int
    words: Words
    labels: frozenset[str]


class ValueLexicon:
    """Values by their words, learned from products.

    Args:
        candidates: whose values.
    """

    def __init__(self, candidates: Iterable[ProductCandidate]) -> None:
        self._labels: dict[Words, set[str]] = {}
        self._faint: dict[Words, set[str]] = {}
        """Values that say nothing without their label: bare numbers, `yes`."""
        self.label_counts: Counter[str] = Counter()
        for candidate in candidates:
            self.label_counts.update(candidate.values.keys())
            for label, values in candidate.values.items():
                for words in values:
                    (self._labels if _tells(words) else self._faint).setdefault(words, set()).add(label)
        self._longest = max(map(len, self._labels), default=0)

    def mentions(self, tokens: Sequence[str], context: Words = ()) -> list[ValueMention]:
        """The values that a text names, the longest first at each place, none within another.

        Args:
            tokens: of the text.
            context: words that say what the text is about, e.g. the key of a profile's entry.
        """
        found, at = [], 0
        while at < len(tokens):
            for size in range(min(self._longest, len(tokens) - at), 0, -1):
                words = tuple(tokens[at : at + size])
                around = {*tokens[max(0, at - _LABEL_REACH) : at], *tokens[at + size : at + size + _LABEL_REACH]}
                labels = self._named(words, {*around, *context})
                if labels:
                    found.append(ValueMention(at, at + size, words, labels))
                    at += size
                    break
            else:
                at += 1
        return found

    def _named(self, words: Words, around: set[str]) -> frozenset[str]:
        """The labels under which a value stands: those that the text around names, else all of them."""
        labels = self._labels.get(words, set())
        near = {label for label in labels | self._faint.get(words, set()) if around.intersection(_name(label))}
        return frozenset(near or labels)


@cache
def _name(label: str) -> frozenset[str]:
    return frozenset(words_of(label)) - STOP_WORDS


def _tells(words: Words) -> bool:
    """Whether a value says something by itself: no bare number, no `yes`."""
    return any(not word[0].isdigit() and word not in STOP_WORDS and len(word) > 1 for word in words)
