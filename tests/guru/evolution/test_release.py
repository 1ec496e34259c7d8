"""Queries in the release's format, bound to a mall."""

from __future__ import annotations

import pytest

from shopworld.guru.evolution.release import bind_records
from shopworld.mall import Mall
from shopworld.tasks import ChosenProduct, Suite, Task
from shopworld.tasks.importers.deepshop import DeepShopRecord, check_records, records_of
from shopworld.tasks.validation import validate_suite


def check_of(task: Task) -> ChosenProduct:
    """What a task asks."""
    return next(one for one in task.checks if isinstance(one, ChosenProduct))


def test_what_we_export_comes_back_with_the_same_answers(evolved: Suite, bazaar: Mall) -> None:
    records = records_of(evolved)
    assert len(records) == len(evolved.tasks)
    assert {one.rule for one in check_records(records)} <= {"not in the query"}
    binding = bind_records(records, bazaar)
    assert binding.unbound == {}
    for before, after in zip(evolved.tasks, binding.suite.tasks, strict=True):
        assert set(check_of(after).accepted) == set(check_of(before).accepted)
        assert (after.id, after.intent, after.source) == (before.id, before.intent, "release")
        assert after.evolution is not None
        assert before.evolution is not None
        assert after.evolution.sort == before.evolution.sort
    assert validate_suite(binding.suite, bazaar) == ()


def record(attribute: str, filter_: str | None = None, sort: str | None = None) -> DeepShopRecord:
    """A query as somebody else would write it."""
    question = f"Find {attribute}, {filter_ or ''}, {sort or ''}."
    return DeepShopRecord(id="Amazon--1", ques=question, attribute=attribute, filter=filter_, sort=sort)


def bound(bazaar: Mall, one: DeepShopRecord) -> ChosenProduct | str:
    """What a query asks, or why it is not bound."""
    binding = bind_records([one], bazaar)
    return check_of(binding.suite.tasks[0]) if binding.suite.tasks else binding.unbound[one.id]


@pytest.mark.parametrize(
    ("filter_", "fields"),
    [
        ("rated 4 stars or higher", {("rating", 4.0)}),
        ("minimum customer rating of 4.5 stars from at least 100 reviews", {("rating", 4.5), ("review_count", 100.0)}),
        ("includes free shipping and free returns", {("shipping", "free shipping"), ("returns", "free returns")}),
        ("priced between $5 to $300", {("price", 5.0), ("price", 300.0)}),
        ("under $300", {("price", 300.0)}),
        ("released within the last 90 days", {("age", 90.0)}),
    ],
)
def test_filters_of_others_are_understood(bazaar: Mall, filter_: str, fields: set[tuple[str, object]]) -> None:
    check = bound(bazaar, record("yoga mats", filter_))
    assert isinstance(check, ChosenProduct)
    assert {(one.field, one.value) for one in check.filter} == fields


def test_a_price_stays_in_the_aspect_that_the_file_gives_it(bazaar: Mall) -> None:
    check = bound(bazaar, record("rug under $200", "at least 4 stars", "lowest price"))
    assert isinstance(check, ChosenProduct)
    assert [one.field for one in check.attribute] == ["kind", "price"]
    assert [one.field for one in check.filter] == ["rating"]
    assert check.sort == "price_asc"


def test_stated_values_are_attributes(bazaar: Mall) -> None:
    check = bound(bazaar, record("yoga mat made of natural rubber"))
    assert isinstance(check, ChosenProduct)
    assert [(one.field, one.value) for one in check.attribute][1:] == [("material", "natural rubber")]


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (record("garden gnome"), "no kind of product"),
        (record("yoga mat that floats"), "'floats' is not understood"),
        (record("yoga mat", "with gift wrapping"), "is not understood"),
        (record("yoga mat", None, "the prettiest first"), "sort: 'the prettiest first'"),
        (record("yoga mat under $1"), "nothing in the catalog"),
    ],
)
def test_what_is_not_understood_is_told(bazaar: Mall, one: DeepShopRecord, reason: str) -> None:
    found = bound(bazaar, one)
    assert isinstance(found, str)
    assert reason in found
