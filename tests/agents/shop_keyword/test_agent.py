"""The keyword agent by the tools of shops: it finds, compares, adds, orders and stops in time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from shopworld.agents import Agent, make_agent
from shopworld.agents.shop_keyword import ShopKeywordAgent
from shopworld.environments import ShopToolEnvironment
from shopworld.environments.protocol import TaskStart
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.evaluation.running.declaring import declare
from shopworld.guru.comparison import make_comparison_suite
from shopworld.guru.comparison.families import FAMILIES
from shopworld.mall import Mall
from shopworld.tasks import Score, Task, score

SSD = "brisk-fleet-20-ssd-2000-gb"
PAYING = (
    "Address: Ada Lindqvist, ada.lindqvist@example.com, Elm Row, 12, 53703, Madison, WI, USA. Card number: "
    "4242424242424242, CVV: 321, expiration date: 11/29."
)


@dataclass
class Stage:
    """Plays agents in a mall.

    Attributes:
        mall: in which.
        environment: by which tools.
        calls: names of the tools that were called in the last episode.
        errors: what went wrong in it.
    """

    mall: Mall
    environment: ShopToolEnvironment
    calls: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def play(self, task: Task, agent: Agent | None = None) -> Score:
        """One episode of the keyword agent, or of another."""
        agent = agent or make_agent("keyword", "shop_tools")
        episode = Episode(EpisodeIdentity("agent", task.id), "label")
        self.calls, self.errors = [], []
        agent.begin(task.goal, seed=0)
        seen = self.environment.start(episode, TaskStart.of(task))
        while not self.environment.ended:
            move = agent.act(seen)
            self.calls.append(json.loads(move.action)["name"])
            seen = self.environment.step(move.action)
            self.errors += [seen.last_action_error] if seen.last_action_error else []
        return score(task, episode.events, ending=episode.ending, hosts=self.mall.hosts, catalog=self.mall.catalog)


@pytest.fixture
def stage(mall: Mall) -> Iterator[Stage]:
    with ShopToolEnvironment(mall) as environment:
        yield Stage(mall, environment)


def test_its_name_is_that_of_the_agent_in_a_browser() -> None:
    assert declare("keyword+tools").environment("mall") == "shop_tools"
    assert declare("keyword").environment("mall") == "browser"


def test_it_finds_all_offers_and_no_siblings(stage: Stage, making: Any) -> None:
    done = stage.play(making.answer_task("Find all offers for the Brisk Fleet 20 2 TB SSD.", SSD))
    assert done.reward == 1.0, done.checks
    assert stage.calls.count("search_products") == 4, "one search in each shop"
    assert not stage.errors


def test_it_finds_the_cheapest_offer_and_reads_no_dearer_ones(stage: Stage, making: Any) -> None:
    task = making.answer_task(
        "Find the cheapest offer for the Calm Rill 7 SSD.", "calm-rill-7-ssd-2000-gb", making.shops[0]
    )
    done = stage.play(task)
    assert done.reward == 1.0, done.checks
    assert stage.calls.count("get_product") == 1


def test_it_puts_offers_of_all_shops_into_their_carts(stage: Stage, making: Any) -> None:
    task = making.cart_task("Find all offers for the Brisk Fleet 20 2 TB SSD and add them to the shopping cart.", SSD)
    done = stage.play(task)
    assert done.reward == 1.0, done.checks
    assert stage.calls.count("add_to_cart") == 4


def test_it_orders_the_cheapest_offer(stage: Stage, making: Any) -> None:
    intent = "Find the cheapest offer for the Brisk Fleet 20 Pro SSD, add it to the shopping cart and complete the "
    task = making.order_task(f"{intent}checkout process. {PAYING}", "brisk-fleet-20-pro-ssd-2000-gb", making.shops[3])
    done = stage.play(task)
    assert done.reward == 1.0, done.checks
    assert "checkout" in stage.calls


def test_it_buys_the_product_of_a_page(stage: Stage, making: Any) -> None:
    page = f"{making.host(making.shops[1])}product/{SSD}/"
    intent = f"Add the product on page {page} to the shopping cart and complete the checkout process. {PAYING}"
    done = stage.play(making.order_task(intent, SSD, making.shops[1]))
    assert done.reward == 1.0, done.checks
    assert "search_products" not in stage.calls


def test_it_takes_the_colour_that_is_asked_for(stage: Stage, making: Any) -> None:
    task = making.cart_task(
        "Find all offers for the Ombra Glide Mouse in white and add them to the shopping cart.", "ombra-glide-mouse"
    )
    carts: list[Any] = []

    class Watching(ShopKeywordAgent):
        def act(self, observation: Any) -> Any:
            result = json.loads(observation.tool_result or "{}")
            carts.extend(line["variant"] for line in result.get("lines", ()))
            return super().act(observation)

    done = stage.play(task, Watching())
    assert done.reward == 1.0, done.checks
    assert len(carts) == 4
    assert all("White" in variant for variant in carts)


@pytest.mark.parametrize("most_steps", [8, 12])
def test_it_answers_before_its_steps_are_spent(stage: Stage, making: Any, most_steps: int) -> None:
    task = making.answer_task("Find all offers for the Brisk Fleet 20 2 TB SSD.", SSD)
    stage.play(task, ShopKeywordAgent(most_steps))
    assert stage.calls[-1] == "submit_answer"
    assert len(stage.calls) <= most_steps


def test_it_solves_tasks_that_name_what_is_wanted(small_mall: Mall) -> None:
    suite = make_comparison_suite(small_mall, name="few", counts=dict.fromkeys(FAMILIES, 1))
    with ShopToolEnvironment(small_mall) as environment:
        stage = Stage(small_mall, environment)
        solved: dict[str, float] = {}
        for task in suite.tasks:
            solved[task.category] = max(solved.get(task.category, 0.0), stage.play(task).reward)
            assert not stage.errors
            assert len(stage.calls) <= 50
    named = ("find_specific_product", "find_cheapest_offer", "add_to_cart", "checkout", "end_to_end")
    assert sum(solved[one] for one in named) >= 4, solved


def test_one_product_is_named_where_one_is_asked_for(stage: Stage, making: Any) -> None:
    task = making.answer_task(
        "I am looking for a mouse. The result is one product.\n\nFind an Ombra Glide Mouse.",
        "ombra-glide-mouse",
        making.shops[0],
    )
    assert stage.play(task).recall == 1.0
    assert stage.calls.count("search_products") == 4
    assert stage.calls.count("get_product") <= 12
