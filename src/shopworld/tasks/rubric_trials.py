"""Products derived from a target, each known to satisfy one of its rubrics or to fail it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from shopworld.catalog.model import AspectOpinion, Attribute, Offer, Review
from shopworld.shop.vouchers import price_after
from shopworld.tasks.rubric_grading import stated_values
from shopworld.tasks.rubrics import (
    AttributeMatch,
    BudgetMatch,
    EntityMatch,
    NegativeAttribute,
    NumericRange,
    ReviewOpinion,
    Rubric,
)

_NOTHING_REAL = (
    "zyxwv", "qorbel", "vantrim", "plushock", "ombrecque", "frellis", "tarvune", "keblind", "mosquarn", "wexolite",
)  # fmt: skip
"""Words that nothing is called, so that no value, title or opinion can mean them."""
_FACTORS = (0.0, 0.1, 0.5, 0.8, 0.95, 1.05, 1.2, 1.5, 2.0, 10.0)
_CENTS_OVER = (1, 2, 5, 10, 50, 100, 500, 1000, 5000, 10000)


@dataclass(frozen=True, slots=True)
class Trial:
    """A product with its reviews, and whether it satisfies the rubric."""

    name: str
    right: bool
    offer: Offer
    reviews: tuple[Review, ...]


def rubric_trials(rubric: Rubric, target: Offer, reviews: tuple[Review, ...]) -> Iterator[Trial]:
    """Products to try a rubric on: the target as it is, and with other facts.

    Args:
        rubric: one that the target satisfies.
        target: the product that the task is about.
        reviews: all of it.
    """
    yield Trial("as it is", True, target, reviews)
    if isinstance(rubric, ReviewOpinion):
        yield from _opinions(rubric, target, reviews)
        return
    for name, is_right, offer in _products(rubric, target):
        yield Trial(name, is_right, offer, reviews)


def _products(rubric: Rubric, target: Offer) -> Iterator[tuple[str, bool, Offer]]:
    match rubric:
        case AttributeMatch():
            yield from _attributes(rubric, target)
        case NegativeAttribute():
            yield from _negatives(rubric, target)
        case NumericRange():
            yield from _numbers(rubric, target)
        case EntityMatch():
            yield from _entities(rubric, target)
        case BudgetMatch():
            yield from _prices(rubric, target)
        case ReviewOpinion():
            return
        case _:
            assert_never(rubric)


def _attributes(rubric: AttributeMatch, target: Offer) -> Iterator[tuple[str, bool, Offer]]:
    name, value = rubric.attribute, rubric.value
    yield "not stated", False, replaced(target, name, None)
    more = Attribute(name="trial", value="something")
    yield "another fact besides", True, target.model_copy(update={"attributes": (*target.attributes, more)})
    if isinstance(value, bool):
        yield "the contrary", False, replaced(target, name, not value)
    elif isinstance(value, float):
        stated = next((one.value for one in stated_values(target, name) if isinstance(one.value, float)), value)
        for factor in _FACTORS:
            yield f"times {factor}", False, replaced(target, name, stated * factor + (1 if not stated else 0))
        yield "a thousandth more", True, replaced(target, name, stated * 1.001)
    else:
        for word in _NOTHING_REAL:
            yield word, False, replaced(target, name, word)
        wanted = value if isinstance(value, str) else None
        if wanted is not None:
            yield "in upper case", True, replaced(target, name, wanted.upper())


def _negatives(rubric: NegativeAttribute, target: Offer) -> Iterator[tuple[str, bool, Offer]]:
    yield "not stated", False, replaced(target, rubric.attribute, None)
    for value in rubric.values:
        yield value, False, replaced(target, rubric.attribute, value)
        yield f"{value} in upper case", False, replaced(target, rubric.attribute, value.upper())
        for word in _NOTHING_REAL[:8]:
            both = replaced(target, rubric.attribute, value)
            besides = Attribute(name=rubric.attribute, value=word)
            yield f"{value} besides {word}", False, both.model_copy(update={"attributes": (besides, *both.attributes)})
    for word in _NOTHING_REAL[:3]:
        yield word, True, replaced(target, rubric.attribute, word)


def _numbers(rubric: NumericRange, target: Offer) -> Iterator[tuple[str, bool, Offer]]:
    steps = {"average_rating": 0.1, "price": 1.0, "rating_count": 1.0}
    step = steps.get(rubric.field, 0.05 * abs(rubric.at_least or rubric.at_most or rubric.below or 1.0))
    for count in range(1, 11):
        if rubric.at_least is not None and _is_possible(rubric.field, rubric.at_least - count * step):
            yield f"{count} steps below", False, _numbered(target, rubric, rubric.at_least - count * step)
        highest = rubric.at_most if rubric.at_most is not None else rubric.below
        if highest is not None and _is_possible(rubric.field, highest + count * step):
            yield f"{count} steps above", False, _numbered(target, rubric, highest + count * step)
    if rubric.below is not None:
        yield "at the bound that must not be reached", False, _numbered(target, rubric, rubric.below)
        if rubric.at_least is None or rubric.below - step >= rubric.at_least:
            yield "a step below it", True, _numbered(target, rubric, rubric.below - step)
    if rubric.field != "rating_count":
        yield "not stated", False, _numbered(target, rubric, None)
    for bound in (rubric.at_least, rubric.at_most):
        if bound is not None:
            yield "at the bound", True, _numbered(target, rubric, bound)


def _is_possible(field: str, value: float) -> bool:
    return 1.0 <= value <= 5.0 if field == "average_rating" else value >= 0


def _numbered(target: Offer, rubric: NumericRange, value: float | None) -> Offer:
    match rubric.field:
        case "average_rating":
            return target.model_copy(update={"rating": None if value is None else round(value, 1)})
        case "rating_count":
            return target.model_copy(update={"review_count": int(value or 0)})
        case "price":
            return target.model_copy(update={"price": None if value is None else int(value)})
        case name:
            offer = replaced(target, name, None)
            if value is None:
                return offer
            said = Attribute(name=name, value=value, unit=rubric.unit)
            return offer.model_copy(update={"attributes": (*offer.attributes, said)})


def _entities(rubric: EntityMatch, target: Offer) -> Iterator[tuple[str, bool, Offer]]:
    for word in _NOTHING_REAL:
        title = f"{target.brand or ''} {word}".strip()
        yield word, False, target.model_copy(update={"title": title, "kind": "", "brand": None})
    last = rubric.entity.split()[-1]
    if len(rubric.entity.split()) > 1:
        yield f"no {last}", False, target.model_copy(update={"title": rubric.entity.rsplit(None, 1)[0], "kind": ""})
    yield "in upper case", True, target.model_copy(update={"title": target.title.upper()})
    yield "with more words", True, target.model_copy(update={"title": f"New {target.title} by Acme"})


def _prices(rubric: BudgetMatch, target: Offer) -> Iterator[tuple[str, bool, Offer]]:
    yield "no price", False, target.model_copy(update={"price": None})
    highest = 4 * rubric.budget
    within = (price for price in range(highest, 0, -1) if price_after(price, rubric.voucher) <= rubric.budget)
    dearest = next(within)
    for over in _CENTS_OVER:
        if price_after(dearest + over, rubric.voucher) > rubric.budget:
            yield f"{over} cents over", False, target.model_copy(update={"price": dearest + over})
    yield "just within the budget", True, target.model_copy(update={"price": dearest})
    yield "the budget itself", True, target.model_copy(update={"price": rubric.budget})


def _opinions(rubric: ReviewOpinion, target: Offer, reviews: tuple[Review, ...]) -> Iterator[Trial]:
    yield Trial("no reviews", False, target, ())
    model = reviews[0]
    for word in _NOTHING_REAL:
        yield Trial(f"of {word} alone", False, target, (_review(model, f"The {word} is great.", word, positive=True),))
    if rubric.aspect:
        contrary = _review(model, "I have nothing to add.", rubric.aspect, positive=not rubric.positive)
        yield Trial("the contrary", False, target, (contrary,))
        stated = _review(model, "I have nothing to add.", rubric.aspect, positive=rubric.positive)
        yield Trial("as data", True, target, (stated,))
        yield Trial("among others", True, target, (contrary, stated))
    else:
        yield Trial("word by word", True, target, (_review(model, rubric.statement, "", positive=True),))


def _review(model: Review, body: str, aspect: str, *, positive: bool) -> Review:
    opinions = (AspectOpinion(aspect=aspect, positive=positive),) if aspect else ()
    return model.model_copy(update={"title": "", "body": body, "opinions": opinions})


def replaced(offer: Offer, name: str, value: str | float | bool | None) -> Offer:
    """The offer with another value of an attribute, or without it; raw details of that name go with it."""
    if name == "brand":
        brand = None if value is None else str(value)
        return offer.model_copy(update={"brand": brand, "attributes": _less(offer, name), "specifications": ()})
    if name == "main_category":
        return offer.model_copy(update={"department": "" if value is None else str(value)})
    known = offer.attribute(name)
    unit = known.unit if known else None
    attributes = _less(offer, name)
    if value is not None:
        attributes = (*attributes, Attribute(name=name, value=value, unit=unit))
    return offer.model_copy(update={"attributes": attributes, "specifications": ()})


def _less(offer: Offer, name: str) -> tuple[Attribute, ...]:
    return tuple(one for one in offer.attributes if one.name != name)
