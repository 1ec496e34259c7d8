"""A suite of the tool sandbox is validated against its catalog: each single fault is named with its task."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.model import Attribute, Offer, Specification
from shopworld.shop.vouchers import Discount, Voucher
from shopworld.tasks import Limits, NoSideEffects, OfferAddress, Recommendation, Suite, Task
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
from shopworld.tasks.shopper import ClarificationScript, Shopper, Slot
from shopworld.tasks.validation import SuiteProblem, validate_tool_suite

TARGET, TWIN, RED = "B0000000A1", "B0000000A2", "B0000000A3"
ENTITY = EntityMatch(id="r1", entity="wireless charger", surface="wireless charger")
COLOUR = AttributeMatch(id="r2", attribute="colour", value="black", source=Source.PERSONA, surface="black")
RATING = NumericRange(
    id="r3", field="average_rating", at_least=4, source=Source.CLARIFICATION, surface="rated 4 stars or better"
)
RUBRICS: tuple[Rubric, ...] = (ENTITY, COLOUR, RATING)
SLOT = Slot(id="cl_1", rubrics=("r3",), hidden="4", topics=("rating", "stars"), response="One rated 4 stars or better.")
SCRIPT = ClarificationScript(slots=(SLOT,), default_response="Never mind.")
SHOPPER = Shopper(profile={"user_id": "U_1", "product_requirements": {"color": "black"}}, clarification=SCRIPT)


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    path: Path = tmp_path_factory.mktemp("catalog") / "chargers"
    with CatalogBuilder(path, name="chargers") as builder:
        for number, (product_id, colour) in enumerate(((TARGET, "black"), (TWIN, "black"), (RED, "red")), start=1):
            builder.add_offer(
                Offer(
                    id=f"amazon/{number}",
                    shop_id="amazon",
                    number=number,
                    product_id=product_id,
                    slug=product_id.lower(),
                    title="Voltari Wireless Charger 15 W",
                    attributes=(Attribute(name="colour", value=colour),),
                    specifications=(Specification(label="Coil Shape", text="Oval"),),
                    price=2199,
                    rating=4.3,
                    review_count=80,
                )
            )
    return Catalog.open(path)


def a_check(rubrics: tuple[Rubric, ...] = RUBRICS, **changes: Any) -> Recommendation:
    return Recommendation(target=TARGET, rubrics=rubrics, acceptable=(TARGET, TWIN)).model_copy(update=changes)


def a_task(check: Recommendation | None = None, **changes: Any) -> Task:
    task = Task(
        id="t1",
        template="t",
        category="product_search",
        intent="I want a wireless charger.",
        environment="tools",
        shopper=SHOPPER,
        checks=(check or a_check(),),
        near_misses=((OfferAddress(shop="amazon", slug=RED.lower()),),),
    )
    return task.model_copy(update=changes)


def problems_of(catalog: Catalog, /, *tasks: Task, **changes: Any) -> tuple[SuiteProblem, ...]:
    suite = Suite(name="s", version="1", catalog="chargers", catalog_hash=catalog.content_hash, tasks=tasks)
    return validate_tool_suite(suite.model_copy(update=changes), catalog)


def with_rubric(rubric: Rubric) -> Task:
    return a_task(a_check((*RUBRICS, rubric)))


def with_slots(*slots: Slot, **changes: Any) -> Task:
    script = SCRIPT.model_copy(update={"slots": slots, **changes})
    return a_task(shopper=SHOPPER.model_copy(update={"clarification": script}))


def with_slot(**changes: Any) -> Task:
    return with_slots(SLOT.model_copy(update=changes))


def test_a_good_suite_has_no_problems(catalog: Catalog) -> None:
    labelled = with_rubric(AttributeMatch(id="r4", attribute="coil_shape", value="oval"))
    assert problems_of(catalog, a_task(), labelled.model_copy(update={"id": "t2"})) == ()


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"tasks": ()}, "there is no task"),
        ({"catalog_hash": "0" * 64}, "made for another content of the catalog 'chargers' (0000000000000000, this is "),
        ({"catalog_hash": ""}, "made for another content of the catalog 'chargers' (none, this is "),
        ({"tasks": (a_task(), a_task())}, "several tasks have the id 't1'"),
    ],
)
def test_faults_of_the_suite_are_named(catalog: Catalog, changes: dict[str, Any], text: str) -> None:
    (problem,) = problems_of(catalog, a_task(), **changes)
    assert (problem.task, problem.severity) == ("", "error")
    assert problem.text.startswith(text)


@pytest.mark.parametrize(
    ("task", "text"),
    [
        (a_task(id="a/b"), "the id 'a/b' cannot be a file's name"),
        (a_task(environment="browser"), "it is for the environment 'browser', the suite is for the tool sandbox"),
        (a_task(limits=Limits(steps=0)), "limits of 0 steps and 600.0 s leave nothing to do"),
        (a_task(instructions="Buy {{thing}}."), "the placeholder {{thing}} is not filled in"),
        (a_task(checks=(a_check(), NoSideEffects())), "the check 'no_side_effects' cannot be met by tools"),
        (a_task(checks=(a_check(), a_check())), "it has 2 recommendations to check, expected 1"),
        (with_rubric(NumericRange(id="r1", field="rating_count", at_least=10)), "several rubrics have the id 'r1'"),
        (with_rubric(ENTITY.model_copy(update={"id": "r4"})), "the rubrics r1, r4 require the same"),
        (
            with_rubric(NegativeAttribute(id="r4", attribute="flavour", values=("mint",))),
            "rubric r4: there is no attribute 'flavour', neither canonical nor among the target's details",
        ),
        (
            with_rubric(AttributeMatch(id="r4", attribute="colour", value=" ")),
            "rubric r4: it requires an empty value",
        ),
        (with_rubric(NumericRange(id="r4", field="price")), "rubric r4: it has no bound"),
        (
            with_rubric(NumericRange(id="r4", field="price", at_least=3000, below=2500)),
            "rubric r4: nothing is at least 3000 and at most 2500",
        ),
        (with_rubric(ReviewOpinion(id="r4")), "rubric r4: it names neither an aspect nor a statement"),
        (
            with_rubric(BudgetMatch(id="r4", budget=2500, voucher=Voucher(discounts=(Discount(amount=100),)))),
            "rubric r4: the voucher is not needed: the target costs no more than the budget without it",
        ),
        (a_task(shopper=None), "there is no shopper to tell r2, r3"),
        (
            a_task(shopper=SHOPPER.model_copy(update={"profile": {"user_id": "U_1"}})),
            "the profile requires nothing, but r2 should be learned from it",
        ),
        (with_slots(), "rubric r3: no slots tell it, expected 1"),
        (with_slots(SLOT, SLOT.model_copy(update={"id": "cl_2"})), "rubric r3: 2 slots tell it, expected 1"),
        (with_slot(rubrics=("r3", "r9")), "slot cl_1: there is no rubric 'r9'"),
        (with_slot(rubrics=("r3", "r2")), "slot cl_1: rubric r2 is not to be learned from questions"),
        (with_slot(topics=("?",)), "slot cl_1: no question can be about it: its topics have no words"),
        (with_slot(response=" "), "slot cl_1: its answer is empty"),
        (with_slots(SLOT, default_response=""), "the shopper has no answer to questions about anything else"),
        (with_slots(SLOT, most_turns=0), "0 questions cannot open 1 slots"),
        (a_task(a_check(target="B1", acceptable=())), "the target 'B1' is not in the catalog"),
        (
            a_task(a_check(target=RED, acceptable=()), near_misses=()),
            "the target B0000000A3 fails r2: Color is red, black is required",
        ),
        (
            a_task(a_check(acceptable=(TARGET, RED)), near_misses=()),
            "the acceptable product B0000000A3 fails r2: Color is red, black is required",
        ),
        (a_task(a_check(acceptable=(TARGET, "B1"))), "the acceptable product 'B1' is not in the catalog"),
        (a_task(a_check(acceptable=(TARGET, TWIN, TWIN))), "the acceptable product B0000000A2 is listed twice"),
        (a_task(near_misses=((),)), "near miss 1 is empty"),
        (
            a_task(near_misses=((OfferAddress(shop="amazon", slug="none"),),)),
            "near miss 1: the catalog has no amazon /product/none/",
        ),
        (
            a_task(near_misses=((OfferAddress(shop="amazon", slug=TWIN.lower()),),)),
            "near miss 1 is right: B0000000A2",
        ),
    ],
)
def test_faults_of_a_task_are_named(catalog: Catalog, task: Task, text: str) -> None:
    problems = problems_of(catalog, task)
    first, *others = [one.text for one in problems if one.severity == "error"]
    assert first == text
    assert all(" fails r4: " in one for one in others), "what cannot be met is not met by any product"
    assert {one.task for one in problems} == {task.id}


@pytest.mark.parametrize(
    ("task", "text"),
    [
        (a_task(intent="I want something."), "rubric r1: query does not say 'wireless charger'"),
        (
            a_task(intent="I want black wireless chargers."),
            "rubric r2: the query says 'black', which only persona should",
        ),
        (with_slot(response="Good ones."), "rubric r3: clarification does not say 'rated 4 stars or better'"),
        (
            a_task(a_check(acceptable=(TWIN, TARGET))),
            "the first acceptable product is B0000000A2, not the target B0000000A1",
        ),
    ],
)
def test_words_in_the_wrong_place_are_warnings(catalog: Catalog, task: Task, text: str) -> None:
    assert problems_of(catalog, task) == (SuiteProblem("t1", "warning", text),)


def test_errors_of_an_imported_task_with_listed_defects_are_known(catalog: Catalog) -> None:
    task = a_task(a_check(acceptable=(TARGET, "B1")), source="release", defects=("an answer is gone",))
    assert [one.severity for one in problems_of(catalog, task)] == ["known"]
