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


MEANINGS = {
    "answer_set": "The answer names at least one offer of each group, and nothing else. Offers are `host: slug`.",
    "cart": "At the end the carts hold exactly one offer of each group, in that quantity, and nothing else.",
    "order": "Exactly one offer of each group was ordered, in that quantity, by that buyer; nothing else was.",
    "page_visited": "The page of at least one offer of each group was opened.",
    "answer_text": "The answer is one of these texts, whatever its case, spaces and way to write numbers.",
    "no_side_effects": "Nothing was left in a cart or ordered that the task does not ask for.",
    "recommendation": "The recommended product is the target, or meets all rubrics. Prices are in cents.",
    "chosen_product": "The product that the answer names first meets attribute, filter and sort. Prices are in cents.",
    "cart_variant": "All pieces of that offer in the cart are of one of these variants.",
    "page_read": "One of these information pages of the shop was opened; `before_cart`: before anything was put in.",
    "listing_used": "One listing of the shop was shown with this collection, filters, sort and search words at once.",
    "no_checkout": "The checkout was never entered.",
}
"""What a check of each type asks for."""


def write_criteria(task: Task, hosts: Mapping[str, str]) -> str:
    """The task's checks as JSON, each with what it means; shops by their hosts, as addresses have them."""
    checks = [
        {"type": check.type, "means": MEANINGS[check.type], **_readable(check.model_dump(mode="json"), hosts)}
        for check in task.checks
    ]
    return orjson.dumps(checks, option=orjson.OPT_INDENT_2).decode()


def _readable(value: Any, hosts: Mapping[str, str]) -> Any:
    """Without what is empty, and without long lists."""
    if isinstance(value, dict):
        if set(value) == {"shop", "slug"}:
            return f"{hosts.get(value['shop'], value['shop'])}: {value['slug']}"
        told = {name: _readable(inner, hosts) for name, inner in value.items()}
        return {name: inner for name, inner in told.items() if inner not in (None, "", [], {})}
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
