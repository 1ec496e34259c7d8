"""Samples of EComAgentBench become tasks; what cannot be graded is told, never dropped in silence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from shopworld.catalog import Catalog
from shopworld.episode import WORLD_START, Ending, Event
from shopworld.errors import InputError
from shopworld.shop.vouchers import price_after
from shopworld.tasks import Recommendation, Suite, Task, score
from shopworld.tasks.importers.ecomagentbench import ImportedSamples, build_target_catalog, import_samples
from shopworld.tasks.recommendation import ProductRecommended
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


def rubric(
    number: int, kind: str, field: str, expected: object, source: str = "query", **more: object
) -> dict[str, Any]:
    """One rubric as the original writes it."""
    fields = {"id": f"r{number}", "type": kind, "field": field, "expected_value": expected, "info_source": source}
    return {**fields, "description": "", "query_surface": "", **more}


RUBRICS = [
    rubric(1, "attribute_match", "details.OS", "Android"),
    rubric(2, "attribute_match", "details.Connectivity technologies", "Bluetooth, Wi-Fi", "persona"),
    rubric(3, "attribute_match", "details.Lid Hinge", "Soft Close"),
    rubric(4, "negative_attribute", "details.Color", ["Red"]),
    rubric(5, "numeric_range", "average_rating", {"min": 3.5}, "clarification"),
    rubric(6, "numeric_range", "price", {"value": 10, "op": "<"}),
    rubric(
        7, "entity_match", "title", "Kitchen Tablet", canonical_entity="Kitchen Tablet", title_span="Kitchen Tablet"
    ),
    rubric(8, "budget_match", "price", 5.86),
    rubric(9, "review_opinion", "review", "the stand can be folded flat"),
]
VOUCHER = {
    "voucher_type": "platform", "threshold": 3.95, "discount_type": "percentage", "discount": 0.16, "cap": 1.69,
    "budget": 5.86, "total_original_price": 6.69, "price_after_voucher": 5.62,
}  # fmt: skip


def sample(**changes: object) -> dict[str, Any]:
    """One sample in the original's format."""
    slot = {
        "slot_id": "cl_1",
        "linked_rubric_ids": ["r5"],
        "hidden_info": "At least 3.5 stars.",
        "trigger_keywords": ["rating", "stars"],
        "user_response": "Three and a half stars at least, please.",
        "revealed": False,
    }
    return {
        "id": "s-001",
        "intent_category": "coupon_budget",
        "user_query": "A kitchen tablet that is not red, for less than ten dollars.",
        "user_persona": {"user_id": "U_1", "product_requirements": {"connectivity": "Bluetooth and wireless LAN"}},
        "clarification_script": {
            "clarification_slots": [slot],
            "default_response": "What do you mean?",
            "max_clarification_turns": 10,
        },
        "target_product": {
            "product_id": "B0KITCHEN1",
            "title": "Mealmate Kitchen Tablet with Stand",
            "main_category": "Electronics",
            "store": "Mealmate",
            "average_rating": 3.7,
            "rating_number": 61,
            "price": 6.69,
            "features": ["Splash proof"],
            "description": ["A tablet for cooks."],
            "details": {
                "OS": "Android",
                "Connectivity technologies": "Bluetooth, Wi-Fi",
                "Lid Hinge": "Soft Close",
                "Color": "White",
            },
        },
        "rubrics": RUBRICS,
        "implicit_rubric_ids": ["r1", "r3"],
        "voucher": VOUCHER,
        "sample_status": "valid",
        **changes,
    }


def imported(tmp_path: Path, *samples: dict[str, Any]) -> tuple[ImportedSamples, Catalog]:
    """The suite of these samples, and the catalog of their targets."""
    file = tmp_path / "benchmark.jsonl"
    file.write_bytes(b"".join(orjson.dumps(one) + b"\n" for one in samples))
    build_target_catalog(file, tmp_path / "catalog", name="targets")
    catalog = Catalog.open(tmp_path / "catalog")
    return import_samples(file, catalog, name="ecom", catalog_name="targets"), catalog


def rubrics_of(task: Task) -> dict[str, Rubric]:
    """Rubrics of a task by id."""
    check = task.checks[0]
    assert isinstance(check, Recommendation)
    return {one.id: one for one in check.rubrics}


