"""Agents with a language model that shop in a mall by calls: shop tools, corpus, one search, questions; no browser."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from model_server import Answer, Body, Die, ModelServer, Refuse, Say, Send, prompt_of
from shop_policy import ShopPolicy
from small_world import make_small_world

from shopworld.errors import AgentError
from shopworld.evaluation import RunFolder, RunSettings, prepare, run
from shopworld.evaluation.measures.paired_interfaces import interface_pairs
from shopworld.evaluation.records import Result, Status, read_steps
from shopworld.evaluation.replaying import replay_decisions
from shopworld.evaluation.report.interface_tables import interface_grids
from shopworld.evaluation.report.rows import ReadRun, entries_of
from shopworld.evaluation.running.declaring import declare
from shopworld.evaluation.running.terms import Assignment
from shopworld.mall import Home
from shopworld.models import Budget, ModelSettings

TOOLS, THINKING = "tool_calling@vllm/shopper", "tool_calling-thought@vllm/shopper"
RAG, SIMPLE, NLWEB = "rag@vllm/shopper", "simple_rag@vllm/shopper", "nlweb-thought@vllm/shopper"
AGENTS = (TOOLS, THINKING, RAG, SIMPLE, NLWEB)
RECORDINGS = Path(__file__).parents[2] / "data" / "recordings"
RECORDED = {"shop_tools": TOOLS, "rag": RAG, "simple_rag": SIMPLE, "nlweb": NLWEB}


class Quiet:
    def finished(self, result: Result) -> None: ...

    def retried(self, assignment: Assignment, reason: str) -> None: ...


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOPWORLD_BROWSER", "/no/such/browser")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    made = Home(tmp_path_factory.mktemp("home"))
    make_small_world(made)
    return made


def play(home: Home, out: Path, *agents: str, tasks: tuple[str, ...] = ("answer_1",), **models: Any) -> list[Result]:
    settings = RunSettings(suite="small", agents=agents, filters=tasks, models=ModelSettings(**models))
    return run(prepare(settings, home=home), out, workers=1, watcher=Quiet())


@pytest.fixture(scope="module")
def played(home: Home, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[Result], ModelServer]]:
    """A run of all of them on an answer, a cart and an order, with a provider that fails now and then."""
    soon = {"retry-after-ms": "20"}
    policy = ShopPolicy(Refuse(429, "slow", soon), Refuse(503, "busy", soon), Send(b"<html>"), Die())
    prices = tmp_path_factory.mktemp("prices") / "prices.toml"
    prices.write_text('as_of = "2026-11-01"\n[models."vllm/shopper"]\ninput = 2.0\ncached = 0.5\noutput = 8.0\n')
    with ModelServer(policy) as server:
        out = tmp_path_factory.mktemp("runs") / "first"
        results = play(home, out, *AGENTS, tasks=(), base_url=server.base_url, prices=str(prices))
        if os.environ.get("SHOPWORLD_RECORD"):
            for name, agent in RECORDED.items():
                keep(RunFolder(out).attempt(next(one.key for one in results if one.agent == agent), 0), name)
        yield out, results, server


def keep(attempt: Path, name: str) -> None:
    """Makes this episode the one that is replayed below."""
    folder = RECORDINGS / name
    folder.mkdir(parents=True, exist_ok=True)
    for file in ("goal.txt", "score.json", "steps.jsonl.gz", "model.jsonl.gz"):
        shutil.copy(attempt / file, folder / file)


def test_each_interface_solves_answers_carts_and_orders_although_the_provider_fails(played: Any) -> None:
    _, results, _ = played
    solved = {(one.agent, one.task): one.status for one in results if one.agent != SIMPLE}
    assert set(solved.values()) == {Status.PASSED}, solved
    assert len(solved) == 12
    assert {one.agent: one.interface for one in results} == {
        TOOLS: "tools",
        THINKING: "tools",
        RAG: "corpus",
        SIMPLE: "corpus",
        NLWEB: "nlweb",
    }
    assert sum(one.usage["model_retries"] for one in results) == 4
    assert all(one.attempt == 0 for one in results)


def test_simple_rag_searches_once_and_opens_one_page_without_asking_the_model(played: Any) -> None:
    out, results, server = played
    for result in (one for one in results if one.agent == SIMPLE):
        steps = read_steps(RunFolder(out).attempt(result.key, 0) / "steps.jsonl")[1:]
        names = [json.loads(step.action)["name"] for step in steps]
        assert names[:2] == ["search", "open_page"]
        assert names[-1] == "submit_answer"
        assert not {"search", "open_page"} & {*names[2:]}
        assert result.usage["model_calls"] == result.steps - 2
        assert result.status in (Status.PASSED, Status.FAILED)
    asked = [body for body in server.requests if "One search was made for you" in prompt_of(body)]
    assert asked
    assert not any(one["function"]["name"] in ("search", "open_page") for body in asked for one in body["tools"])
    assert [one["role"] for one in asked[0]["messages"]] == ["system", "user", "assistant", "tool", "assistant", "tool"]


def test_each_way_is_told_in_its_own_words(played: Any) -> None:
    _, _, server = played
    told = {prompt_of(body).partition("Rules:")[0] for body in server.requests}
    assert len(told) == len(AGENTS)
    for words in ("Search each shop by itself", "pages of all shops at once", "Ask each shop in plain words"):
        assert sum(words in one for one in told) >= 1
    assert all("submit_answer" in one for one in told)


def test_interfaces_are_compared_in_pairs_with_their_price(played: Any) -> None:
    out, results, _ = played
    groups = [[one for one in results if one.agent == agent] for agent in (TOOLS, RAG, NLWEB)]
    pairs = interface_pairs(groups)
    assert [(one.first, one.second) for one in pairs] == [(0, 1), (0, 2), (1, 2)]
    assert all(one.differences["usd"].count == 3 for one in pairs)
    grids = interface_grids(entries_of([ReadRun.read(out)]))
    assert [grid.id for grid in grids] == ["interfaces", "interface-differences"]
    assert all(row.cells[8].text not in ("", "–") for row in grids[0].rows)


def test_a_run_is_replayed_without_a_model(played: Any, home: Home, tmp_path: Path) -> None:
    out, results, server = played
    asked = len(server.requests)
    prices = RunFolder(out).settings().models.prices
    again = play(home, tmp_path / "again", *AGENTS, tasks=(), prices=prices, replay=str(out))
    assert [one.without_seconds() for one in again] == [one.without_seconds() for one in results]
    assert len(server.requests) == asked


@pytest.mark.parametrize("name", RECORDED)
def test_the_recorded_episode_is_played_again_to_its_end(name: str) -> None:
    decided = list(replay_decisions(RECORDINGS / name))
    assert json.loads(decided[-1].move.action)["name"] == "submit_answer"
    assert [one.move.extra for one in decided] == [one.step.extra for one in decided]


def test_malformed_replies_are_handled_counted_and_no_fault_of_the_mall(home: Home, tmp_path: Path) -> None:
    says = {
        "talks": Say("The second one is the best."),
        "silent": Say(""),
        "breaks": Say("", (("search", '{"query": "ssd'),)),
    }
    with ModelServer(lambda body: says[body["model"]]) as server:
        results = play(home, tmp_path / "run", *(f"rag@vllm/{name}" for name in says), base_url=server.base_url)
    for result in results:
        assert (result.status, result.steps) == (Status.LIMIT, 2)
        if result.agent.endswith("breaks"):
            assert result.usage["asked_again"] == 2


def test_calls_in_prose_count_and_a_wrong_call_is_told(home: Home, tmp_path: Path) -> None:
    asked: list[Body] = []

    def policy(body: Body) -> Answer:
        asked.append(body)
        if len(asked) == 1:
            return Say('I ask. <tool_call>{"name": "ask", "arguments": {"query": "ssd"}}</tool_call>')
        return Say("", (("submit_answer", {"answer": "Done"}),))

    with ModelServer(policy) as server:
        (result,) = play(home, tmp_path / "run", "nlweb@vllm/shopper", base_url=server.base_url)
    assert (result.status, result.steps) == (Status.FAILED, 2)
    assert result.usage["in_prose"] == 1
    assert "ask: shop: Field required" in prompt_of(asked[1])


def test_a_model_that_finds_the_conversation_too_long_is_shown_less(home: Home, tmp_path: Path) -> None:
    refusals = [Refuse(400, "maximum context length is 4096 tokens", code="context_length_exceeded")]
    shopper = ShopPolicy()

    def policy(body: Body) -> Answer:
        if len(body["messages"]) > 4 and refusals:
            return refusals.pop()
        answer: Answer = shopper(body)
        return answer

    with ModelServer(policy) as server:
        (result,) = play(home, tmp_path / "run", TOOLS, base_url=server.base_url)
    assert (result.status, result.usage["context_overflows"]) == (Status.PASSED, 1)


def test_the_budget_of_an_episode_is_a_limit(home: Home, tmp_path: Path) -> None:
    with ModelServer(ShopPolicy()) as server:
        budget = Budget(tokens=1)
        (result,) = play(home, tmp_path / "run", RAG, base_url=server.base_url, episode_budget=budget)
    assert (result.status, result.steps) == (Status.LIMIT, 1)


def test_names_say_where_they_shop_and_what_they_are_set_up_like() -> None:
    environments = ["shop_tools", "shop_tools", "corpus", "corpus", "nlweb"]
    assert [declare(name).environment("mall") for name in AGENTS] == environments


def test_a_name_that_no_agent_has_is_refused(home: Home) -> None:
    with pytest.raises(AgentError, match="'rag-fast@vllm/shopper' cannot be made: it has no option 'fast'"):
        prepare(RunSettings(suite="small", agents=("rag-fast@vllm/shopper",)), home=home)
    with pytest.raises(AgentError, match="made for a corpus of shops' pages, the suite needs a browser"):
        prepare(RunSettings(suite="small", agents=("rag+browser@vllm/shopper",)), home=home)
