"""Agents in the browser and agents that ask a language model, played on a cluster: as on one machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from model_server import Answer, Body, ModelServer
from ray_driver import RayDriver, holding
from ray_nodes import HEAD, OTHER
from shop_policy import ShopPolicy
from web_shopper import Shopper

from shopworld.models import LEDGER, Ledger

WITH_MODELS = ("-a", "tool_calling@vllm/shopper", "-a", "web-axtree-memory@vllm/shopper")
BROWSERS = ("-a", "oracle", "-a", "noop", "--trials", "2")
KEY = "key-of-nobody-4711"


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    """Answers by what it is told alone, whoever asks first."""
    by_tools, by_pages, one_at_a_time = ShopPolicy(), Shopper(), threading.Lock()

    def policy(body: Body) -> Answer:
        with one_at_a_time:
            answer: Answer = by_tools(body) if "tools" in body else by_pages(body)
            return answer

    with ModelServer(policy) as server:
        yield server


@pytest.fixture(scope="module")
def asking(model: ModelServer) -> tuple[str, ...]:
    """Options of a run of agents with models."""
    return (*WITH_MODELS, "--base-url", model.base_url, "--filter", "answer_1", "--trials", "2")


def test_agents_in_the_browser_have_the_results_logs_and_pictures_of_one_machine(driver: RayDriver) -> None:
    options = (*BROWSERS, "--screenshots", "all")
    here = driver.done("pages-here", *options, "--workers", "1")
    assert driver.done("pages-there", *options, *driver.on_nodes, "--workers", "2") == here
    assert {one["reward"] for one in here if one["agent"] == "oracle"} == {1.0}
    assert driver.files("pages-there") == driver.files("pages-here")
    assert any(one.suffix == ".jpg" for one in driver.files("pages-there"))
    assert driver.logs("pages-there") == driver.logs("pages-here")


def test_agents_with_language_models_have_the_results_and_the_costs_of_one_machine(
    driver: RayDriver, asking: tuple[str, ...], model: ModelServer
) -> None:
    here = driver.done("models-here", *asking, "--workers", "1", SHOPWORLD_API_KEY=KEY)
    there = driver.done("models-there", *asking, *driver.on_nodes, "--workers", "2", SHOPWORLD_API_KEY=KEY)
    assert there == here
    assert {one["reward"] for one in here} == {1.0}
    spent = [Ledger(driver.folder / out / LEDGER).total() for out in ("models-here", "models-there")]
    assert spent[0].tokens > 0
    assert spent[1].tokens == spent[0].tokens
    assert set(model.keys) == {KEY}
    ours = [driver.folder, *(driver.nodes.home(one) for one in (HEAD, OTHER)), driver.nodes.folder / "ray"]
    assert holding(ours, KEY) == []


def test_recorded_replies_are_played_back_on_the_nodes_without_a_model(
    driver: RayDriver, asking: tuple[str, ...], model: ModelServer
) -> None:
    driver.done("recorded", *asking, "--workers", "1")
    asked = len(model.requests)
    options = (*WITH_MODELS, "--filter", "answer_1", "--trials", "2", "--replay", "recorded")
    played = driver.done("played-back", *options, *driver.on_nodes, "--workers", "2")
    assert played == driver.results("recorded")
    assert len(model.requests) == asked


def test_a_budget_is_one_for_all_actors_and_a_larger_one_goes_on(driver: RayDriver, model: ModelServer) -> None:
    options = ("-a", "tool_calling@vllm/shopper", "--base-url", model.base_url, "--trials", "8")
    whole = driver.done("rich", *options, "--workers", "2")
    total = Ledger(driver.folder / "rich" / LEDGER).total().tokens
    half = total // 2
    out, poor = "poor", (*options, *driver.on_nodes, "--workers", "3")
    assert driver.start(out, *poor, "--budget-tokens", str(half)).wait(timeout=400) == 1
    assert "budget" in driver.log(out).read_text()
    spent = Ledger(driver.folder / out / LEDGER).total().tokens
    assert half <= spent < total, "it stopped at the budget of all, not at one for each"
    assert len(driver.trials(out)) < len(whole)
    assert driver.done(out, *poor, "--budget-tokens", str(4 * total)) == whole
