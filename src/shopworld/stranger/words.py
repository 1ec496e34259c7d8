"""A stranger's own reading of words: spelling evened out, inflection cut, and what only looks like a statement."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

_TOKEN = re.compile(r"[a-z]+|\d+(?:[.,]\d+)*")
_SIGNS = {"%": " percent ", "″": " inch ", "”": " inch ", '"': " inch ", "×": " x ", "&": " and ", "+": " plus "}
_SPELLINGS = {
    "grey": "gray",
    "colour": "color",
    "aluminium": "aluminum",
    "fibre": "fiber",
    "litre": "liter",
    "metre": "meter",
    "tyre": "tire",
    "mouses": "mouse",
    "knives": "knife",
    "shelves": "shelf",
    "scarves": "scarf",
    "mice": "mouse",
    "lenses": "lens",
    "pcs": "pc",
}
_NOT_BEFORE = frozenset(
    [
        "no",
        "not",
        "without",
        "non",
        "excluding",
        "except",
        "faux",
        "imitation",
        "fake",
        "like",
        "for",
        "fits",
        "fit",
        "compatible",
        "replaces",
        "unlike",
        "vs",
        "versus",
        "than",
        "never",
        "lacks",
        "isn",
        "free",
    ]
)
_NOT_AFTER = frozenset(["free", "compatible", "ready", "look", "effect", "style", "like", "proof", "cleaner"])


def even(text: str) -> str:
    """Text in lower case, without accents, with signs as words."""
    for sign, word in _SIGNS.items():
        text = text.replace(sign, word)
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _root(word: str) -> str:
    word = _SPELLINGS.get(word, word)
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 4 and word.endswith("ie"):
        return f"{word[:-2]}y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@lru_cache(maxsize=200_000)
def tokens(text: str) -> tuple[str, ...]:
    """The words and numbers of a text in order; `16GB` is two of them, plurals are cut."""
    return tuple(_root(one) for one in _TOKEN.findall(even(text)))


def places(inside: Sequence[str], phrase: Sequence[str]) -> Iterator[int]:
    """Where a phrase begins in a row of words."""
    if not phrase:
        return
    first, size = phrase[0], len(phrase)
    for place in range(len(inside) - size + 1):
        if inside[place] == first and tuple(inside[place : place + size]) == tuple(phrase):
            yield place


def names(text: str, phrase: str) -> bool:
    """Whether a text holds a phrase, however it is inflected and spaced."""
    inside, wanted = tokens(text), tokens(phrase)
    return any(True for _ in places(inside, wanted)) or (len(wanted) > 1 and "".join(wanted) in inside)


def states(text: str, phrase: str) -> bool:
    """Whether a text holds a phrase as its own property: not behind `for`, `faux` or `without`, not before `free`."""
    inside, wanted = tokens(text), tokens(phrase)
    for place in places(inside, wanted):
        before = inside[max(0, place - 2) : place]
        after = inside[place + len(wanted) : place + len(wanted) + 1]
        if not _NOT_BEFORE.intersection(before) and not _NOT_AFTER.intersection(after):
            return True
    return False


def holds_words(row: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether a phrase stands in a row of words."""
    return any(True for _ in places(row, phrase))
