"""Hidden intent, read by what tools return."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from shopworld.stranger import StrangerStance, ToolStranger
from shopworld.stranger.intents import _paid

AGREE, DISAGREE, ABSTAIN = StrangerStance.AGREE, StrangerStance.DISAGREE, StrangerStance.ABSTAIN
PRODUCTS: dict[str, dict[str, Any]] = {
    "right": {"title": "Nordel Desk Lamp, Black", "price": 20.0, "details": {"Color": "Black", "Shape": "Round"}},
    "same": {"title": "Vestra Desk Lamps, Black", "price": 19.0, "details": {"Color": "Black", "Item Shape": "Round"}},
    "white": {"title": "Nordel Desk Lamp", "price": 20.0, "details": {"Color": "White", "Shape": "Round"}},
    "dear": {"title": "Nordel Desk Lamp, Black", "price": 90.0, "details": {"Color": "Black", "Shape": "Round"}},
    "square": {"title": "Nordel Desk Lamp, Black", "price": 20.0, "details": {"Color": "Black", "Shape": "Square"}},
    "shade": {"title": "Black Shade for Desk Lamp", "price": 9.0, "details": {"Color": "Black", "Shape": "Round"}},
}
RIGHT = ["right", "same"]


def call(name: str, arguments: Mapping[str, Any]) -> Any:
    """Tools over the few products, two on a page."""
    if name == "search_products":
        first = 2 * arguments["page"]
        page = list(PRODUCTS)[first : first + 2]
        named = [{"product_id": one, "title": PRODUCTS[one]["title"]} for one in page]
        return {"products": named, "page": arguments["page"], "total_found": len(PRODUCTS)}
    found = PRODUCTS.get(arguments["product_id"])
    return None if found is None else {"product_id": arguments["product_id"], **found}


def _rubric(name: str, source: str, **form: Any) -> dict[str, Any]:
    return {"id": name, "source": source, "surface": name, "unit": None, **form}


def _task(accepted: list[str], *more: Mapping[str, Any], shape: str = "it should be round") -> dict[str, Any]:
    return {
        "id": "one",
        "category": "product_search",
        "intent": "A desk lamp for less than $30, please.",
        "shopper": {
            "profile": {"product_requirements": {"colour_preference": "black"}},
            "clarification": {"slots": [{"rubrics": ["shape"], "response": shape}]},
        },
        "checks": [
            {
                "type": "recommendation",
                "target": "right",
                "acceptable": accepted,
                "rubrics": [
                    _rubric("thing", "query", type="entity_match", entity="desk lamp"),
                    _rubric(
                        "price", "query", type="numeric_range", field="price", below=3000, at_least=None, at_most=None
                    ),
                    _rubric("colour", "persona", type="attribute_match", attribute="colour", value="black"),
                    _rubric("shape", "clarification", type="attribute_match", attribute="shape", value="round"),
                    *more,
                ],
            }
        ],
    }


@pytest.mark.parametrize(
    ("accepted", "stance"),
    [
        (RIGHT, AGREE),
        (["right"], DISAGREE),
        ([*RIGHT, "white"], DISAGREE),
        ([*RIGHT, "dear"], DISAGREE),
        ([*RIGHT, "square"], DISAGREE),
        ([*RIGHT, "nowhere"], DISAGREE),
        ([*RIGHT, "shade"], ABSTAIN),
        ([], ABSTAIN),
    ],
)
def test_right_products_that_are_missing_and_wrong_ones_are_told(accepted: list[str], stance: StrangerStance) -> None:
    thought = ToolStranger(call, date(2027, 3, 1)).judge(_task(accepted))
    assert thought.stance is stance, thought.text
    assert thought.implied == ()


def test_what_only_an_implied_wish_speaks_against_is_left_open_and_listed_apart() -> None:
    who = ToolStranger(call, date(2027, 3, 1))
    right, wrong = (who.judge(_task(one, shape="like a coin")) for one in (RIGHT, [*RIGHT, "square"]))
    assert (right.stance, right.implied) == (AGREE, ("shape: shape",))
    assert wrong.stance is ABSTAIN


def test_opinions_of_reviewers_are_not_judged() -> None:
    said = _rubric("praise", "query", type="review_opinion", aspect="light", positive=True, statement="")
    assert ToolStranger(call, date(2027, 3, 1)).judge(_task(RIGHT, said)).stance is ABSTAIN


def test_an_attribute_may_bear_the_name_of_something_else() -> None:
    rubric = _rubric("age", "query", type="attribute_match", attribute="stock", value="desk")
    thought = ToolStranger(call, date(2027, 3, 1)).judge(_task(RIGHT, rubric))
    assert thought.stance is AGREE, thought.text  # their titles say so


def test_the_form_of_a_task_is_left_as_it_is() -> None:
    task = _task(RIGHT)
    before = copy.deepcopy(task)
    ToolStranger(call, date(2027, 3, 1)).judge(task)
    assert task == before


@pytest.mark.parametrize(
    ("kind", "discounts", "paid"),
    [
        ("simple", [(30_00, 5_00, None, None)], 20.0),
        ("simple", [(10_00, 5_00, None, None)], 15.0),
        ("simple", [(20_00, None, 10, None)], 18.0),
        ("simple", [(0, None, 50, 3_00)], 17.0),
        ("tiered", [(5_00, None, 5, None), (15_00, None, 20, None), (50_00, None, 50, None)], 16.0),
        ("stacked", [(0, 5_00, None, None), (15_00, None, 10, None)], 13.5),
        ("stacked", [(0, 6_00, None, None), (15_00, None, 10, None)], 14.0),
    ],
)
def test_what_is_paid_with_a_voucher(kind: str, discounts: list[tuple[int, Any, Any, Any]], paid: float) -> None:
    names = ("threshold", "amount", "percent", "cap")
    voucher = {"type": kind, "discounts": [dict(zip(names, one, strict=True)) for one in discounts]}
    assert _paid(20.0, voucher) == paid
