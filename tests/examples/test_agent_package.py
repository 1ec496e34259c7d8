"""The example package is installed and run as its readers would: with a model, a price, a budget, and a replay."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from model_server import Answer, Body, ModelServer, Refuse, Say
from small_world import make_small_world

from shopworld.evaluation import RunFolder
from shopworld.evaluation.records import Result, Status
from shopworld.evaluation.trajectory import EVENTS, MODEL_CALLS
from shopworld.mall import Home, Mall
from shopworld.tasks import AnswerSet, Suite

PRICES = 'as_of = "2026-11-01"\n[models."vllm/small"]\ninput = 2.0\noutput = 8.0\n'


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def suite(home: Home) -> Suite:
    return make_small_world(home)


def right_answer(home: Home, suite: Suite) -> str:
    check = next(one for one in suite.tasks[0].checks if isinstance(one, AnswerSet))
    with_hosts = Mall.open(home.mall("small"))
    hosts = {shop: host for host, shop in with_hosts.hosts.items()}
    with_hosts.close()
    return " ### ".join(f"http://{hosts[group[0].shop]}/product/{group[0].slug}/" for group in check.groups)


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(site: Path, home: Home, tmp_path: Path) -> Run:
    """Runs the command on the first task."""
    (tmp_path / "prices.toml").write_text(PRICES)
    environment = {
        **os.environ,
        "PYTHONPATH": str(site),
        "SHOPWORLD_HOME": str(home.folder),
        "SHOPWORLD_BROWSER": "/no/such/browser",
        "OPENAI_API_KEY": "secret",
    }

    def call(out: str, *options: str, agent: str = "caller") -> subprocess.CompletedProcess[str]:
        command = ["run", "small", "-a", agent, "--filter", "answer_1", "--workers", "1", "--out", out, *options]
        return subprocess.run(
            [sys.executable, "-m", "shopworld", *command, "--prices", "prices.toml"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
        )

    return call


def result_of(out: Path) -> Result:
    (result,) = RunFolder(out).results()
    return result


def test_it_is_installed_run_metered_recorded_and_replayed(run: Run, home: Home, suite: Suite, tmp_path: Path) -> None:
    answer = right_answer(home, suite)

    def policy(body: Body) -> Answer:
        if len(server.requests) == 1:
            return Refuse(429, "slow", {"retry-after-ms": "30"})
        told = [message for message in body["messages"] if message["role"] == "tool"]
        if not told:
            assert body["tool_choice"] == "required"
            return Say("Look.", (("search_products", {"query": "Brisk SSD 2 TB", "shop": "E-Store Athletes"}),))
        assert told[0]["tool_call_id"] == "call_0"
        return Say("There.", (("submit_answer", {"answer": answer}),))

    with ModelServer(policy) as server:
        model = ("--model", "vllm/small", "--base-url", server.base_url)
        done = run("first", *model)
        assert done.returncode == 0, done.stderr
        result = result_of(tmp_path / "first")
        assert (result.agent, result.status, result.interface) == ("caller@vllm/small", Status.PASSED, "tools")
        usage = result.usage
        assert (usage["model_calls"], usage["model_retries"]) == (2, 1)
        assert usage["usd"] == pytest.approx((2 * usage["input_tokens"] + 8 * usage["output_tokens"]) / 1e6)
        asked = len(server.requests)

        budget = run("dear", *model, "--budget-usd", "0.00001")
        assert budget.returncode != 0
        assert "the budget of the run is spent" in " ".join(budget.stderr.split())
        assert len(server.requests) == asked + 1

    again = run("again", "--model", "vllm/small", "--replay", "first")
    assert again.returncode == 0, again.stderr
    replayed = result_of(tmp_path / "again")
    assert (replayed.status, replayed.usage) == (result.status, result.usage)
    attempts = [RunFolder(tmp_path / out).attempt(result.key, 0) for out in ("first", "again")]
    assert (attempts[0] / EVENTS).read_bytes() == (attempts[1] / EVENTS).read_bytes()
    for out in ("first", "again"):
        assert not any(b"secret" in file.read_bytes() for file in (tmp_path / out).rglob("*") if file.is_file())
    assert (attempts[0] / f"{MODEL_CALLS}.gz").exists()


def test_what_is_lacking_or_misspelt_is_said(run: Run, suite: Suite) -> None:
    lacking = " ".join(run("none").stderr.split())
    assert "the agent 'caller' needs a language model" in lacking
    assert "Give --model provider/model" in lacking
    misspelt = " ".join(run("other", "--model", "vllm/small", agent="calller").stderr.split())
    assert "no agent is called 'calller'" in misspelt
    assert "Did you mean 'caller'?" in misspelt
    assert "Installed: caller" in misspelt
