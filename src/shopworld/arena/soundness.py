"""Checks of texts that a model wrote: nothing stated is lost, nothing is claimed that nobody decided, nothing leaks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from shopworld.arena.bundle import withheld_in
from shopworld.money import names_currency

_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
_SMALL = frozenset(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"])
_LARGE = frozenset(["fifteen", "twenty", "thirty", "fifty", "hundred", "thousand", "dozen", "double", "twice", "half"])
_NUMBER_WORDS = _SMALL | _LARGE
_WORD = re.compile(r"[^\W\d_]+")
_COUNTED = re.compile(r"(\d+(?:[.,:/]\d+)*)[ -]?([^\W\d_]+)?")
_NOT_COUNTED = frozenset(["or", "and", "to", "in", "of", "on", "for", "from", "with", "at", "by", "is", "are", "the"])
"""Words behind a number that it does not count."""
_MARKUP = re.compile(r"[<>{}\[\]*#`|\\]|__|&\w+;")
_CONTACT = re.compile(
    r"[\w.+-]+@[\w-]+|https?:|www\.|(?<!\w)[\w-]+\.(?:com|net|org|shop|io)\b|(?<![\w+])(?:\+|00)\d(?:[\s()/.-]{0,2}\d){7,}",
    re.I,
)
_NEGATION = re.compile(r"\b(?:not|no|never|cannot|can't|don't|only|except|unless|without|none|nor)\b", re.I)
_CERTAIN_WORDS = 2


def plain(text: str) -> Iterator[str]:
    """Markup, placeholders and control characters."""
    found = _MARKUP.search(text)
    if found:
        yield f"holds {found[0]!r}; write plain text"
    if any(not one.isprintable() for one in text.replace("\n", " ")):
        yield "holds characters that cannot be printed"


def length(what: str, text: str, least: int, most: int) -> Iterator[str]:
    """Too short or too long, in characters."""
    if not least <= len(text) <= most:
        yield f"the {what} has {len(text)} characters; write {least} to {most}"


def numbers(text: str, known: str) -> Iterator[str]:
    """Numbers, as digits or words, and amounts of money that the known text does not have."""
    allowed = {_value(one) for one in _NUMBER.findall(known)}
    for one in dict.fromkeys(_NUMBER.findall(text)):
        if _value(one) not in allowed:
            yield f"says {one}, a number that was not given"
    words = set(_WORD.findall(known.casefold()))
    for one in dict.fromkeys(_WORD.findall(text.casefold())):
        if one in _NUMBER_WORDS and one not in words:
            yield f"says {one!r}, a number that was not given"
    if names_currency(text) and not names_currency(known):
        yield "speaks of money; leave prices out"


def kept(text: str, stated: Iterable[str]) -> Iterator[str]:
    """Values that must be said and are not."""
    for one in stated:
        if not says(text, one):
            yield f"no longer says {one!r}"


def counted_kept(text: str, stated: str) -> Iterator[str]:
    """Numbers of the stated text with the word that is counted (`30 days`, `$75.00`), and its denials."""
    for match in _COUNTED.finditer(stated):
        number, word = match[1], match[2] or ""
        counted = len(word) > 1 and word.casefold() not in _NOT_COUNTED
        unit = rf"[ -]?{re.escape(word)}" if counted else ""
        if not re.search(rf"(?<![\d.,:]){re.escape(number)}{unit}", text, re.I):
            yield f"no longer says {(f'{number} {word}' if counted else number)!r}"
    if bool(_NEGATION.search(stated)) != bool(_NEGATION.search(text)):
        yield "no longer denies what was denied, or denies what was not"


def values_of_others(
    text: str, own: Mapping[str, Collection[str]], all_values: Mapping[str, Collection[str]], known: str
) -> Iterator[str]:
    """Values of attributes that others have and this one has not: `cotton` where the material is linen.

    Args:
        text: to be checked.
        own: its values by attribute, in lower case.
        all_values: all values by attribute, in lower case.
        known: text whose words may be used whatever they mean.
    """
    for name, mine in own.items():
        for value in sorted(set(all_values.get(name, ())) - set(mine)):
            if any(says(one, value) for one in mine) or says(known, value):
                continue
            if says(text, value):
                yield f"says {value!r}, but its {name} is {', '.join(sorted(mine))}"


def leaks(text: str, names: Collection[str], withheld: Mapping[str, Collection[str]]) -> Iterator[str]:
    """Contacts, addresses, names of others, and names that the specification withholds."""
    for match in _CONTACT.finditer(text):
        yield f"holds a contact or address ({match[0]!r})"
    for name in sorted(names):
        if says(text, name):
            yield f"speaks of {name!r}, which is another one's name"
    for kind, words in dict.fromkeys(withheld_in(text, withheld)):
        if kind == "host" or len(words.split()) >= _CERTAIN_WORDS:
            yield "holds a name that must not be told"


def says(text: str, value: str) -> bool:
    """Whether a text holds these words, whatever their case."""
    return re.search(rf"(?<![^\W_]){re.escape(value.casefold())}(?![^\W_])", text.casefold()) is not None


def _value(number: str) -> str:
    """A number without separators of thousands and ending zeros."""
    text = re.sub(r",(?=\d{3}(?!\d))", "", number).replace(",", ".")
    return text.rstrip("0").rstrip(".") if "." in text else text.lstrip("0") or "0"
