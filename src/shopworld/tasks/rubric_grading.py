"""Grading rubrics in code: each against one product of the catalog, with the reason and what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from pydantic import BaseModel, ConfigDict

from shopworld.catalog.attributes.canonical import label_of
from shopworld.catalog.attributes.canonical_values import Value
from shopworld.catalog.attributes.matching import in_unit, value_fits
from shopworld.catalog.model import Offer, Review
from shopworld.catalog.opinions import find_opinion, find_statement
from shopworld.catalog.stems import stems
from shopworld.shop.vouchers import price_after
from shopworld.tasks.rubrics import (
    AttributeMatch,
    BudgetMatch,
    EntityMatch,
    NegativeAttribute,
    NumericRange,
    ReviewOpinion,
    Rubric,
    Source,
)


class RubricResult(BaseModel):
    """What grading says of one rubric."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    type: str
    source: Source
    implicit: bool = False
    satisfied: bool
    reason: str
    """For people: what was required and what was found."""
    evidence: str = ""
    """The value found, or the sentence of the review."""


@dataclass(frozen=True, slots=True)
class RubricGrade:
    """Whether a product satisfies a rubric, and why."""

    satisfied: bool
    reason: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Stated:
    """A value as a product states it."""

    value: Value
    unit: str | None = None

    def __str__(self) -> str:
        text = ", ".join(self.value) if isinstance(self.value, tuple) else _number_or_text(self.value)
        return f"{text} {self.unit}" if self.unit else text


def grade_rubric(rubric: Rubric, offer: Offer, reviews: Sequence[Review]) -> RubricResult:
    """Grades one rubric.

    Args:
        rubric: what is required.
        offer: the product.
        reviews: all that the catalog holds of the product.
    """
    verdict = judge(rubric, offer, reviews)
    return RubricResult(
        id=rubric.id,
        type=rubric.type,
        source=rubric.source,
        implicit=rubric.implicit,
        satisfied=verdict.satisfied,
        reason=verdict.reason,
        evidence=verdict.evidence,
    )


def satisfies(rubric: Rubric, offer: Offer, reviews: Sequence[Review]) -> bool:
    """Whether a product satisfies a rubric."""
    return judge(rubric, offer, reviews).satisfied


def judge(rubric: Rubric, offer: Offer, reviews: Sequence[Review]) -> RubricGrade:
    """Compares one rubric with one product."""
    match rubric:
        case AttributeMatch():
            return _attribute(rubric, offer)
        case NegativeAttribute():
            return _negative(rubric, offer)
        case NumericRange():
            return _range(rubric, offer)
        case EntityMatch():
            return _entity(rubric, offer)
        case ReviewOpinion():
            return _opinion(rubric, reviews)
        case BudgetMatch():
            return _budget(rubric, offer)
        case _:
            assert_never(rubric)


def stated_values(offer: Offer, attribute: str) -> tuple[Stated, ...]:
    """What a product states of an attribute.

    Args:
        offer: the product.
        attribute: canonical name, `brand`, `main_category`, or a label of the product's own details.
    """
    found = [Stated(one.value, one.unit) for one in offer.attributes if one.name == attribute]
    if attribute == "brand" and offer.brand:
        found.append(Stated(offer.brand))
    elif attribute == "main_category" and offer.department:
        found.append(Stated(offer.department))
    if not found:
        wanted = stems(attribute.replace("_", " "))
        found = [Stated(one.text) for one in offer.specifications if stems(one.label) == wanted]
    return tuple(found)


def number_stated(offer: Offer, field: str, unit: str | None) -> float | None:
    """A number of a product; None where it has none.

    Args:
        offer: the product.
        field: as in `NumericRange`.
        unit: in which it is wanted.
    """
    match field:
        case "average_rating":
            return offer.rating
        case "rating_count":
            return float(offer.review_count)
        case "price":
            return None if offer.price is None else float(offer.price)
    for stated in stated_values(offer, field):
        if isinstance(stated.value, float | int) and not isinstance(stated.value, bool):
            return in_unit(stated.value, stated.unit, unit)
    return None