def test_every_type_is_read(tmp_path: Path) -> None:
    result, catalog = imported(tmp_path, sample())
    task = result.suite.tasks[0]
    found = rubrics_of(task)
    assert isinstance(found["r1"], AttributeMatch)
    assert (found["r1"].attribute, found["r1"].implicit) == ("operating_system", True)
    assert isinstance(found["r2"], AttributeMatch)
    assert (found["r2"].attribute, found["r2"].source) == ("connection", Source.PERSONA)
    assert isinstance(found["r2"].value, tuple)
    assert isinstance(found["r3"], AttributeMatch)
    assert (found["r3"].attribute, found["r3"].value) == ("Lid Hinge", "soft close")
    assert isinstance(found["r4"], NegativeAttribute)
    assert isinstance(found["r5"], NumericRange)
    assert found["r5"].at_least == 3.5
    assert isinstance(found["r6"], NumericRange)
    assert found["r6"].below == 1000
    assert isinstance(found["r7"], EntityMatch)
    assert isinstance(found["r8"], BudgetMatch)
    assert price_after(669, found["r8"].voucher) == 562
    assert isinstance(found["r9"], ReviewOpinion)
    assert (task.category, task.difficulty, task.limits.steps) == ("coupon_budget", "2", 100)
    assert task.shopper is not None
    assert task.shopper.clarification.slots[0].topics == ("rating", "stars")
    assert result.unresolved == {"Lid Hinge": 1}
    assert task.defects == ()
    assert result.suite.catalog_hash == catalog.content_hash


def test_the_target_is_right_and_another_is_not(tmp_path: Path) -> None:
    other = sample(id="s-002", target_product={**sample()["target_product"], "product_id": "B0OTHER001", "price": 66.9})
    result, catalog = imported(tmp_path, sample(), other)
    for product_id, reward in (("B0KITCHEN1", 1.0), ("B0OTHER001", 0.0)):
        event = Event(0, WORLD_START, None, ProductRecommended(product_id=product_id))
        scored = score(result.suite.tasks[0], [event], ending=Ending.SUBMITTED, hosts={}, catalog=catalog)
        assert scored.reward == reward
    assert len(result.suite.tasks) == 2


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rubrics": [*RUBRICS, rubric(10, "negative_attribute", "details.Color", [])]}, "no value is excluded"),
        ({"rubrics": [*RUBRICS, rubric(10, "negative_attribute", "details.Color", ["Red"])]}, "ask for the same"),
        (
            {
                "rubrics": [
                    *RUBRICS,
                    rubric(10, "negative_attribute", "details.Color", ["Red"], "persona", query_surface="not red"),
                ],
                "implicit_rubric_ids": ["r10"],
            },
            "ask for the same",
        ),
        (
            {"rubrics": [*RUBRICS, rubric(10, "numeric_range", "price", {"value": 6.69, "op": "<"})]},
            "bound is the target",
        ),
        ({"rubrics": [*RUBRICS, rubric(10, "attribute_match", "details.Color", "Red")]}, "target itself does not meet"),
        ({"rubrics": [*RUBRICS, rubric(10, "telepathy", "mind", "yes")]}, "the type is unknown"),
        (
            {"rubrics": [*RUBRICS, rubric(10, "attribute_match", "details.Color", "White", "clarification")]},
            "no slot tells it",
        ),
        ({"user_query": "A kitchen tablet with Bluetooth and Wi-Fi, not red."}, "stands in the query"),
        ({"voucher": {"discount_type": "lottery", "discount": 1}}, "the voucher cannot be read"),
        ({"clarification_script": {"clarification_slots": [{"slot_id": "cl_1"}]}}, "no keywords"),
    ],
)
def test_defects_of_samples_are_listed(tmp_path: Path, changes: dict[str, object], told: str) -> None:
    result, _ = imported(tmp_path, sample(**changes))
    assert any(told in one for one in result.suite.tasks[0].defects), result.suite.tasks[0].defects


@pytest.mark.parametrize(
    ("line", "field", "told"),
    [
        (b"{broken", None, "not JSON"),
        (orjson.dumps({"id": "x"}), "intent_category", "required"),
        (orjson.dumps(sample(rubrics=[])), "rubrics", "at least 1"),
        (orjson.dumps(sample(target_product={"product_id": "B1", "title": ""})), "target_product", "title is empty"),
    ],
)
def test_a_line_that_is_no_sample_is_named(tmp_path: Path, line: bytes, field: str | None, told: str) -> None:
    file = tmp_path / "benchmark.jsonl"
    file.write_bytes(orjson.dumps(sample()) + b"\n\n" + line + b"\n")
    with pytest.raises(InputError, match=told) as caught:
        build_target_catalog(file, tmp_path / "catalog", name="targets")
    assert (caught.value.line, caught.value.field) == (3, field)
    assert not (tmp_path / "catalog").exists()


def test_the_suite_survives_being_written(tmp_path: Path) -> None:
    result, _ = imported(tmp_path, sample())
    assert Suite.model_validate_json(result.suite.model_dump_json()) == result.suite
