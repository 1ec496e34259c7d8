"""Conditions on a product: what evolved queries ask for, tried on an offer of the catalog."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from shopworld.catalog import Offer, Sort
from shopworld.episode import WORLD_START

Relation = Literal["equals", "one_of", "contains", "at_least", "at_most"]
Value = str | float | bool | tuple[str, ...]

_CLOSE = 1e-9
_OPTION_NAMES = {"color": "colour"}
"""Options whose attribute has another name."""


class Condition(BaseModel):
    """One condition.

    `field` is `kind`, `category`, `brand`, `price` (in units of the currency), `rating`, `review_count`, `age` (days
    since it was first for sale), `condition`, `availability`, or the name of an attribute that offers state.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    field: str
    relation: Relation
    value: Value
    unit: str | None = None


def value_of(offer: Offer, field: str) -> Value | None:
    """What an offer says in a field; None where it says nothing.

    Text is in lower case. What an attribute of that name states does not replace the record's own fields.
    """
    match field:
        case "kind":
            return offer.kind or None
        case "category":
            return tuple(dict.fromkeys(name.casefold() for path in offer.categories for name in path))
        case "brand":
            return offer.brand.casefold() if offer.brand else None
        case "price":
            return None if offer.price is None else offer.price / 100
        case "rating":
            return offer.rating
        case "review_count":
            return float(offer.review_count)
        case "age":
            return float((WORLD_START.date() - offer.listed_on).days)
        case "condition":
            return offer.condition.value
        case "availability":
            return "in stock" if offer.in_stock else "out of stock"
    attribute = offer.attribute(field)
    if attribute is None:
        return _choices(offer, field)
    value = attribute.value
    if isinstance(value, tuple):
        return tuple(one.casefold() for one in value)
    return value.casefold() if isinstance(value, str) else value


def _choices(offer: Offer, field: str) -> tuple[str, ...] | None:
    """The values that a buyer can choose for an option of that name."""
    found = (
        option.value.casefold()
        for variant in offer.variants
        for option in variant.options
        if _OPTION_NAMES.get(option.name.casefold(), option.name.casefold()) == field
    )
    return tuple(dict.fromkeys(found)) or None


def meets(offer: Offer, condition: Condition) -> bool:
    """Whether an offer meets a condition; what it does not say, it does not meet.

    An offer that has several values, or leaves the choice to the buyer, equals each of them.
    """
    return value_meets(value_of(offer, condition.field), condition)


def value_meets(found: Value | None, condition: Condition) -> bool:
    """Whether what an offer says in a condition's field meets it."""
    if found is None:
        return False
    wanted = condition.value
    match condition.relation:
        case "at_least" | "at_most":
            number, bound = _number(found), _number(wanted)
            if number is None or bound is None:
                return False
            return number >= bound - _CLOSE if condition.relation == "at_least" else number <= bound + _CLOSE
        case "equals":
            return _same(found, wanted)
        case "contains":
            return set(_texts(wanted)) <= set(_texts(found))
        case "one_of":
            return not set(_texts(wanted)).isdisjoint(_texts(found))


def _number(value: Value) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _same(found: Value, wanted: Value) -> bool:
    number, other = _number(found), _number(wanted)
    if number is not None and other is not None:
        return abs(number - other) < 1e-6
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    return set(_texts(wanted)) <= set(_texts(found))


def _texts(value: Value) -> tuple[str, ...]:
    if isinstance(value, tuple):
        return tuple(one.casefold() for one in value)
    return (str(value).casefold(),)


def condition_in_words(condition: Condition) -> str:
    """A condition's relation and value, for people."""
    words = {"equals": "", "one_of": "one of ", "contains": "with ", "at_least": "at least ", "at_most": "at most "}
    unit = f" {condition.unit}" if condition.unit else ""
    return f"{words[condition.relation]}{plain_value(condition.value)}{unit}"


def plain_value(value: object) -> str:
    """A value for people."""
    if value is None:
        return "not stated"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


SORTS = (Sort.PRICE_ASCENDING, Sort.RATING, Sort.NEWEST, Sort.BEST_SELLING)
"""The sorts of DeepShop: lowest price, highest rating, newest arrival, best seller."""

SORT_NAMES = {
    Sort.PRICE_ASCENDING: "lowest price",
    Sort.RATING: "highest rating",
    Sort.NEWEST: "newest arrival",
    Sort.BEST_SELLING: "best seller",
}
"""What the sorts of DeepShop are called."""


def sort_in_words(sort: Sort) -> str:
    """What a sort puts first, for people."""
    return SORT_NAMES.get(sort, sort.value)


def sort_key(offer: Offer, sort: Sort) -> float | None:
    """What decides the place of an offer under a sort, the smallest first; None where it cannot be placed.

    Raises:
        ValueError: it is none of `SORTS`.
    """
    match sort:
        case Sort.PRICE_ASCENDING:
            return None if offer.price is None else float(offer.price)
        case Sort.RATING:
            return None if offer.rating is None else -offer.rating
        case Sort.NEWEST:
            return -float(offer.listed_on.toordinal())
        case Sort.BEST_SELLING:
            return -float(offer.units_sold)
    raise ValueError(f"{sort} is no sort of an evolved query")


def first_of(offers: list[Offer], sort: Sort | None) -> list[Offer]:
    """Those that come first under a sort, all that are equal there; all of them where nothing is sorted."""
    if sort is None:
        return offers
    keys = [(key, one) for one in offers if (key := sort_key(one, sort)) is not None]
    best = min((key for key, _ in keys), default=0.0)
    return [one for key, one in keys if key == best]
