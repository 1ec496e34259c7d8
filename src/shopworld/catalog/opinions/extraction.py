"""Opinions in the text of a review, found by rules: clauses, aspects, praise and blame, negation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from shopworld.catalog.model import Review
from shopworld.catalog.opinions.lexicon import Aspect, Phrase, PhraseIndex, aspect_named, aspects_possible, negations
from shopworld.catalog.stems import stems

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|[\n\r]+|;\s+")
_CLAUSE_END = re.compile(
    r",?\s+(?:but|however|although|though|yet|while|whereas|except that|on the other hand)\b,?|\s[-–—]\s|:\s"
    r"|,\s+(?:and|so)\s+(?=(?:the|it|its|my|i|they|this)\b)",
    re.IGNORECASE,
)
_APOSTROPHES = re.compile(r"['’]")
_NO_NEGATION = re.compile(r"\bnot (?:only|just)\b|\bno doubt\b|\bif not\b", re.IGNORECASE)
_REACH = 4
"""Words before a judging word in which a negation turns it round."""


@dataclass(frozen=True, slots=True)
class StatedOpinion:
    """An opinion that a review states.

    Attributes:
        aspect: what it is about.
        positive: praise or blame.
        sentence: where it stands.
    """

    aspect: str
    positive: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause; `starts` holds where its parts between commas begin, which no negation crosses."""

    words: Phrase
    starts: tuple[int, ...]
    sentence: str


def opinions_of(review: Review) -> tuple[StatedOpinion, ...]:
    """The opinions that a review states: those known as data if there are any, else those found in its text."""
    if review.opinions:
        return tuple(
            StatedOpinion(one.aspect, one.positive, _sentence_about(review, one.aspect)) for one in review.opinions
        )
    return opinions_in(_text(review))


def opinions_in(text: str) -> tuple[StatedOpinion, ...]:
    """The opinions on aspects of the lexicon that a text states, each once, in the order of the text."""
    found: dict[tuple[str, bool], StatedOpinion] = {}
    for clause in _clauses(text):
        for aspect in aspects_possible(clause.words):
            positive = _judgement(clause, aspect)
            if positive is not None:
                found.setdefault((aspect.name, positive), StatedOpinion(aspect.name, positive, clause.sentence))
    return tuple(found.values())


def find_opinion(review: Review, aspect: str, *, positive: bool) -> str | None:
    """The sentence by which a review praises or blames an aspect; None where it does not.

    Args:
        review: known opinions count before its text.
        aspect: its name, or one of the names that the lexicon has for it; others are found by their own words.
        positive: praise, else blame.
    """
    wanted = aspect_named(aspect)
    if review.opinions:
        for one in review.opinions:
            if one.positive == positive and aspect_named(one.aspect).name == wanted.name:
                return _sentence_about(review, one.aspect)
        return None
    for clause in _clauses(_text(review)):
        if _judgement(clause, wanted) is positive:
            return clause.sentence
    return None


def _text(review: Review) -> str:
    return f"{review.title}\n{review.body}"


def _sentence_about(review: Review, aspect: str) -> str:
    named = aspect_named(aspect)
    for clause in _clauses(review.body):
        if named.names.found_in(clause.words):
            return clause.sentence
    return review.title or review.body


def _clauses(text: str) -> Iterator[_Clause]:
    for sentence in _SENTENCE_END.split(text):
        trimmed = sentence.strip()
        for part in _CLAUSE_END.split(trimmed):
            words: list[str] = []
            starts: list[int] = []
            for piece in _NO_NEGATION.sub(" ", _APOSTROPHES.sub("", part)).split(","):
                starts.append(len(words))
                words += stems(piece)
            if words:
                yield _Clause(tuple(words), tuple(starts), trimmed)


def _judgement(clause: _Clause, aspect: Aspect) -> bool | None:
    """Whether a clause praises (True) or blames (False) an aspect; None where it does neither or both.

    A word that names the aspect (`comfortable`, `smudges`) judges only where no other word does: "the comfort is
    terrible" is no praise.
    """
    named = frozenset(
        at for begin, length in aspect.names.found_in(clause.words) for at in range(begin, begin + length)
    )
    if not named:
        return None
    for unheard in (named, frozenset[int]()):
        praise = _judging(clause, aspect.positive, aspect.negative, unheard)
        blame = _judging(clause, aspect.negative, aspect.positive, unheard)
        if praise or blame:
            balance = sum(praise) - sum(blame)
            return None if balance == 0 else balance > 0
    return None


def _judging(clause: _Clause, words: PhraseIndex, others: PhraseIndex, unheard: frozenset[int]) -> list[int]:
    """1 for each of these words in a clause, -1 where it is turned round; a longer phrase of the others wins.

    Args:
        clause: where they stand.
        words: that judge one way.
        others: that judge the other way.
        unheard: positions that do not count.
    """
    longer = [(begin, begin + length, length) for begin, length in others.found_in(clause.words)]
    return [
        -1 if _is_negated(clause, begin) else 1
        for begin, length in words.found_in(clause.words)
        if not unheard.issuperset(range(begin, begin + length))
        and not any(first <= begin < last and size > length for first, last, size in longer)
    ]


def _is_negated(clause: _Clause, begin: int) -> bool:
    start = max(one for one in clause.starts if one <= begin)
    window = clause.words[max(start, begin - _REACH) : begin]
    return bool(negations().found_in(window)) if window else False
