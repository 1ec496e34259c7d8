"""The web agent from beginning to end: a run in real shops, a real browser, and a server that plays the model."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from model_server import Die, ModelServer, Refuse, Send, pictures_of, prompt_of
from small_world import make_small_world
from web_shopper import Shopper

from shopworld.environments import find_browser
from shopworld.errors import BrowserMissing, RunError
from shopworld.evaluation import RunFolder, RunSettings, prepare, run
from shopworld.evaluation.records import Result, Status, read_steps
from shopworld.evaluation.replaying import replay_decisions
from shopworld.evaluation.running.terms import Assignment
from shopworld.mall import Home
from shopworld.models import Budget, ModelSettings

pytestmark = pytest.mark.browser

SEEING, BLIND = "web-axtree-memory-vision@vllm/shopper", "web-vision@vllm/shopper"
RECORDING = Path(__file__).parents[2] / "data" / "recordings" / "web"


class Quiet:
    def finished(self, result: Result) -> None: ...

    def retried(self, assignment: Assignment, reason: str) -> None: ...


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    try:
        find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))
    made = Home(tmp_path_factory.mktemp("home"))
    make_small_world(made)
    return made


def play(home: Home, out: Path, *agents: str, tasks: tuple[str, ...] = ("answer_1",), **models: Any) -> list[Result]:
    settings = RunSettings(suite="small", agents=agents, filters=tasks, models=ModelSettings(**models))
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
        results = play(home, out, SEEING, BLIND, base_url=server.base_url, prices=str(prices))
        if os.environ.get("SHOPWORLD_RECORD"):
            keep(RunFolder(out).attempt(results[0].key, 0))
        yield out, results, server


def keep(attempt: Path) -> None:
    """Makes this episode the one that `test_recording.py` replays."""
    RECORDING.mkdir(parents=True, exist_ok=True)
    for name in ("goal.txt", "score.json", "steps.jsonl.gz", "model.jsonl.gz"):
        shutil.copy(attempt / name, RECORDING / name)


def test_a_task_is_solved_although_the_provider_fails_on_the_way(played: Any) -> None:
    _, results, server = played
    seeing, blind = results
    assert (seeing.agent, seeing.status, seeing.reward) == (SEEING, Status.PASSED, 1.0), seeing
    assert seeing.usage["model_retries"] + blind.usage["model_retries"] == 4
    assert (blind.status, blind.ending) == (Status.FAILED, "infeasible")
    assert all(result.attempt == 0 for result in results)
    assert seeing.usage["model_calls"] == seeing.steps
    assert len(server.requests) == seeing.steps + blind.steps + 4


def test_pictures_are_seen_by_those_who_look_at_them_and_the_tree_by_the_others(played: Any) -> None:
    _, _, server = played
    assert all(len(pictures_of(body)) == 1 for body in server.requests)
    assert pictures_of(server.requests[0])[0].startswith("data:image/jpeg;base64,/9j/")
    blind = prompt_of(server.requests[-1])
    assert "RootWebArea" not in blind
    assert "<memory>" not in blind
    assert "The number drawn on an element is its id" in blind


def test_usage_and_price_are_kept_by_step_and_by_episode(played: Any) -> None:
    out, results, _ = played
    folder = RunFolder(out)
    attempt = folder.attempt(results[0].key, 0)
    steps = read_steps(attempt / "steps.jsonl")[1:]
    for name in ("input_tokens", "cached_tokens", "output_tokens", "usd", "model_calls"):
        assert sum(step.extra[name] for step in steps) == pytest.approx(results[0].usage[name])
    used = results[0].usage
    price = (used["input_tokens"] - used["cached_tokens"]) * 2 + used["cached_tokens"] * 0.5 + used["output_tokens"] * 8
    assert used["usd"] == pytest.approx(price / 1e6)
    assert used["unpriced_calls"] == 0
    assert [step.thought for step in steps][:2] == ["Search.", "Search."]
    assert steps[-1].extra["memory"].count("/product/") == 2
    assert not list(attempt.glob("*.jpg"))
    spent = [json.loads(line) for line in (out / "spending.jsonl").read_text().splitlines()]
    assert sum(line["usd"] for line in spent) == pytest.approx(used["usd"] + results[1].usage["usd"])


def test_a_run_is_replayed_byte_for_byte_without_a_model(played: Any, home: Home, tmp_path: Path) -> None:
    out, results, server = played
    asked = len(server.requests)
    settings = RunFolder(out).settings().models
    again = play(home, tmp_path / "again", SEEING, BLIND, base_url="", prices=settings.prices, replay=str(out))
    assert [one.without_seconds() for one in again] == [one.without_seconds() for one in results]
    assert [one.usage for one in again] == [one.usage for one in results]
    assert len(server.requests) == asked
    for result in results:
        recorded, replayed = (
            gzip.decompress((RunFolder(folder).attempt(result.key, 0) / "model.jsonl.gz").read_bytes())
            for folder in (out, tmp_path / "again")
        )
        assert without_hashes(recorded) == without_hashes(replayed)


def test_decisions_are_replayed_without_a_browser_too(played: Any) -> None:
    out, results, _ = played
    for result in results:
        attempt = RunFolder(out).attempt(result.key, 0)
        decided = list(replay_decisions(attempt))
        assert len(decided) == result.steps
        assert all(one.move.extra == one.step.extra for one in decided)


def without_hashes(recording: bytes) -> bytes:
    return re.sub(rb'"sha256":"[0-9a-f]+"', b"", recording)


def test_a_run_stops_at_its_budget_and_the_same_command_with_more_goes_on(
    played: Any, home: Home, tmp_path: Path
) -> None:
    _, _, server = played
    out = tmp_path / "run"
    tasks = ("answer_1", "cart_1")
    with pytest.raises(RunError, match="results so far are kept: the budget of the run is spent") as raised:
        play(home, out, BLIND, tasks=tasks, base_url=server.base_url, budget=Budget(tokens=1))
    assert "the same command goes on" in str(raised.value.hint)
    assert [one.task for one in RunFolder(out).results()] == ["answer_1"]
    finished = play(home, out, BLIND, tasks=tasks, base_url=server.base_url, budget=Budget(tokens=10_000_000))
    assert [(one.task, one.status) for one in finished] == [("answer_1", Status.FAILED), ("cart_1", Status.FAILED)]
    assert RunFolder(out).settings().models.budget.tokens == 10_000_000
