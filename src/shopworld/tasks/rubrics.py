"""Rubrics: what a shopper requires of one product, typed, each with the source that it must be learned from.

The six types are those of EComAgentBench (section 3 of its paper); here every one is graded in code.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, assert_never

from pydantic import BaseModel, ConfigDict, Field

from shopworld.shop import Voucher


class Source(StrEnum):
    """Where the agent can learn of a requirement."""

    QUERY = "query"
    PERSONA = "persona"
    CLARIFICATION = "clarification"


class Counts(StrEnum):
    """What counts as evidence that a product meets a requirement."""

    PLAIN = "plain"
    """The value that the product states of this very attribute; of an opinion without an aspect, most of its words."""
    MEANING = "meaning"
    """What the listing means: values that entail the wanted one, related attributes, title and text; of an opinion
    without an aspect, a sentence that supports it."""


def _is_plain(value: object) -> bool:
    return value is Counts.PLAIN


class RubricModel(BaseModel):
    """Base of all rubrics: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Unique within the task: `r1`, `r2`, …"""
    source: Source = Source.QUERY
    surface: str = ""
    """The words that say it, as they stand in its source."""
    implicit: bool = False
    """Whether those words paraphrase the value instead of naming it."""
    counts: Counts = Field(default=Counts.PLAIN, exclude_if=_is_plain)
    """What counts as evidence; of numbers and budgets only what is stated does."""


class AttributeMatch(RubricModel):
    """The product has this attribute with this value, or a narrower one, or the value is among its several."""

    type: Literal["attribute_match"] = "attribute_match"
    attribute: str
    """Canonical name (`operating_system`), `brand` or `main_category`."""
    value: str | float | bool | tuple[str, ...]
    """Several: the product must have all of them."""
    unit: str | None = None


class NegativeAttribute(RubricModel):
    """The product states this attribute, and none of these values is among it."""

    type: Literal["negative_attribute"] = "negative_attribute"
    attribute: str
    values: tuple[str, ...] = Field(min_length=1)


class NumericRange(RubricModel):
    """A number of the product lies between these bounds; at least one is set."""

    type: Literal["numeric_range"] = "numeric_range"
    field: str
    """`average_rating`, `rating_count`, `price` (in cents), or the canonical name of a numeric attribute."""
    at_least: float | None = None
    at_most: float | None = None
    below: float | None = None
    """Strictly."""
    unit: str | None = None


class EntityMatch(RubricModel):
    """The product is such a thing: the words stand in its title, whatever their inflection."""

    type: Literal["entity_match"] = "entity_match"
    entity: str
    """What it is called in general, e.g. `wireless charger`."""
    title_span: str = ""
    """The words of the target's title that say so."""


class ReviewOpinion(RubricModel):
    """At least one review of the product says so.

    With an aspect, a review must praise or blame it; without one, a passage must say the statement (see `counts`).
    """

    type: Literal["review_opinion"] = "review_opinion"
    aspect: str = ""
    """What about, e.g. `battery life`; empty where only the statement is known."""
    positive: bool = True
    statement: str = ""
    """The opinion in a reviewer's words."""


class BudgetMatch(RubricModel):
    """The price after the voucher is at most the budget."""

    type: Literal["budget_match"] = "budget_match"
    budget: int = Field(ge=1)
    """In cents."""
    voucher: Voucher | None = None


Rubric = Annotated[
    AttributeMatch | NegativeAttribute | NumericRange | EntityMatch | ReviewOpinion | BudgetMatch,
    Field(discriminator="type"),
]


def rubric_in_words(rubric: Rubric) -> str:
    """A requirement with its value, in words."""
    match rubric:
        case AttributeMatch(attribute=name, value=value):
            values = ", ".join(value) if isinstance(value, tuple) else str(value)
            several = " (all of them)" if isinstance(value, tuple) and len(value) > 1 else ""
            return f"{_spaced(name)} is {values}{_unit(rubric.unit)}{several}"
        case NegativeAttribute(attribute=name, values=values):
            return f"{_spaced(name)} is stated, and is none of: {', '.join(values)}"
        case NumericRange(field=name):
            return f"{_spaced(name)} is {' and '.join(_bounds(rubric))}"
        case EntityMatch(entity=entity):
            return f"the product is a thing of this kind: {entity}"
        case ReviewOpinion(aspect=aspect, positive=positive, statement=statement):
            about = f" {'praises' if positive else 'blames'} {aspect}" if aspect else ""
            words = f" says, in these or other words: {statement}" if statement else ""
            return f"at least one review{' and'.join(part for part in (about, words) if part)}"
        case BudgetMatch(budget=budget, voucher=voucher):
            after = f" after this voucher (amounts in cents): {voucher.model_dump_json()}" if voucher else ""
            return f"the price{after} is at most {budget / 100:.2f}"
        case _:
            assert_never(rubric)


def _bounds(rubric: NumericRange) -> list[str]:
    share = 100 if rubric.field == "price" else 1
    given = (("at least", rubric.at_least), ("at most", rubric.at_most), ("below", rubric.below))
    return [f"{words} {bound / share:g}{_unit(rubric.unit)}" for words, bound in given if bound is not None]


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _unit(unit: str | None) -> str:
    return f" {unit}" if unit else ""