def _attribute(rubric: AttributeMatch, offer: Offer) -> RubricGrade:
    stated = stated_values(offer, rubric.attribute)
    label, wanted = label_of(rubric.attribute), str(Stated(rubric.value, rubric.unit))
    if not stated:
        return RubricGrade(False, f"{label} is not stated, {wanted} is required")
    for one in stated:
        if value_fits(one.value, rubric.value, one.unit, rubric.unit):
            return RubricGrade(True, f"{label} is {wanted}", str(one))
    found = "; ".join(map(str, stated))
    return RubricGrade(False, f"{label} is {found}, {wanted} is required", found)


def _negative(rubric: NegativeAttribute, offer: Offer) -> RubricGrade:
    stated = stated_values(offer, rubric.attribute)
    label, unwanted = label_of(rubric.attribute), " or ".join(rubric.values)
    if not stated:
        return RubricGrade(False, f"{label} is not stated, so that {unwanted} cannot be ruled out")
    found = "; ".join(map(str, stated))
    for value in rubric.values:
        if any(value_fits(one.value, value) for one in stated):
            return RubricGrade(False, f"{label} is {found}, {value} is not wanted", found)
    return RubricGrade(True, f"{label} is not {unwanted}", found)


def _range(rubric: NumericRange, offer: Offer) -> RubricGrade:
    number = number_stated(offer, rubric.field, rubric.unit)
    label = rubric.field.replace("_", " ").capitalize()
    if number is None:
        return RubricGrade(False, f"{label} is not stated")
    shown = _shown(rubric, number)
    bounds = (
        (rubric.at_least, "at least", rubric.at_least is None or number >= rubric.at_least),
        (rubric.at_most, "at most", rubric.at_most is None or number <= rubric.at_most),
        (rubric.below, "below", rubric.below is None or number < rubric.below),
    )
    said = " and ".join(f"{words} {_shown(rubric, bound)}" for bound, words, _ in bounds if bound is not None)
    return RubricGrade(all(holds for *_, holds in bounds), f"{label} is {shown}, {said} is required", shown)


def _shown(rubric: NumericRange, number: float) -> str:
    if rubric.field == "price":
        return f"{number / 100:.2f}"
    return f"{_number_or_text(number)} {rubric.unit or ''}".strip()


def _entity(rubric: EntityMatch, offer: Offer) -> RubricGrade:
    words = set(stems(offer.title)) | set(stems(offer.kind.replace("_", " ")))
    for wanted in (rubric.entity, rubric.title_span):
        needed = set(stems(wanted))
        if needed and needed <= words:
            return RubricGrade(True, f"it is a {rubric.entity}", offer.title)
    return RubricGrade(False, f"the title does not say {rubric.entity!r}", offer.title)


def _opinion(rubric: ReviewOpinion, reviews: Sequence[Review]) -> RubricGrade:
    if not rubric.aspect:
        return _statement(rubric, reviews)
    manner = "well" if rubric.positive else "badly"
    for review in reviews:
        sentence = find_opinion(review, rubric.aspect, positive=rubric.positive)
        if sentence is not None:
            return RubricGrade(True, f"a review speaks {manner} of {rubric.aspect}", sentence)
    return RubricGrade(False, f"none of {len(reviews)} reviews speaks {manner} of {rubric.aspect}")


def _statement(rubric: ReviewOpinion, reviews: Sequence[Review]) -> RubricGrade:
    for review in reviews:
        passage = find_statement(review, rubric.statement)
        if passage is not None:
            return RubricGrade(True, f"a review says {rubric.statement!r}", passage)
    return RubricGrade(False, f"none of {len(reviews)} reviews says {rubric.statement!r}")


def _budget(rubric: BudgetMatch, offer: Offer) -> RubricGrade:
    if offer.price is None:
        return RubricGrade(False, "no price is stated")
    paid = price_after(offer.price, rubric.voucher)
    how = f"{offer.price / 100:.2f}, {paid / 100:.2f} after the voucher" if rubric.voucher else f"{paid / 100:.2f}"
    return RubricGrade(
        paid <= rubric.budget, f"the price is {how}, the budget {rubric.budget / 100:.2f}", f"{paid / 100:.2f}"
    )


def _number_or_text(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else f"{value:g}"
