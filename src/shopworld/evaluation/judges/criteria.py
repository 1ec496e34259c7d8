"""A task's criteria as judges are shown them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

import orjson

from shopworld.tasks import Task
from shopworld.tasks.rubrics import (
    AttributeMatch,
    BudgetMatch,
    EntityMatch,
    NegativeAttribute,
    NumericRange,
    ReviewOpinion,
    Rubric,
)

MOST_OFFERS = 30
"""Offers or products of one list that are shown."""


def write_criteria(task: Task, hosts: Mapping[str, str]) -> str:
    """The task's checks as JSON; shops by their hosts, as addresses have them."""
    checks = [_readable(check.model_dump(mode="json", exclude_defaults=True), hosts) for check in task.checks]
    named = [
        {"type": check.type} | {name: value for name, value in one.items() if name != "type"}
        for check, one in zip(task.checks, checks, strict=True)
    ]
    return orjson.dumps(named, option=orjson.OPT_INDENT_2).decode()


def _readable(value: Any, hosts: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        if set(value) == {"shop", "slug"}:
            return f"{hosts.get(value['shop'], value['shop'])}: {value['slug']}"
        return {name: _readable(inner, hosts) for name, inner in value.items()}
    if isinstance(value, list):
        shown = [_readable(inner, hosts) for inner in value[:MOST_OFFERS]]
        return shown if len(value) <= MOST_OFFERS else [*shown, f"and {len(value) - MOST_OFFERS} more"]
    return value


def write_rubric(rubric: Rubric) -> str:
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
            about = f"{'praises' if positive else 'blames'} {aspect}" if aspect else ""
            return f"at least one review {about}{' ' if about and statement else ''}{_said(statement)}"
        case BudgetMatch(budget=budget, voucher=voucher):
            after = f" after this voucher (amounts in cents): {voucher.model_dump_json()}" if voucher else ""
            return f"the price{after} is at most {budget / 100:.2f}"
        case _:
            assert_never(rubric)


def _said(statement: str) -> str:
    return f"says, in other words perhaps: {statement}" if statement else ""


def _bounds(rubric: NumericRange) -> list[str]:
    share = 100 if rubric.field == "price" else 1
    given = (("at least", rubric.at_least), ("at most", rubric.at_most), ("below", rubric.below))
    return [f"{words} {bound / share:g}{_unit(rubric.unit)}" for words, bound in given if bound is not None]


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _unit(unit: str | None) -> str:
    return f" {unit}" if unit else ""
