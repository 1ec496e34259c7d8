"""How a sentence is said: as a fact of this product, under a condition, by hearsay, in comparison, in irony."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from shopworld.catalog.claims.phrases import PatternSet, Span, manner_patterns
from shopworld.catalog.claims.words import COMMA, SentencePart, words_of
from shopworld.catalog.folding import folded

UNSURE = "the writer does not know"
_UNTIL_THE_TURN = (
    ("conditional", "unconditional", "it holds under a condition only"),
    ("hearsay", "no_hearsay", "it repeats what others say"),
    ("uncertain", "certain", UNSURE),
    ("early", "", "it held at first only"),
)
_IN_SEGMENT = (
    ("hypothetical", "factual", "it is hoped for or supposed, not told"),
    ("sometimes", "", "it holds at times only"),
)
_MORE = frozenset(words_of("more better less enough"))
_QUOTED = re.compile(r"[\"“'‘]([a-z][a-z -]{2,30})[\"”'’](?=[\s.,!?)]|$)", re.IGNORECASE)
_SIMILE = re.compile(r"\bas (\w+) as (?:a|an|the)? ?([a-z ]{3,40})")


@dataclass(frozen=True, slots=True)
class Speech:
    """How one part of a sentence is said.

    Attributes:
        doubts: for each segment why it is no statement of fact; empty where it is one.
        wished: segments that say what is missing.
        masked: positions that speak of another product.
        weighed: positions of adjectives that only compare with another product.
    """

    doubts: dict[int, str]
    wished: frozenset[int]
    masked: frozenset[int]
    weighed: frozenset[int]


@lru_cache(maxsize=4096)
def speech_of(part: SentencePart) -> Speech:
    """How a part is said."""
    doubts: dict[int, str] = {}
    for name, excepted, reason in _UNTIL_THE_TURN:
        if _found(part, name, excepted):
            for segment in set(part.segments):
                doubts.setdefault(segment, reason)
    if part.asked:
        doubts |= dict.fromkeys(part.segments, "it is asked")
    for name, excepted, reason in _IN_SEGMENT:
        for span in _found(part, name, excepted):
            for segment in range(part.segments[span.begin], part.segments[span.end - 1] + 1):
                doubts.setdefault(segment, reason)
    wished = frozenset(part.segments[span.begin] for span in _wishes(part))
    masked = frozenset(at for span in _others(part) for at in range(span.begin, span.end))
    return Speech({key: why for key, why in doubts.items() if key not in wished}, wished, masked, _weighed(part))


def is_question(sentence: str) -> bool:
    """Whether a sentence asks."""
    return sentence.rstrip(" \"'”’)").endswith("?")


def is_ironic(sentence: str, words: tuple[str, ...]) -> bool:
    """Whether a sentence means the opposite of its praise: marks of irony, scare quotes, similes that mock."""
    kept = _less(manner_patterns("irony").spans(words), manner_patterns("true_so").spans(words))
    if kept:
        return True
    plain = folded(sentence)
    if any(len(match[1].split()) <= 3 for match in _QUOTED.finditer(plain)):
        return True
    mocking = manner_patterns("similes_bad")
    return any(mocking.spans(words_of(match[2])) for match in _SIMILE.finditer(plain))


def _found(part: SentencePart, name: str, excepted: str) -> list[Span]:
    spans = manner_patterns(name).spans(part.words)
    return _less(spans, manner_patterns(excepted).spans(part.words)) if excepted and spans else spans


def _less(spans: list[Span], excepted: list[Span]) -> list[Span]:
    return [span for span in spans if not any(span.overlaps(other) for other in excepted)]


def _wishes(part: SentencePart) -> list[Span]:
    """What is missed: by the word `wish`, or by a comparative after `could be` and the like."""
    asked = bool(part.compared) or not _MORE.isdisjoint(part.words)
    wish = words_of("wish")[0]
    return [one for one in _found(part, "wish", "no_wish") if asked or wish in part.words[one.begin : one.end]]


def _others(part: SentencePart) -> Iterator[Span]:
    """Stretches about another product: from its name to the end of the segment; to a comma where it is set apart."""
    patterns: PatternSet = manner_patterns("other_product")
    for span in patterns.spans(part.words):
        end = span.end
        while end < len(part.words) and part.words[end] != COMMA:
            end += 1
        yield Span(span.begin, end, span.weight)


def _weighed(part: SentencePart) -> frozenset[int]:
    """Words before `than` and the like that only compare with another product."""
    found: set[int] = set()
    for span in _found(part, "comparison", "no_comparison"):
        segment = part.segments[span.begin]
        found |= {at for at in range(span.begin) if part.segments[at] == segment}
        found |= set(range(span.begin, len(part.words)))
    others = manner_patterns("other_product").spans(part.words)
    for at, word in enumerate(part.words):
        if word == "as" and any(one.begin > at for one in others) and part.words[at + 2 : at + 3] == ("as",):
            found |= {here for here, segment in enumerate(part.segments) if segment == part.segments[at]}
    return frozenset(found)
