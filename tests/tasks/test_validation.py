"""A suite is validated against its mall: each single fault is named with its task."""

from __future__ import annotations

from typing import Any

import pytest

from shopworld.mall import Mall
from shopworld.tasks import (
    AnswerSet,
    AnswerText,
    Buyer,
    Cart,
    Check,
    Group,
    NoSideEffects,
    OfferAddress,
    Order,
    PageVisited,
    Suite,
    Task,
)
from shopworld.tasks.validation import SuiteProblem, validate_suite

RYZEN: Group = (OfferAddress(shop="techtalk", slug="ryzen-9-5900x-12-core"),)
CASE: Group = (OfferAddress(shop="camelcases", slug="corsair-case-black"),)
FAN: Group = (OfferAddress(shop="camelcases", slug="quiet-fan-12-cm"),)
GONE: Group = (OfferAddress(shop="techtalk", slug="gone"),)
BUYER = Buyer(country="USA", card="4242424242424242", cvv="123", expiry_date="12/28")


def a_task(*checks: Check, **changes: Any) -> Task:
    task = Task(
        id="t1",
        template="t",
        category="find_specific_product",
        set="basic",
        intent="Find it in http://techtalk.example/ and submit at http://solution.example/.",
        start="http://techtalk.example/",
        checks=checks or (AnswerSet(groups=(RYZEN,)), NoSideEffects()),
    )
    return task.model_copy(update=changes)


def problems_of(mall: Mall, /, *tasks: Task, **changes: Any) -> tuple[SuiteProblem, ...]:
    suite = Suite(name="s", version="1", mall=mall.name, mall_hash=mall.content_hash, tasks=tasks)
    return validate_suite(suite.model_copy(update=changes), mall)


def test_a_good_suite_has_no_problems(mini_mall: Mall) -> None:
    near_miss = a_task(
        id="t2", near_misses=(CASE, (*RYZEN, *CASE)), start="http://camelcases.example/product/bose-headphone/"
    )
    order = a_task(Order(groups=(RYZEN, CASE), buyer=BUYER), id="t3", category="checkout")
    assert problems_of(mini_mall, a_task(), near_miss, order) == ()


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"tasks": ()}, "there is no task"),
        ({"mall": "other"}, "made for the mall 'other', this is 'webmall'"),
        ({"mall_hash": "0"}, "made for another content of the mall"),
        ({"tasks": (a_task(), a_task())}, "several tasks have the id 't1'"),
    ],
)
def test_problems_of_the_suite_are_named(mini_mall: Mall, changes: dict[str, Any], text: str) -> None:
    found = [problem for problem in problems_of(mini_mall, a_task(), **changes) if not problem.task]
    assert [problem.severity for problem in found] == ["error"]
    assert text in found[0].text


@pytest.mark.parametrize(
    ("task", "text"),
    [
        (a_task(id="a/b"), "the id 'a/b' cannot be a file's name"),
        (a_task(category="wishes"), "unknown category 'wishes'"),
        (a_task(set="advanced"), "find_specific_product is basic, the task says advanced"),
        (a_task(intent="Find {{name}}."), "the placeholder {{name}} is not filled in"),
        (a_task(instructions="See {shop_1}."), "the placeholder {shop_1} is not filled in"),
        (a_task(intent="See http://other.example/."), "the text names the host other.example"),
        (a_task(start="http://other.example/"), "the start http://other.example/ is on no shop"),
        (a_task(start="here"), "the start here is on no shop"),
        (a_task(start="http://techtalk.example/product/gone/"), "is no product of that shop"),
        (a_task(AnswerSet(groups=(RYZEN, GONE))), "techtalk /product/gone/: the shop has no such offer"),
        (a_task(PageVisited(groups=((OfferAddress(shop="x", slug="y"),),))), "the mall has no shop 'x'"),
        (a_task(AnswerSet(groups=(RYZEN, RYZEN))), "is in group 1 and in group 2"),
        (a_task(AnswerSet(groups=((*RYZEN, *RYZEN),))), "is twice in group 1"),
        (a_task(AnswerSet(groups=(RYZEN, ()))), "group 2 is empty"),
        (a_task(Cart(groups=(FAN,))), "quiet-fan-12-cm/: cannot be bought 1 times"),
        (a_task(Order(groups=(RYZEN,), payment_method="gold")), "techtalk does not take 'gold'"),
        (a_task(Order(groups=(RYZEN,), buyer=Buyer(country="Atlantis"))), "no shop delivers to 'Atlantis'"),
        (a_task(Order(groups=(RYZEN,), buyer=Buyer(card="4242424242424241"))), "card number 4242424242424241"),
        (a_task(Order(groups=(RYZEN,), buyer=Buyer(cvv="1"))), "CVV 1"),
        (a_task(Order(groups=(RYZEN,), buyer=Buyer(expiry_date="02/27"))), "expiry date 02/27, on 2027-03-01"),
        (a_task(AnswerText(accepted=("1", " "))), "an empty text is accepted"),
        (a_task(NoSideEffects()), "doing nothing solves it"),
        (a_task(near_misses=(RYZEN,)), "near miss 1 is right: techtalk"),
        (a_task(near_misses=(CASE, GONE)), "near miss 2: techtalk /product/gone/"),
        (a_task(near_misses=((),)), "near miss 1 is empty"),
    ],
)
def test_each_fault_of_a_task_is_named(mini_mall: Mall, task: Task, text: str) -> None:
    found = problems_of(mini_mall, task)
    assert [(problem.task, problem.severity) for problem in found] == [(task.id, "error")]
    assert text in found[0].text


def test_listed_defects_of_imported_tasks_are_known(mini_mall: Mall) -> None:
    task = a_task(AnswerSet(groups=(GONE,)), source="release", defects=("unresolved: gone",))
    assert [problem.severity for problem in problems_of(mini_mall, task)] == ["known"]


def test_a_text_that_names_an_answer_is_a_warning(mini_mall: Mall) -> None:
    task = a_task(intent="Is http://techtalk.example/product/ryzen-9-5900x-12-core/ the one?")
    assert [problem.severity for problem in problems_of(mini_mall, task)] == ["warning"]
    elsewhere = a_task(intent="Not http://camelcases.example/product/ryzen-9-5900x-12-core/.")
    assert problems_of(mini_mall, elsewhere) == ()
