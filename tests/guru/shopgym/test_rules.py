"""ShopGym's tasks held against a shop: each rule finds its fault, and only that."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shopworld.errors import InputError
from shopworld.guru.shopgym import RULES, ShopGymTask, audit_tasks, is_shopgym_file, read_shopgym_tasks
from shopworld.guru.shopgym.reading import wanted_filters, wanted_options
from shopworld.guru.skills import ShopSight

GOOD = (
    'Navigate to the "Women" collection on this store. Find and use the Color filter (e.g. Black) to select an option. '
    "If products are shown after filtering, select any variant of a product and add it to cart."
)


def task(intent: str, url: str = "", **more: Any) -> ShopGymTask:
    """A task in ShopGym's form."""
    criteria = {"url_contains": url, "type": "", "response_contains": more.pop("response", [])}
    return ShopGymTask.model_validate({"id": "x-e2e-1", "intent": intent, "success_criteria": criteria, **more})


def rules_of(sight: ShopSight, one: ShopGymTask) -> set[str]:
    """Names of the rules that find something."""
    return {finding.rule for finding in audit_tasks([one], sight)}


def test_a_sound_task_has_no_findings(sight: ShopSight) -> None:
    assert rules_of(sight, task(GOOD, "/collections/women", id="x-filter-1")) == set()
    assert rules_of(sight, task("Find it.", "/policies/refund-policy", url_contains_alt=["/pages/gone"])) == set()


def _gift_card(sight: ShopSight) -> str:
    return next(one.slug for one in sight.offers if one.kind == "gift_card")


def _stranger(sight: ShopSight) -> str:
    return next(one.title for one in sight.goods if ("Men",) not in one.categories)


FAULTS: dict[str, Callable[[ShopSight], ShopGymTask]] = {
    "unknown-collection": lambda sight: task("Go there.", "/collections/wimmen"),
    "unknown-product": lambda sight: task("Open it.", "/products/no-such-thing"),
    "infeasible-filter": lambda sight: task(GOOD.replace("Black", "Neon puce"), "/collections/women"),
    "filter-dim-unknown": lambda sight: task(GOOD.replace("Color", "Format"), "/collections/women"),
    "filter-not-shown": lambda sight: task(GOOD.replace("Color", "Type"), "/collections/women"),
    "filter-intent-malformed": lambda sight: task("Narrow the Women collection.", id="x-filter-2"),
    "intent-answer-leak": lambda sight: task("It is 30 days, is it not?", response=["30 days"]),
    "option-mismatch": lambda sight: task("Select any Color variant.", f"/products/{_gift_card(sight)}"),
    "product-not-in-collection": lambda sight: task(f'Open {_stranger(sight)} in the "Men" collection.'),
    "unknown-page": lambda sight: task("Read it.", "/pages/nowhere"),
}


@pytest.mark.parametrize("rule", FAULTS)
def test_each_rule_finds_its_fault(sight: ShopSight, rule: str) -> None:
    found = audit_tasks([FAULTS[rule](sight)], sight)
    mine = [one for one in found if one.rule == rule]
    assert mine
    assert {(one.severity, one.cure) for one in mine} == {(RULES[rule][0], RULES[rule][2])}
    assert all(one.task and one.place and one.text for one in mine)


def test_a_filter_that_need_not_be_there_is_not_missed(sight: ShopSight) -> None:
    intent = "Navigate to the Women collection. Apply a filter for Format if available, or sort by price."
    assert rules_of(sight, task(intent, "/collections/women")) == set()


@pytest.mark.parametrize(
    ("text", "dimension", "value"),
    [
        ("use the Color filter (e.g. Black) to select", "Color", "Black"),
        ("Filter by Brand: Acme Works, then", "Brand", "Acme Works"),
        ("Filter the list (e.g. Format=Hardcover then sort by price)", "Format", "Hardcover"),
        ("set the filter “Material” to “Stainless steel” and sort", "Material", "Stainless steel"),
    ],
)
def test_filters_are_read_in_several_ways_of_saying_them(text: str, dimension: str, value: str) -> None:
    assert [(one.dimension, one.value) for one in wanted_filters(text)] == [(dimension, value)]


def test_options_are_read() -> None:
    assert wanted_options("select any available Color and Size variants, and add") == ["Color", "Size"]
    assert wanted_options("select any variant of a product") == []


def test_files_are_read_as_a_list_or_an_object(tmp_path: Path) -> None:
    one = {"id": "a", "intent": "b", "success_criteria": {"response_contains": "c"}, "url_contains_alt": None}
    for number, content in enumerate(([one], {"tasks": [one]})):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(content))
        assert is_shopgym_file(file)
        assert read_shopgym_tasks(file)[0].success_criteria.response_contains == ("c",)
    file.write_text('[{"id": "a"}]')
    assert not is_shopgym_file(file)
    with pytest.raises(InputError, match="intent"):
        read_shopgym_tasks(file)
