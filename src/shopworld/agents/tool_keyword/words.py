"""Texts as words that compare: lower case, one spelling, plurals cut, punctuation kept apart."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from shopworld.agents.tool_keyword.vocabulary import SPELLINGS, STOP_WORDS

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[a-z]+(?:'[a-z]+)?|[.,;:!?()—–]")
PUNCTUATION = frozenset(".,;:!?()—–")
_APOSTROPHES = str.maketrans("’‘“”", "''\"\"")


def tokens_of(text: str) -> list[str]:
    """Words, numbers and punctuation marks of a text, in order."""
    text = text.lower().translate(_APOSTROPHES)
    for pattern, written in SPELLINGS:
        text = pattern.sub(written, text)
    return [
        one if one in PUNCTUATION else _number(one) if one[0].isdigit() else stem(one) for one in _TOKEN.findall(text)
    ]


def words_of(text: str) -> tuple[str, ...]:
    """The words and numbers of a text, without punctuation."""
    return tuple(one for one in tokens_of(text) if one not in PUNCTUATION)


def content_of(text: str) -> tuple[str, ...]:
    """The words of a text that say something."""
    return tuple(one for one in words_of(text) if one not in STOP_WORDS and len(one) > 1)


@cache
def stem(word: str) -> str:
    """A word without its plural; rough, but the same on both sides of a comparison."""
    word = word.removesuffix("'s")
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def root(word: str) -> str:
    """A word without the endings of verbs and nouns, for texts in which everybody says it another way."""
    for ending in ("ability", "ation", "ment", "ness", "able", "ing", "ed", "er", "ly", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            cut = word[: -len(ending)]
            return cut[:-1] if len(cut) > 3 and cut[-1] == cut[-2] and cut[-1] not in "ls" else cut
    return word


def spelled_out(words: Iterable[str]) -> str:
    """Words as a search takes them: those that only compare are written as products write them."""
    return " ".join(_SPELLED_OUT.get(word, word) for word in words)


_SPELLED_OUT = {"usbc": "usb type c", "usba": "usb type a"}


def _number(text: str) -> str:
    """A number without marks of thousands and closing zeros: `1,000` is `1000`, `5.0` is `5`."""
    plain = text.replace(",", "")
    if "." in plain and plain.count(".") == 1:
        plain = plain.rstrip("0").rstrip(".")
    return plain


def holds(inside: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    """Whether one sequence of words stands in the other, in one piece."""
    size = len(inside)
    return size > 0 and any(whole[start : start + size] == inside for start in range(len(whole) - size + 1))
