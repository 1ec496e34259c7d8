"""Whether another wording of a query asks for the same: every requirement is found again, and no new one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from shopworld.catalog import Sort
from shopworld.guru.evolution.query import EvolutionStep, Query

LEAST_LENGTH, MOST_LENGTH, SPARE = 0.5, 1.5, 10
"""How many words a new wording may have, as shares of the old one's, and words on top of the most."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W_]+")
_BEFORE, _AFTER = 30, 24
"""Characters before and behind a number in which its direction is said."""
_BORDER = re.compile(r"\d|[.;!?](?:\s|$)|, (?!or\b)|\band (?!(?:up|above|more|over)\b)")
"""What ends the words that belong to the number before them."""
_DIRECTIONS = {
    "at_least": (
        r"\bat least\b|\bminimum\b|\b(?:no|not) (?:less|fewer|lower|shorter)\b|\b(?:fewer|less|lower) than\b|\bbelow\b"
        r"|\bfrom \W*$|\bbetween\b|\blong as\b",
        r"\bor (?:more|higher|better|above|longer|larger|greater|bigger|later|newer|over|wider|taller|up)\b"
        r"|\bminimum\b|\b(?:and|or) (?:up|above|more)\b",
    ),
    "at_most": (
        r"\bat most\b|\b(?:no|not) (?:more|longer|over|above|exceed\w*)\b|\bup to\b|\bmaximum\b|\bwithin\b|\bpast\b"
        r"|\blast\b|\blonger than\b|\band\b|\bto\b",
        r"\bor (?:less|lower|below|fewer|under|smaller|shorter|lighter|cheaper)\b|\bmaximum\b|\bat most\b",
    ),
}
"""How a bound is spoken of before and behind its number; `fewer than` is said of what is to be left out."""
TOPICS = {
    "rating": r"\bstars?\b",
    "review_count": r"\breview(?:s|ed)\b",
    "shipping": r"\b(?:free|complimentary) (?:shipping|delivery)\b|\bships? (?:for )?free\b"
    r"|\b(?:shipping|delivery)\b.{0,20}\bfree\b",
    "age": r"\bnew arrivals?\b|\b(?:last|past) \d+ days\b|\b\d+ days ago\b",
    "returns": r"\b(?:free|complimentary) returns?\b|\breturns?\b.{0,20}\bfree\b|\b(?:send|return)(?:ing)? it(?: back)?"
    r".{0,20}\b(?:nothing|free)\b",
    "long_returns": r"\breturn(?:s|ed)?\b",
    "warranty": r"\bwarrant(?:y|ies)\b|\bguarantee[ds]?\b",
    "condition": r"\b(?:be|is|brand|in|it) new\b|\brefurbished\b|\bnew condition\b|\bused\b",
    "seller": r"\bsold by\b|\bsells?\b(?! (?:the )?most)|(?<!best[ -])(?<!top[ -])\bseller\b",
    "availability": r"\bin stock\b|\bavailable now\b|\bsold out\b",
    Sort.PRICE_ASCENDING.value: r"\blowest[- ]priced?\b|\bcheapest\b|\bleast expensive\b|\bmost affordable\b",
    Sort.RATING.value: r"\bhighest\b.{0,20}\brat(?:ing|ed)\b|\brates?\b.{0,20}\bhighest\b"
    r"|\b(?:best|top|highest)[- ]rated\b",
    Sort.NEWEST.value: r"\bnewest\b|\bmost recent(?:ly)?\b|\blatest\b",
    Sort.BEST_SELLING.value: r"\b(?:best|top)[- ]?sell(?:ers?|ing)\b|\bsells (?:the )?most\b|\bmost popular\b",
}
"""How each kind of filter and each sort is spoken of."""
_PATTERNS = {name: re.compile(pattern, re.IGNORECASE | re.DOTALL) for name, pattern in TOPICS.items()}
_EMPTY_WORDS = """
a an and any are as at be between by can comes cost costs for from has have in is it its least less made more most no of
on or price priced than that the to up which with
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())


def change_in(query: Query, text: str) -> str:
    """What another wording of a query changes; empty where it asks for the same.

    Args:
        query: with the wording that is known to be right.
        text: the other one.
    """
    return next(_changes(query, text), "")


def _changes(query: Query, text: str) -> Iterator[str]:
    words, before = len(text.split()), len(query.text.split())
    if not LEAST_LENGTH * before <= words <= MOST_LENGTH * before + SPARE:
        yield f"{words} words instead of {before}"
    yield from _lost(query, text)
    yield from _added(query, text)


def _lost(query: Query, text: str) -> Iterator[str]:
    """Requirements that are not found in the new wording."""
    said = _stems(text)
    if _stem(_WORD.findall(query.thing.casefold())[-1]) not in said and _stems(query.text) & {_stem(query.thing)}:
        yield f"{query.thing!r} is not asked for"
    for number in _NUMBER.findall(query.text):
        if number not in _NUMBER.findall(text):
            yield f"the number {number} is lost"
    for step in query.requirements:
        known = _PATTERNS.get(step.topic)
        if known is not None and known.search(query.text) and not known.search(text):
            yield f"{step.topic} is lost"
        for word in _value_words(step):
            if word not in said and word in _stems(query.text):
                yield f"{step.topic}: {word!r} is lost"
        for relation, number in _bounds(step):
            if _says(query.text, number, relation) and not _says(text, number, relation):
                yield f"{relation.replace('_', ' ')} {number} is said otherwise"


def _bounds(step: EvolutionStep) -> Iterator[tuple[str, str]]:
    """The least and the most numbers of a step; a warranty is a least number of years."""
    for condition in step.conditions:
        if condition.relation in ("at_least", "at_most") and isinstance(condition.value, float):
            yield condition.relation, f"{condition.value:g}"
    if step.topic == "warranty":
        yield from (("at_least", number) for number in _NUMBER.findall(step.words))


def _says(text: str, number: str, relation: str) -> bool:
    """Whether a text says of a number, wherever it stands, that it is a least or a most."""
    before, behind = (re.compile(pattern, re.IGNORECASE) for pattern in _DIRECTIONS[relation])
    for match in _NUMBER.finditer(text):
        if _value(match[0]) == _value(number):
            start = re.split(r"\d", text[max(0, match.start() - _BEFORE) : match.start()])[-1]
            end = _BORDER.split(text[match.end() :][:_AFTER])[0]
            if before.search(start) or behind.search(end):
                return True
    return False


def _value(number: str) -> float:
    whole, _, rest = number.replace(",", "").partition(".")
    return float(f"{whole}.{rest.replace('.', '') or 0}")


def _added(query: Query, text: str) -> Iterator[str]:
    """Requirements that the old wording does not have."""
    for number in _NUMBER.findall(text):
        if number not in _NUMBER.findall(query.text):
            yield f"the number {number} is new"
    for topic, pattern in _PATTERNS.items():
        if pattern.search(text) and not pattern.search(query.text):
            yield f"{topic} is new"
    old, new = f" {_plain(query.text)} ", f" {_plain(text)} "
    for name, values in query.shelf.values.items():
        for value in values:
            one = _plain(value) if isinstance(value, str) else ""
            if len(one) > 2 and f" {one} " in new and f" {one} " not in old:
                yield f"{name}: {value!r} is new"


def _value_words(step: EvolutionStep) -> list[str]:
    """The words of a step's values, without those that say nothing."""
    return [_stem(word) for word in _WORD.findall(step.words.casefold()) if word not in _EMPTY and not word.isdigit()]


def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in _WORD.findall(text.casefold()))


def _stem(word: str) -> str:
    return word.removesuffix("s") if len(word) > 3 and not word.endswith("ss") else word


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
