"""Whether a product has an attribute's value, whatever spelling name and value come in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.catalog import display_values
from shopworld.catalog.attributes import matching
from shopworld.catalog.attributes.canonical import canonical_name, label_of, read_details, read_value
from shopworld.catalog.model import Attribute, Offer

_WORD = re.compile(r"[^\W_]+(?:\.\d+)?")
_STORE_NAMES = frozenset({"brand", "store", "store name", "brand name"})
_CATEGORY_NAMES = frozenset({"main category", "category", "department"})


@dataclass(frozen=True, slots=True)
class WantedAttribute:
    """An attribute's value as an agent asks for it.

    Attributes:
        label: the attribute's name, for people.
        name: as written, folded to words.
        canonical: canonical name; None where the schema does not know it.
        attribute: typed; None where the schema does not know the name or cannot read the value.
        words: of the value, folded.
    """

    label: str
    name: str
    canonical: str | None
    attribute: Attribute | None
    words: frozenset[str]


def read_wanted(name: str, value: str) -> WantedAttribute:
    """Reads what an agent asks for.

    Args:
        name: canonical name, alias, or label as a shop prints it.
        value: as a shop prints it, with or without a unit.
    """
    canonical = canonical_name(name)
    return WantedAttribute(
        label=label_of(canonical) if canonical else name,
        name=" ".join(_words(name)),
        canonical=canonical,
        attribute=read_value(canonical, value) if canonical else None,
        words=frozenset(_words(value)),
    )


def value_fits(offer: Offer, wanted: WantedAttribute) -> bool | None:
    """Whether the offer has the value, a narrower one, or the value among several; None where it states none."""
    if wanted.name in _STORE_NAMES and offer.brand:
        return wanted.words <= set(_words(offer.brand))
    if wanted.name in _CATEGORY_NAMES:
        return wanted.words <= {word for path in ((offer.department,), *offer.categories) for word in _words(*path)}
    typed = [one for one in _typed(offer) if one.name == wanted.canonical] if wanted.canonical else []
    if wanted.attribute is not None and any(_fits(one, wanted.attribute) for one in typed):
        return True
    stated = [text for one in typed for text in display_values(one)]
    for one in offer.specifications:
        same = " ".join(_words(one.label)) == wanted.name
        if same or (wanted.canonical is not None and canonical_name(one.label) == wanted.canonical):
            stated.append(one.text)
    if not stated:
        return None
    if wanted.attribute is not None and isinstance(wanted.attribute.value, float | int):
        return False  # a number whose words happen to stand there is no equal number
    return any(wanted.words <= set(_words(text)) for text in stated)


def _typed(offer: Offer) -> tuple[Attribute, ...]:
    """The offer's own attributes, and what else its details state."""
    return (*offer.attributes, *read_details({one.label: one.text for one in offer.specifications}))


def _fits(stated: Attribute, wanted: Attribute) -> bool:
    return matching.value_fits(stated.value, wanted.value, stated.unit, wanted.unit)


def _words(*texts: str) -> list[str]:
    return [word for text in texts for word in _WORD.findall(text.casefold().replace("_", " "))]
