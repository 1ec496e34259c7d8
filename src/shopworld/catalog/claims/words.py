"""Sentences as words in base form, cut into parts where the speaker turns and into segments that no negation leaves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from shopworld.catalog.claims.tables import manner, texts_of
from shopworld.catalog.folding import folded
from shopworld.catalog.stemming import stems

COMMA = ","
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*|[,;:.!?…()]|--+| - ")
_CONTRACTIONS = (
    (re.compile(r"\bcan'?t\b|\bcannot\b"), "can not"),
    (re.compile(r"\bwon'?t\b"), "will not"),
    (re.compile(r"\bain'?t\b"), "is not"),
    (re.compile(r"\b(do|does|did|is|was|are|were|has|have|had|could|would|should|need|must)n'?t\b"), r"\1 not"),
    (re.compile(r"'(s|d|ll|ve|re|m)\b"), " "),
    (re.compile(r"\bi'd\b"), "i would"),
)
_WOULD = re.compile(r"\b(i|it|they|he|she|you|we)'d\b")
_DASH = re.compile(r"\s*[–—]\s*|\s+-\s+|--+")
_ENDS = frozenset(".!?…;:()")
_CONTRASTS = frozenset(
    ("but", "however", "although", "though", "yet", "while", "whereas", "except", "despite", "otherwise")
)
_OPENERS = frozenset(("although", "though", "while", "whereas", "despite", "unlike", "even"))
_NOT_TURNED = frozenset(("anything", "nothing", "all", "everything", "cannot", "not"))
"""Words after which `but` turns nothing: `anything but quiet`."""


@dataclass(frozen=True, slots=True)
class SentencePart:
    """Words between two turns of a sentence.

    Attributes:
        words: in base form, with commas.
        segments: number of the segment that each word stands in.
        compared: positions of adjectives in the comparative.
        asked: whether a question mark ends it.
    """

    words: tuple[str, ...]
    segments: tuple[int, ...]
    compared: frozenset[int]
    asked: bool = False


@lru_cache(maxsize=16384)
def base(word: str) -> str:
    """The base form of a word in lower case: of irregular verbs and comparatives too; else its stem."""
    known = _irregular().get(word)
    if known is not None:
        return known
    positive = comparative_of(word)
    if positive is not None:
        return base(positive)
    if word.endswith("ily") and len(word) > 4:
        word = word[:-3] + "y"
    found = stems(word)
    return found[0] if found else word


@lru_cache(maxsize=16384)
def comparative_of(word: str) -> str | None:
    """The adjective that a comparative or superlative is made of: `quieter`, `quietest` are `quiet`."""
    for ending in ("est", "er"):
        if word.endswith(ending):
            root = word[: -len(ending)]
            for guess in (root, root + "e", root[:-1] + "y" if root.endswith("i") else root, root[:-1]):
                if guess in _comparable():
                    return guess
    return None


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in base form, without signs."""
    return tuple(base(one) for one in _WORD.findall(_plain(text)) if one[0].isalnum())


def parts_of(sentence: str) -> tuple[SentencePart, ...]:
    """A sentence in parts, cut at its signs and where it says `but` and the like."""
    words = _WORD.findall(_plain(sentence))
    cuts: list[list[str]] = [[]]
    asked: set[int] = set()
    opened = False
    for at, word in enumerate(words):
        named = word == "but" and at > 0 and words[at - 1] in _NOT_TURNED
        opens = not named and word in _CONTRASTS and (word != "yet" or at == 0 or words[at - 1] in (COMMA, "and"))
        if word in _ENDS or opens:
            if word == "?":
                asked.add(len(cuts) - 1)
            if cuts[-1]:
                cuts.append([])
            opened = opens and word in _OPENERS and (at == 0 or words[at - 1] in _ENDS or words[at - 1] == "even")
            continue
        if word == COMMA and opened:
            opened = False
            cuts.append([])
            continue
        cuts[-1].append(word)
    return tuple(_part(one, asked=at in asked) for at, one in enumerate(cuts) if any(word != COMMA for word in one))


def _part(words: list[str], *, asked: bool) -> SentencePart:
    segments, number = [], 0
    for word in words:
        if word == COMMA or word == "and":
            number += 1
        segments.append(number)
    compared = frozenset(at for at, word in enumerate(words) if word.endswith("er") and comparative_of(word))
    bare = tuple(word if word == COMMA else base(word) for word in words)
    return SentencePart(bare, tuple(segments), compared, asked)


def _plain(text: str) -> str:
    plain = folded(text).replace("’", "'").replace("´", "'")
    plain = _DASH.sub(" ; ", plain).replace("-", " ").replace("/", " ")
    plain = _WOULD.sub(r"\1 would", plain)
    for pattern, written in _CONTRACTIONS:
        plain = pattern.sub(written, plain)
    return plain


@cache
def _irregular() -> Mapping[str, str]:
    forms: dict[str, str] = {}
    for entry in manner("irregular").split(";"):
        root, _, others = entry.partition(":")
        stem = stems(root.strip())[0]
        forms |= dict.fromkeys((root.strip(), *others.split()), stem)
    return forms


@cache
def _comparable() -> frozenset[str]:
    return frozenset(manner("comparable").split())


def bases(texts: Iterable[str]) -> frozenset[str]:
    """Base forms of single words."""
    return frozenset(word for text in texts for word in words_of(text))


@cache
def passed_over() -> frozenset[str]:
    """Words that may stand between the words of a phrase: intensifiers, articles, forms of `be`."""
    return bases(texts_of(manner("skip")))
