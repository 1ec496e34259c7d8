"""The tool-calling agent from beginning to end: a run over the ten tools, and a server that plays the model."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from model_server import Answer, Body, Die, ModelServer, Refuse, Say, Send, prompt_of
from tool_world import make_tool_world

from shopworld.errors import AgentError
from shopworld.evaluation import RunFolder, RunSettings, prepare, run
from shopworld.evaluation.records import Result, Status, read_steps
from shopworld.evaluation.replaying import replay_decisions
from shopworld.evaluation.running.terms import Assignment
from shopworld.mall import Home
from shopworld.models import Budget, ModelSettings

PLAIN, THINKING = "tool_calling@vllm/shopper", "tool_calling-thought@vllm/shopper"
RECORDING = Path(__file__).parents[2] / "data" / "recordings" / "tool_calling"


def results_of(body: Body) -> dict[str, Any]:
    """The last result of each tool, by its name."""
    names = {
        call["id"]: call["function"]["name"] for message in body["messages"] for call in message.get("tool_calls") or ()
    }
    return {
        names[message["tool_call_id"]]: json.loads(message["content"].splitlines()[0])
        for message in body["messages"]
        if message["role"] == "tool"
    }


class Shopper:
    """Plays a model that shops well: everything it knows comes from the conversation."""

    def __init__(self) -> None:
        self.faults: list[Answer] = []
        self.asked = 0

    def __call__(self, body: Body) -> Answer:
        self.asked += 1
        if self.faults and self.asked % 3 == 0:
            return self.faults.pop()
        known = results_of(body)
        thinks = "Thought:" in prompt_of(body).partition("Rules:")[0]
        text, name, arguments = self.decide(known, body)
        return Say(
            f"Thought: {text}" if thinks else "", ((name, arguments),), reasoning="" if thinks else text, cached=20
        )

    def decide(self, known: dict[str, Any], body: Body) -> tuple[str, str, dict[str, Any]]:
        if "get_user_profile" not in known:
            return "The profile first.", "get_user_profile", {}
        if "ask_user" not in known:
            return "What of ratings?", "ask_user", {"question": "Which rating do you want?"}
        colour = "white" if "white" in prompt_of(body) else "black"
        if "search_products" not in known:
            return "Search.", "search_products", {"query": f"{colour} wireless charger stand"}
        listed = [one["product_id"] for one in known["search_products"]["products"]][:10]
        material = known["get_user_profile"]["product_requirements"]["material_preference"]
        if "filter_by_attribute" not in known:
            wanted = {"product_ids": listed, "attribute_name": "Material", "attribute_value": material}
            return "Which are of that material?", "filter_by_attribute", wanted
        ids = known["filter_by_attribute"]["product_ids"]
        read = [
            json.loads(call["function"]["arguments"])["product_id"]
            for message in body["messages"]
            for call in message.get("tool_calls") or ()
            if call["function"]["name"] == "get_product_details"
        ]
        if read and known["get_product_details"]["details"].get("Connector Type") == "Micro Usb":
            return "That is it.", "recommend_product", {"product_id": read[-1], "reasoning": "It fits everything."}
        return "Does it fit?", "get_product_details", {"product_id": next(one for one in ids if one not in read)}


class Quiet:
    def finished(self, result: Result) -> None: ...

    def retried(self, assignment: Assignment, reason: str) -> None: ...


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    made = Home(tmp_path_factory.mktemp("home"))
    make_tool_world(made)
    return made


def play(home: Home, out: Path, *agents: str, **models: Any) -> list[Result]:
    settings = RunSettings(suite="chargers", agents=agents, filters=("search_1",), models=ModelSettings(**models))
    return run(prepare(settings, home=home), out, workers=1, watcher=Quiet())


@pytest.fixture(scope="module")
def played(home: Home, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[Result], ModelServer]]:
    """A run of both agents, with a provider that fails now and then."""
    shopper = Shopper()
    soon = {"retry-after-ms": "20"}
    shopper.faults = [Refuse(429, "slow", soon), Refuse(503, "busy", soon), Send(b"<html>"), Die()]
    prices = tmp_path_factory.mktemp("prices") / "prices.toml"
    prices.write_text('as_of = "2026-11-01"\n[models."vllm/shopper"]\ninput = 2.0\ncached = 0.5\noutput = 8.0\n')
    with ModelServer(shopper) as server:
        out = tmp_path_factory.mktemp("runs") / "first"
        results = play(home, out, PLAIN, THINKING, base_url=server.base_url, prices=str(prices))
        if os.environ.get("SHOPWORLD_RECORD"):
            keep(next(RunFolder(out).attempt(one.key, 0) for one in results if one.agent == THINKING))
        yield out, results, server


def keep(attempt: Path) -> None:
    """Makes this episode the one that is replayed below."""
    RECORDING.mkdir(parents=True, exist_ok=True)
    for name in ("goal.txt", "score.json", "steps.jsonl.gz", "model.jsonl.gz"):
        shutil.copy(attempt / name, RECORDING / name)


def test_a_task_is_solved_although_the_provider_fails_on_the_way(played: Any) -> None:
    _, results, server = played
    assert {(one.agent, one.status, one.reward) for one in results} == {
        (PLAIN, Status.PASSED, 1.0),
        (THINKING, Status.PASSED, 1.0),
    }
    assert sum(one.usage["model_retries"] for one in results) == 4
    for one in results:
        assert one.attempt == 0
        assert one.usage["model_calls"] == one.steps
        assert one.tools is not None
        assert (one.tools.revealed, one.tools.missing, one.tools.failed) == (1, 0, 0)
    assert len(server.requests) == sum(one.steps for one in results) + 4


def test_tools_are_offered_as_functions_and_the_conversation_only_grows(played: Any) -> None:
    _, _, server = played
    first = server.requests[0]
    assert [one["function"]["name"] for one in first["tools"]][:2] == ["search_products", "filter_by_attribute"]
    assert first["tool_choice"] == "auto"
    assert [one["role"] for one in first["messages"]] == ["system", "user"]
    last = server.requests[-1]["messages"]
    called = [one["tool_calls"][0]["id"] for one in last if one["role"] == "assistant"]
    answered = [one["tool_call_id"] for one in last if one["role"] == "tool"]
    assert called == answered == [f"call{number:05d}" for number in range(1, len(called) + 1)]


def test_a_thought_is_asked_for_where_it_is_wanted_and_kept(played: Any) -> None:
    out, results, server = played
    by_agent = {one.agent: one for one in results}
    for name in (PLAIN, THINKING):
        steps = read_steps(RunFolder(out).attempt(by_agent[name].key, 0) / "steps.jsonl")[1:]
        assert steps[0].thought == "The profile first."
        assert sum(step.extra["usd"] for step in steps) == pytest.approx(by_agent[name].usage["usd"])
    assert {("Plan: which tool" in prompt_of(body)) for body in server.requests} == {True, False}


def test_a_run_is_replayed_without_a_model(played: Any, home: Home, tmp_path: Path) -> None:
    out, results, server = played
    asked = len(server.requests)
    prices = RunFolder(out).settings().models.prices
    again = play(home, tmp_path / "again", PLAIN, THINKING, base_url="", prices=prices, replay=str(out))
    assert [one.without_seconds() for one in again] == [one.without_seconds() for one in results]
    assert len(server.requests) == asked
    for result in results:
        assert len(list(replay_decisions(RunFolder(out).attempt(result.key, 0)))) == result.steps


def test_the_recorded_episode_is_played_again_to_its_end() -> None:
    decided = list(replay_decisions(RECORDING))
    assert json.loads(decided[-1].move.action)["name"] == "recommend_product"
    assert [one.move.extra for one in decided] == [one.step.extra for one in decided]


def test_two_steps_without_a_call_end_the_episode(home: Home, tmp_path: Path) -> None:
    says = {
        "talks": Say("I recommend the white one."),
        "silent": Say(""),
        "breaks": Say("", (("search_products", '{"query": "char'),)),
    }
    with ModelServer(lambda body: says[body["model"]]) as server:
        agents = [f"tool_calling@vllm/{name}" for name in says]
        results = play(home, tmp_path / "run", *agents, base_url=server.base_url)
    for result in results:
        assert (result.status, result.steps) == (Status.LIMIT, 2)
        assert result.tools is not None
        assert result.tools.missing == 2
        prompts = [prompt_of(body) for body in server.requests if f"/{body['model']}" in result.agent]
        assert "There is no tool call in this reply" in prompts[-1]
        if result.agent.endswith("breaks"):
            assert result.usage["asked_again"] == 2
            assert "are no JSON object" in prompts[1]


def test_calls_in_prose_count_and_of_several_calls_the_first_is_made(home: Home, tmp_path: Path) -> None:
    asked: list[Body] = []

    def policy(body: Body) -> Answer:
        asked.append(body)
        if len(asked) == 1:
            return Say('Let me look. <tool_call>{"name": "get_user_profile", "arguments": {}}</tool_call>')
        if len(asked) == 2:
            return Say("", (("search_products", {"query": "charger"}), ("python_execute", {"code": "1"})))
        return Say("", (("recommend_product", {"product_id": "B0000001", "reasoning": "It will do."}),))

    with ModelServer(policy) as server:
        (result,) = play(home, tmp_path / "run", PLAIN, base_url=server.base_url)
    assert (result.status, result.steps) == (Status.FAILED, 3)
    assert result.tools is not None
    assert (result.tools.refused, result.tools.missing) == (1, 0)
    assert result.usage["in_prose"] == 1
    assert "refused: python_execute" in prompt_of(asked[2])
    assert asked[1]["messages"][2]["content"] == "Let me look."


def test_a_model_that_finds_the_conversation_too_long_is_shown_less(home: Home, tmp_path: Path) -> None:
    refusals = [Refuse(400, "maximum context length is 4096 tokens", code="context_length_exceeded")]

    def policy(body: Body) -> Answer:
        if len(body["messages"]) > 4 and refusals:
            return refusals.pop()
        return Shopper()(body)

    with ModelServer(policy) as server:
        (result,) = play(home, tmp_path / "run", PLAIN, base_url=server.base_url)
    assert (result.status, result.usage["context_overflows"]) == (Status.PASSED, 1)


def test_the_budget_of_an_episode_is_a_limit_and_a_browser_is_no_place(home: Home, tmp_path: Path) -> None:
    with ModelServer(Shopper()) as server:
        budget = Budget(tokens=1)
        (result,) = play(home, tmp_path / "run", PLAIN, base_url=server.base_url, episode_budget=budget)
    assert (result.status, result.steps) == (Status.LIMIT, 1)
    with pytest.raises(AgentError, match="made for a browser, the suite needs the tool sandbox"):
        prepare(RunSettings(suite="chargers", agents=("web@vllm/shopper",)), home=home)
