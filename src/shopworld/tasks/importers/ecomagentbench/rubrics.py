"""The original's rubrics as typed ones: fields resolved to canonical attributes, money in cents, defects told."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from shopworld import money
from shopworld.catalog.attributes.canonical import canonical_name, read_value
from shopworld.shop.vouchers import Discount, Voucher
from shopworld.tasks.importers.ecomagentbench.sample import EcomAgentBenchSample, SampleRubric
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

_NUMBERS = {"average_rating": "average_rating", "rating_number": "rating_count", "price": "price"}
_WHOLE_FIELDS = {"store": "brand", "main_category": "main_category"}


@dataclass(slots=True)
class ReadRubrics:
    """The rubrics of one sample, and what is wrong with them.

    Attributes:
        rubrics: those that can be graded.
        unresolved: fields that are no canonical attributes; they are compared with the product's own details.
        defects: what is wrong, for people.
    """

    rubrics: list[Rubric] = field(default_factory=list)
    unresolved: list[str] = field(default_factory=list)
    defects: list[str] = field(default_factory=list)


def read_rubrics(sample: EcomAgentBenchSample) -> ReadRubrics:
    """Reads the rubrics of a sample; none is dropped without a defect that says so."""
    read = ReadRubrics()
    voucher = _voucher(sample.voucher, read)
    for one in sample.rubrics:
        try:
            rubric = _rubric(one, sample, voucher, read)
        except (ValueError, ValidationError) as error:
            reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            read.defects.append(f"rubric {one.id} ({one.type} of {one.field!r}) cannot be graded: {reason}")
            continue
        read.rubrics.append(rubric)
    return read


def _rubric(one: SampleRubric, sample: EcomAgentBenchSample, voucher: Voucher | None, read: ReadRubrics) -> Rubric:
    common: dict[str, Any] = {
        "id": one.id,
        "source": Source(one.info_source),
        "surface": one.query_surface or one.description,
        "implicit": one.id in sample.implicit_rubric_ids,
    }
    match one.type:
        case "attribute_match":
            return _attribute_match(one, common, read)
        case "negative_attribute":
            values = [one.expected_value] if isinstance(one.expected_value, str) else one.expected_value or ()
            wanted = tuple(str(value).strip().casefold() for value in values if str(value).strip())
            if not wanted:
                raise ValueError("no value is excluded")
            return NegativeAttribute(attribute=_attribute(one.field, read), values=wanted, **common)
        case "numeric_range":
            return _numeric_range(one, common, read)
        case "entity_match":
            entity = one.canonical_entity or str(one.expected_value or "")
            if not entity.strip():
                raise ValueError("no entity is named")
            return EntityMatch(entity=entity, title_span=one.title_span, **common)
        case "review_opinion":
            statement = str(one.expected_value or one.description or "")
            if not statement.strip():
                raise ValueError("no opinion is stated")
            return ReviewOpinion(statement=statement, **common)
        case "budget_match":
            return BudgetMatch(budget=_cents(one.expected_value), voucher=voucher, **common)
    raise ValueError("the type is unknown")


def _attribute_match(one: SampleRubric, common: dict[str, Any], read: ReadRubrics) -> AttributeMatch:
    text = str(one.expected_value if one.expected_value is not None else "").strip()
    if not text:
        raise ValueError("no value is expected")
    name = _attribute(one.field, read)
    typed = read_value(name, text) if canonical_name(name) == name else None
    if typed is None:
        return AttributeMatch(attribute=name, value=text.casefold(), **common)
    return AttributeMatch(attribute=name, value=typed.value, unit=typed.unit, **common)


def _attribute(name: str, read: ReadRubrics) -> str:
    """The canonical name of `details.<label>` or of a field of the product; else the label itself."""
    label = name.removeprefix("details.").strip()
    if not label:
        raise ValueError("no field is named")
    if label in _WHOLE_FIELDS:
        return _WHOLE_FIELDS[label]
    canonical = canonical_name(label)
    if canonical is None:
        read.unresolved.append(label)
        return label
    return canonical


def _numeric_range(one: SampleRubric, common: dict[str, Any], read: ReadRubrics) -> NumericRange:
    name = _NUMBERS.get(one.field) or _attribute(one.field, read)
    bounds = _bounds(one.expected_value)
    if name == "price":
        bounds = {key: float(_cents(value)) for key, value in bounds.items()}
    return NumericRange.model_validate({"field": name, **bounds, **common})


def _bounds(expected: object) -> dict[str, float]:
    if not isinstance(expected, Mapping):
        raise ValueError(f"bounds are expected, found {expected!r}")
    names = {"<": "below", "<=": "at_most", ">=": "at_least"}
    if "op" in expected:
        if expected["op"] not in names:
            raise ValueError(f"the operator {expected['op']!r} is unknown; <, <= and >= are expected")
        return {names[expected["op"]]: _number(expected.get("value"))}
    bounds = {
        mine: _number(expected[its]) for its, mine in (("min", "at_least"), ("max", "at_most")) if its in expected
    }
    if not bounds:
        raise ValueError(f"min, max or op is expected, found {sorted(map(str, expected))}")
    return bounds


def _voucher(raw: dict[str, Any] | list[dict[str, Any]] | None, read: ReadRubrics) -> Voucher | None:
    if not raw:
        return None
    parts = raw if isinstance(raw, list) else raw.get("vouchers") or raw.get("tiers") or [raw]
    tiered = isinstance(raw, dict) and bool(raw.get("tiers"))
    try:
        discounts = tuple(_discount(one) for one in parts)
        kind = "tiered" if tiered else "stacked" if len(discounts) > 1 else "simple"
        return Voucher.model_validate({"type": kind, "discounts": discounts})
    except (ValueError, AttributeError) as error:
        reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        read.defects.append(f"the voucher cannot be read: {reason}")
        return None


def _discount(one: Mapping[str, Any]) -> Discount:
    threshold = _cents(one.get("threshold") or 0)
    match one.get("discount_type", "percentage"):
        case "percentage" | "percent":
            share = _number(one.get("discount"))
            cap = one.get("cap")
            percent = share * 100 if share <= 1 else share
            return Discount(threshold=threshold, percent=round(percent, 6), cap=_cents(cap) if cap else None)
        case "fixed" | "fixed_amount" | "amount":
            return Discount(threshold=threshold, amount=_cents(one.get("discount")))
        case other:
            raise ValueError(f"the discount_type {other!r} is unknown; percentage and fixed are expected")


def _cents(value: object) -> int:
    amount = money.read_value(value)
    if amount is None:
        raise ValueError(f"a number is expected, found {value!r}")
    return amount.cents


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(f"a number is expected, found {value!r}")
    try:
        number = float(value)
    except ValueError:
        raise ValueError(f"a number is expected, found {value!r}") from None
    if not math.isfinite(number):
        raise ValueError(f"a number is expected, found {value!r}")
    return number
