"""Whether a product has an attribute's value, whatever spelling name and value come in."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from shopworld.catalog import display_values
from shopworld.catalog.attributes.canonical import canonical_name, label_of, read_details, read_value
from shopworld.catalog.model import Attribute, Offer

_WORD = re.compile(r"[^\W_]+(?:\.\d+)?")
_NEAR = 0.01
"""Numbers are equal within this share: shops round."""
_STORE_NAMES = frozenset({"brand", "store", "store name", "brand name"})
_CATEGORY_NAMES = frozenset({"main category", "category", "department"})


@dataclass(frozen=True, slots=True)
class Wanted:
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


def read_wanted(name: str, value: str) -> Wanted:
    """Reads what an agent asks for.

    Args:
        name: canonical name, alias, or label as a shop prints it.
        value: as a shop prints it, with or without a unit.
    """
    canonical = canonical_name(name)
    return Wanted(
        label=label_of(canonical) if canonical else name,
        name=" ".join(_words(name)),
        canonical=canonical,
        attribute=read_value(canonical, value) if canonical else None,
        words=frozenset(_words(value)),
    )


def value_fits(offer: Offer, wanted: Wanted) -> bool | None:
    """Whether the offer has the value, a narrower one, or the value among several; None where it states none."""
    if wanted.name in _STORE_NAMES and offer.brand:
        return wanted.words <= set(_words(offer.brand))
    if wanted.name in _CATEGORY_NAMES:
        return wanted.words <= {word for path in ((offer.department,), *offer.categories) for word in _words(*path)}
    typed = [one for one in _typed(offer) if one.name == wanted.canonical] if wanted.canonical else []
    if wanted.attribute is not None and any(_attribute_fits(one, wanted.attribute) for one in typed):
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


def _attribute_fits(stated: Attribute, wanted: Attribute) -> bool:
    """Whether a stated value is the wanted one or a narrower one; of several wanted all must be there."""
    have, want = stated.value, wanted.value
    if isinstance(want, bool) or isinstance(have, bool):
        return have is want
    if isinstance(want, float | int):
        return isinstance(have, float | int) and math.isclose(have, want, rel_tol=_NEAR)
    if isinstance(have, float | int):
        return False
    values = (have,) if isinstance(have, str) else have
    return all(_among(one, values) for one in ((want,) if isinstance(want, str) else want))


def _among(want: str, values: Iterable[str]) -> bool:
    words = set(_words(want))
    return any(words <= set(_words(value)) for value in values)


def _words(*texts: str) -> list[str]:
    return [word for text in texts for word in _WORD.findall(text.casefold().replace("_", " "))]
