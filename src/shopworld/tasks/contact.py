"""Comparing what a buyer entered with what the task says: name, street, zip, state, country, e-mail, card.

Every function returns a canonical form; two values mean the same if their forms are equal (for streets: if they share
one). What is tolerated is how people write; a different name, number or place never is.
"""

from __future__ import annotations

import re
import unicodedata

from shopworld.tasks.places import COUNTRIES, STATES

_STREET_WORDS = {
    "ave": "avenue",
    "av": "avenue",
    "blvd": "boulevard",
    "cir": "circle",
    "ct": "court",
    "dr": "drive",
    "hwy": "highway",
    "ln": "lane",
    "pkwy": "parkway",
    "pl": "place",
    "rd": "road",
    "sq": "square",
    "st": "street",
    "ter": "terrace",
    "str": "strasse",
    "n": "north",
    "s": "south",
    "e": "east",
    "w": "west",
}
_MARK_BETWEEN_NUMBERS = re.compile(r"(?<=\d)\s*[-–/]\s*(?=\d)")
_NOT_IN_STREET = re.compile(r"[^\w-]+|(?<!\d)-|-(?!\d)")
_EXPIRY = re.compile(r"(\d{1,2})\s*[-/. ]\s*(\d{4}|\d{2})")
_EXPIRY_YEAR_FIRST = re.compile(r"(\d{4})\s*[-/. ]\s*(\d{1,2})")
_EXPIRY_DIGITS = re.compile(r"(\d{2})(\d{4}|\d{2})")


def fold(text: str) -> str:
    """Text without accents, case, punctuation and surplus space: the base of all comparisons here."""
    return " ".join(re.sub(r"\W+", " ", letters(text)).split())


def letters(text: str) -> str:
    """Text without accents, case and apostrophes (Unicode's compatibility caseless matching, accents dropped)."""
    for _ in range(2):
        text = unicodedata.normalize("NFKD", text).casefold()
    letters = (mark for mark in unicodedata.normalize("NFKD", text) if not unicodedata.combining(mark))
    return re.sub(r"['’`´]", "", "".join(letters))


def person_name(name: str) -> str:
    """A person's name: words in their order, without case, accents and punctuation."""
    return fold(name)


def street_forms(street: str, house_number: str = "") -> frozenset[str]:
    """The ways to read a street line, with the house number last, wherever it stood.

    `742 Maple Ave.`, `Maple Avenue 742` and `Maple Avenue` with a separate `742` share a form, also where the number
    stands in both fields. Common abbreviations of street words are written out. `12 a` may be read as `12a`.

    Args:
        street: the street field, with or without the number.
        house_number: the field for the number, or empty.
    """
    names, number = _street_words(street), _street_words(house_number)
    words = [*_without(names, number), *number]
    joined = [*_without(_with_letters_joined(names), _with_letters_joined(number)), *number]
    return frozenset({" ".join(_number_last(one)) for one in (words, _with_letters_joined(joined))})


def _street_words(text: str) -> list[str]:
    line = _MARK_BETWEEN_NUMBERS.sub("-", letters(text))
    return [_street_word(word) for word in _NOT_IN_STREET.sub(" ", line).split()]


def _without(names: list[str], number: list[str]) -> list[str]:
    """A street without the house number that its other field repeats."""
    size = len(number)
    if not 0 < size < len(names) or not number[0][0].isdigit():
        return names
    if names[-size:] == number:
        return names[:-size]
    return names[size:] if names[:size] == number else names


def _street_word(word: str) -> str:
    if len(word) > 5 and word.endswith("str"):
        return word + "asse"
    return _STREET_WORDS.get(word, word)


def _number_last(words: list[str]) -> list[str]:
    if len(words) > 1 and words[0][0].isdigit() and not words[-1][0].isdigit():
        return [*words[1:], words[0]]
    return words


def _with_letters_joined(words: list[str]) -> list[str]:
    """Joins a number and the single letter after it: `12 a` becomes `12a`."""
    joined: list[str] = []
    for word in words:
        letter = {"north": "n", "south": "s", "east": "e", "west": "w"}.get(word, word)
        if joined and joined[-1].isdigit() and len(letter) == 1 and letter.isalpha():
            joined[-1] += letter
        else:
            joined.append(word)
    return joined


def zip_code(text: str) -> str:
    """A postal code: letters and digits only, without case."""
    return fold(text).replace(" ", "")


def city(text: str) -> str:
    """A city's name; `St. Louis` and `Saint Louis` are one."""
    return re.sub(r"\bst\b", "saint", fold(text))


def state(text: str) -> str:
    """A state or province; codes of the United States and Canada are read as names (`IL` is `illinois`)."""
    folded = fold(text)
    return STATES.get(folded, folded)


def country(text: str) -> str:
    """A country as its two-letter code where it is known (`USA`, `United States (USA)` and `US` are `us`)."""
    folded = fold(text)
    if folded in COUNTRIES:
        return COUNTRIES[folded]
    name, _, code = folded.rpartition(" ")
    return COUNTRIES[name] if name in COUNTRIES and COUNTRIES.get(code) == COUNTRIES[name] else folded


def email(text: str) -> str:
    """An e-mail address, without case and surrounding space."""
    return text.strip().casefold()


def digits(text: str) -> str:
    """The decimal digits of a card number or CVV."""
    return "".join(str(unicodedata.decimal(mark)) for mark in text if mark.isdecimal())


def card_expiry(text: str) -> str:
    """Month and year of a card's expiry as `2028-12`; `12/28`, `12 / 2028`, `1228` and `2028-12` mean the same.

    Text that is no month and year comes back without surrounding space.
    """
    clean = text.strip()
    if found := _EXPIRY_YEAR_FIRST.fullmatch(clean):
        year, month = found.groups()
    elif found := _EXPIRY.fullmatch(clean) or _EXPIRY_DIGITS.fullmatch(clean):
        month, year = found.groups()
    else:
        return clean
    if not 1 <= int(month) <= 12:
        return clean
    return f"{int(year) if len(year) == 4 else 2000 + int(year)}-{int(month):02d}"
