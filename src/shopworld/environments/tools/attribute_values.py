"""Whether a product has an attribute's value, whatever spelling name and value come in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.catalog import display_values
from shopworld.catalog.model import Offer

_WORD = re.compile(r"[^\W_]+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Wanted:
    """An attribute's value as an agent asks for it.

    Attributes:
        label: the attribute's name, for people.
        name: folded to words.
        words: of the value, folded.
    """

    label: str
    name: tuple[str, ...]
    words: tuple[str, ...]


def read_wanted(name: str, value: str) -> Wanted:
    """Reads what an agent asks for."""
    return Wanted(name, _words(name), _words(value))


def value_fits(offer: Offer, wanted: Wanted) -> bool | None:
    """Whether the offer has the value or a narrower one; None where it does not state the attribute."""
    stated = [one.text for one in offer.specifications if _words(one.label) == wanted.name]
    for attribute in offer.attributes:
        if _words(attribute.name) == wanted.name:
            stated += display_values(attribute)
    if not stated:
        return None
    return any(set(wanted.words) <= set(_words(text)) for text in stated)


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.casefold().replace("_", " ")))
