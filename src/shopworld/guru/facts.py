"""What is known of an offer when a requirement is tried on it: from the catalog's truth, or from a page as read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from shopworld.catalog import Attribute, Offer, Product, words
from shopworld.tasks import Constraint, OfferAddress

_PLAIN_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
SUPERLATIVES = ("largest", "smallest")
"""Relations that look at all offers that are left."""

Value = str | float | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """An offer, as far as it is known.

    Attributes:
        address: shop and slug.
        product: id of the product where it is known (the catalog knows it, a page does not say it).
        title: as the shop prints it.
        brand: in lower case, or empty.
        kind: name in the catalog's vocabulary, or empty.
        price: in cents; None where it cannot be bought.
        attributes: by canonical name.
    """

    address: OfferAddress
    product: str
    title: str
    brand: str
    kind: str
    price: int | None
    attributes: Mapping[str, Attribute]


def by_name(attributes: Iterable[Attribute]) -> dict[str, Attribute]:
    """Attributes by their canonical name; the first of a name wins."""
    found: dict[str, Attribute] = {}
    for attribute in attributes:
        found.setdefault(attribute.name, attribute)
    return found


def stated_facts(offer: Offer) -> Facts:
    """What an offer says of itself: the attributes it states, its own price and title."""
    return Facts(
        address=OfferAddress(shop=offer.shop_id, slug=offer.slug),
        product="",
        title=offer.title,
        brand=(offer.brand or "").casefold(),
        kind=offer.kind,
        price=offer.price,
        attributes=by_name(offer.attributes),
    )


def true_facts(offer: Offer, product: Product) -> Facts:
    """What is true of an offer: its product's attributes, its own price and title."""
    return Facts(
        address=OfferAddress(shop=offer.shop_id, slug=offer.slug),
        product=product.id,
        title=offer.title,
        brand=(product.brand or "").casefold(),
        kind=product.kind,
        price=offer.price,
        attributes=by_name(product.attributes),
    )


def _number(value: Value) -> float | None:
    """The value as a number; a text that is one counts too, since pages do not tell version 5 from 5 ports."""
    if isinstance(value, str):
        return float(value) if value[:1].isdigit() and _PLAIN_NUMBER.fullmatch(value) else None
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _texts(value: Value) -> tuple[str, ...]:
    if isinstance(value, tuple):
        return tuple(one.casefold() for one in value)
    return (str(value).casefold(),)


def compare(found: Value, constraint: Constraint) -> bool:
    """Whether a value meets a constraint, whatever attribute it is of; superlatives are met by every number."""
    wanted = constraint.value
    number, bound = _number(found), _number(wanted)
    match constraint.relation:
        case "at_least":
            return number is not None and bound is not None and number >= bound - 1e-9
        case "at_most":
            return number is not None and bound is not None and number <= bound + 1e-9
        case "more_than":
            return number is not None and bound is not None and number > bound + 1e-9
        case "less_than":
            return number is not None and bound is not None and number < bound - 1e-9
        case "contains":
            return set(_texts(wanted)) <= set(_texts(found))
        case "one_of":
            return bool(set(_texts(found)) & set(_texts(wanted)))
        case "not_equals":
            return not _equal(found, wanted)
        case "equals":
            return _equal(found, wanted)
        case "largest" | "smallest":
            return number is not None


def _equal(found: Value, wanted: Value) -> bool:
    number, bound = _number(found), _number(wanted)
    if number is not None and bound is not None:
        return abs(number - bound) < 1e-6
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    return sorted(_texts(found)) == sorted(_texts(wanted)) or (
        isinstance(found, tuple) and not isinstance(wanted, tuple) and str(wanted).casefold() in _texts(found)
    )


def satisfies(facts: Facts, constraint: Constraint, *, unknown: bool = False) -> bool:
    """Whether an offer meets one constraint.

    Args:
        facts: what is known of the offer.
        constraint: the requirement; `largest` and `smallest` hold for whatever has the attribute.
        unknown: what holds where the offer does not say.
    """
    if constraint.attribute == "title":
        return set(_texts(constraint.value)) <= set(title_words(facts.title))
    value = value_of(facts, constraint.attribute)
    if value is None:
        return unknown and constraint.attribute != "price"
    return compare(value, constraint)


def value_of(facts: Facts, attribute: str) -> Value | None:
    """What an offer has of an attribute, as constraints are compared with it; None where it is not known."""
    match attribute:
        case "kind":
            return facts.kind
        case "brand":
            return facts.brand
        case "price":
            return None if facts.price is None else facts.price / 100
        case "address":
            return f"{facts.address.shop}/{facts.address.slug}"
        case _:
            found = facts.attributes.get(attribute)
            return None if found is None else found.value


def select(facts: Iterable[Facts], constraints: Sequence[Constraint], *, unknown: bool = False) -> list[Facts]:
    """The offers that meet all constraints, superlatives last, in the given order."""
    plain = [one for one in constraints if one.relation not in SUPERLATIVES]
    kept = [one for one in facts if all(satisfies(one, constraint, unknown=unknown) for constraint in plain)]
    for constraint in constraints:
        if constraint.relation in SUPERLATIVES:
            kept = extreme(kept, constraint, unknown=unknown)
    return kept


def extreme(facts: list[Facts], constraint: Constraint, *, unknown: bool = False) -> list[Facts]:
    """What a superlative leaves of the offers that meet all plain constraints.

    Args:
        facts: the offers.
        constraint: `largest` or `smallest`.
        unknown: whether offers that do not say how large they are stay.
    """

    def size(one: Facts) -> float | None:
        attribute = one.attributes.get(constraint.attribute)
        return _number(attribute.value) if attribute is not None else None

    sizes = [number for one in facts if (number := size(one)) is not None]
    if not sizes:
        return facts if unknown else []
    wanted = max(sizes) if constraint.relation == "largest" else min(sizes)
    return [one for one in facts if size(one) == wanted or (unknown and size(one) is None)]


def cheapest(facts: Sequence[Facts], objective: str, group_by: str = "") -> list[Facts]:
    """What an objective leaves of the fitting offers: all, the cheapest (ties stay), or the cheapest of each group."""
    if objective == "all":
        return list(facts)
    if objective == "cheapest":
        prices = [one.price for one in facts if one.price is not None]
        return [one for one in facts if prices and one.price == min(prices)]
    groups: dict[str, list[Facts]] = {}
    for one in facts:
        attribute = one.attributes.get(group_by)
        if attribute is not None:
            groups.setdefault(str(attribute.value), []).append(one)
    return [one for key in sorted(groups) for one in cheapest(groups[key], "cheapest")]


@lru_cache(maxsize=16384)
def title_words(title: str) -> tuple[str, ...]:
    """The words of a title for comparison: whole words and their parts, in the search's own spelling."""
    return tuple(form for word in words(title) for form in (word.whole, *word.parts))
