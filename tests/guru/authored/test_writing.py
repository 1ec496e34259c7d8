"""Journeys by a model: what is flagged is written again and nothing else, and what stays wrong stops the build."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from journey_author import Journey, asked_ids, good_author, journey, say, section
from model_server import Body, ModelServer, Policy, Refuse, Say, prompt_of

from shopworld.errors import BudgetSpent, ModelError
from shopworld.guru.authored import JourneyAuthor, PolishingFailed
from shopworld.guru.shop_suite import make_shop_suite
from shopworld.guru.skills import ShopSight
from shopworld.mall import Mall
from shopworld.models import Budget, Models, ModelSettings
from shopworld.tasks import Cart, NoCheckout, PageRead, Suite
from shopworld.tasks.categories import JOURNEY
from shopworld.tasks.proofs import prove_suite

COUNTS = {JOURNEY: 3}


@pytest.fixture
def make(clothing: Mall) -> Iterator[Callable[..., tuple[Suite, JourneyAuthor, ModelServer]]]:
    """Makes a suite of three journeys with an author who answers by a policy."""
    opened: list[Any] = []

    def make_suite(policy: Policy, **settings: Any) -> tuple[Suite, JourneyAuthor, ModelServer]:
        server = ModelServer(policy)
        server.__enter__()
        models = Models(ModelSettings(base_url=server.base_url, retries=0, **settings))
        opened.extend((models.close, server.stop))
        author = JourneyAuthor(models.open("vllm/small"), seed=7)
        suite, _ = make_shop_suite(clothing, counts=COUNTS, author=author)
        return suite, author, server

    yield make_suite
    for close in opened:
        close()


def test_intents_are_the_models_and_checks_are_derived_from_plans(make: Any, clothing: Mall) -> None:
    suite, author, server = make(good_author)
    assert [one.id.removeprefix(f"{clothing.name}-") for one in suite.tasks] == ["journey-1", "journey-2", "journey-3"]
    assert len(server.requests) == 1
    assert author.rounds == {clothing.name: 0}
    prompt = prompt_of(server.requests[0])
    for task in suite.tasks:
        planned = journey(prompt, task.id.removeprefix(f"{clothing.name}-"))
        assert task.intent.startswith(planned["intent"])
        assert "do not go to the checkout" in task.intent
        cart = next(one for one in task.checks if isinstance(one, Cart))
        bought = clothing.catalog.offer_by_slug(clothing.name, cart.groups[0][0].slug)
        assert bought is not None
        assert bought.title == planned["steps"][1]["name"]
        assert {PageRead, Cart, NoCheckout} <= {type(one) for one in task.checks}
    for task, proofs in prove_suite(suite.tasks, clothing):
        assert all(one.holds for one in proofs), (task.id, proofs)


def test_only_what_is_flagged_is_written_again_and_ids_are_kept(make: Any, clothing: Mall) -> None:
    def policy(body: Body) -> Say:
        if len(body["messages"]) and "with the ids" in body["messages"][-1]["content"]:
            made = [journey(prompt_of(body), name) for name in asked_ids(body)]
            made[1]["steps"][1]["name"] = "A Thing That Nobody Sells"
            return say(made)
        made = [journey(prompt_of(body), name) for name in ("journey-1", "journey-2")]
        made[0]["intent"] = "This one was not flagged, and must not be taken. " + made[0]["intent"]
        return say(made)

    suite, author, server = make(policy)
    assert author.rounds == {clothing.name: 1}
    first, second = (one["messages"][-1]["content"] for one in server.requests)
    assert "journey-1" in first
    assert asked_ids(server.requests[1]) == ["journey-2"]
    assert "unknown-product" in second
    assert "A Thing That Nobody Sells" in second
    assert not suite.tasks[0].intent.startswith("This one was not flagged")


def test_two_rounds_are_all_there_are_then_the_build_stops_with_the_list(make: Any) -> None:
    requests: list[list[str]] = []

    def policy(body: Body) -> Say:
        requests.append(asked_ids(body))
        made = [journey(prompt_of(body), name) for name in asked_ids(body)]
        for one in made:
            if one["id"] == "journey-3":
                one["intent"] += " It should cost no more than $40."
        return say(made)

    with pytest.raises(PolishingFailed, match="journey-3: intent-says-more: the intent says '\\$40"):
        make(policy)
    assert requests == [["journey-1", "journey-2", "journey-3"], ["journey-3"], ["journey-3"]]


def test_a_journey_that_was_forgotten_is_asked_for(make: Any) -> None:
    def policy(body: Body) -> Say:
        ids = asked_ids(body)
        return say([journey(prompt_of(body), name) for name in (ids[:2] if len(ids) == 3 else ids)])

    suite, _, server = make(policy)
    assert len(suite.tasks) == 3
    assert asked_ids(server.requests[1]) == ["journey-3"]


def test_an_answer_of_another_form_is_asked_for_again(make: Any) -> None:
    def policy(body: Body) -> Say:
        if len(body["messages"]) == 2:
            made = [journey(prompt_of(body), name) for name in asked_ids(body)]
            made[0]["steps"][0]["do"] = "teleport"
            return say(made)
        return say([journey(prompt_of(body), f"journey-{number}") for number in (1, 2, 3)])

    suite, author, _ = make(policy)
    assert len(suite.tasks) == 3
    assert author.model.spent.calls == 2


def test_a_model_that_refuses_or_costs_too_much_stops_the_build(make: Any) -> None:
    with pytest.raises(ModelError):
        make(lambda _: Refuse(401, "no such key"))

    def wrong(body: Body) -> Say:
        return say([{**journey(prompt_of(body), name), "quantity": 2} for name in asked_ids(body)])

    with pytest.raises(BudgetSpent):
        make(wrong, episode_budget=Budget(tokens=50))


def step(do: str, name: str, **fields: Any) -> Journey:
    """One step of a plan."""
    return {"do": do, "name": name, **fields}


def flagged(sight: ShopSight, change: Callable[[Journey, str], None]) -> str:
    """What the validator says of the second journey after a change."""
    said: list[str] = []

    def policy(body: Body) -> Say:
        made = [journey(prompt_of(body), name) for name in asked_ids(body)]
        if "with the ids" in body["messages"][-1]["content"]:
            change(made[1], prompt_of(body))
        else:
            said.append(body["messages"][-1]["content"])
        return say(made)

    with ModelServer(policy) as server, closing(Models(ModelSettings(base_url=server.base_url))) as models:
        JourneyAuthor(models.open("vllm/small"), seed=7).write(sight, 2, lambda *_: "")
    assert len(said) == 1
    return said[0]


def _no_such_variant(one: Journey, _: str) -> None:
    one["steps"][1]["variant"] = ["Plaid", "XXXXL"]


def _no_such_filter(one: Journey, prompt: str) -> None:
    one["steps"][1] = step("buy_from_collection", section(prompt, "Collections")[0], filter="Horsepower", value="90")


def _bought_twice(one: Journey, _: str) -> None:
    one["steps"].append(dict(one["steps"][1]))


def _nothing_bought(one: Journey, prompt: str) -> None:
    pages = section(prompt, "Pages")
    one["steps"] = [step("read_page", pages[0]), step("read_page", pages[1])]


def _two_questions(one: Journey, _: str) -> None:
    one["steps"] += [step("answer_question", "q1"), step("answer_question", "q2")]


def _not_said(one: Journey, prompt: str) -> None:
    one["steps"].append(step("buy_product", section(prompt, "Products")[-1]))


def _said_too_much(one: Journey, prompt: str) -> None:
    one["intent"] += f" And {section(prompt, 'Products')[-1]} would be nice."


def _quantity_not_said(one: Journey, _: str) -> None:
    one["quantity"] = 2


def _found_after_all(one: Journey, prompt: str) -> None:
    collection = section(prompt, "Collections")[0]
    one["steps"][1] = step("buy_from_collection", collection, search_first=section(prompt, "Products")[0])


def _compared_with_itself(one: Journey, _: str) -> None:
    one["steps"][1] = step("buy_cheaper", one["steps"][1]["name"], other=one["steps"][1]["name"])


def _same_plan(one: Journey, prompt: str) -> None:
    one.update({**journey(prompt, "journey-1"), "id": one["id"]})


def _address(one: Journey, _: str) -> None:
    one["intent"] += " See http://elsewhere.example/."


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (_no_such_variant, "option-mismatch"),
        (_no_such_filter, "filter-not-shown"),
        (_bought_twice, "plan-overlap"),
        (_nothing_bought, "plan-buys-nothing"),
        (_two_questions, "plan-asks-twice"),
        (_not_said, "intent-leaves-out"),
        (_said_too_much, "intent-says-more"),
        (_quantity_not_said, "intent-leaves-out"),
        (_found_after_all, "search-finds-something"),
        (_compared_with_itself, "comparison-undecided"),
        (_same_plan, "same-plan"),
        (_address, "intent-address"),
    ],
)
def test_what_is_wrong_is_named_by_its_rule_with_a_cure(
    sight: ShopSight, change: Callable[[Journey, str], None], rule: str
) -> None:
    text = flagged(sight, change)
    assert f"- {rule} (" in text
    assert asked_ids({"messages": [{"content": text}]}) == ["journey-2"]


def test_the_model_is_shown_only_what_the_shop_shows(make: Any, sight: ShopSight) -> None:
    _, _, server = make(good_author)
    prompt = prompt_of(server.requests[0])
    assert set(section(prompt, "Collections")) <= {one.name for one in sight.collections}
    assert set(section(prompt, "Pages")) == {one.title for one in sight.pages}
    assert set(section(prompt, "Products")) <= {one.title for one in sight.offers if one.in_stock}
    schema = json.dumps(server.requests[0]["response_format"])
    assert "add_and_remove" in schema
