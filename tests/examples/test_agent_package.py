"""The example package is installed and run as its readers would: with a model, a price, a budget, and a replay."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from model_server import Answer, Body, ModelServer, Refuse, Say
from small_world import make_small_world
from typer.testing import CliRunner

from shopworld.cli.main import app
from shopworld.errors import AgentError, RunError
from shopworld.evaluation import RunFolder
from shopworld.evaluation.records import Result, Status
from shopworld.evaluation.trajectory import EVENTS, MODEL_CALLS
from shopworld.mall import Home, Mall
from shopworld.tasks import AnswerSet, Suite

EXAMPLE = Path(__file__).parents[2] / "examples" / "agent"
MOST_LINES = 60
PRICES = 'as_of = "2026-11-01"\n[models."vllm/small"]\ninput = 2.0\noutput = 8.0\n'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the package is installed, without a network."""
    source = tmp_path_factory.mktemp("source") / "agent"
    shutil.copytree(EXAMPLE, source)
    target = tmp_path_factory.mktemp("site")
    offline = ["--no-index", "--no-build-isolation", "--no-deps", "--disable-pip-version-check", "--quiet"]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *offline, "--target", str(target), str(source)],
        check=True,
        timeout=300,
    )
    return target


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


Run = Callable[..., Result]


@pytest.fixture
def run(site: Path, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command on the first task; returns its result."""
    (tmp_path / "prices.toml").write_text(PRICES)
    monkeypatch.syspath_prepend(site)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHOPWORLD_HOME", str(home.folder))
    monkeypatch.setenv("SHOPWORLD_BROWSER", "/no/such/browser")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")

    def call(out: str, *options: str, agent: str = "caller") -> Result:
        command = ["run", "small", "-a", agent, "--filter", "answer_1", "--workers", "1", "--out", out, *options]
        outcome = CliRunner().invoke(app, [*command, "--prices", "prices.toml"])
        if outcome.exception is not None:
            raise outcome.exception
        (result,) = RunFolder(tmp_path / out).results()
        return result

    return call


def test_it_is_short() -> None:
    files = [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".toml", ".md", ".txt", ".cfg")]
    assert {path.name for path in files} >= {"pyproject.toml", "caller.py"}
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= MOST_LINES


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
        result = run("first", *model)
        assert (result.agent, result.status, result.interface) == ("caller@vllm/small", Status.PASSED, "tools")
        usage = result.usage
        assert (usage["model_calls"], usage["model_retries"]) == (2, 1)
        assert usage["usd"] == pytest.approx((2 * usage["input_tokens"] + 8 * usage["output_tokens"]) / 1e6)
        asked = len(server.requests)

        with pytest.raises(RunError, match="the budget of the run is spent"):
            run("dear", *model, "--budget-usd", "0.00001")
        assert len(server.requests) == asked + 1

    replayed = run("again", "--model", "vllm/small", "--replay", "first")
    assert (replayed.status, replayed.usage) == (result.status, result.usage)
    attempts = [RunFolder(tmp_path / out).attempt(result.key, 0) for out in ("first", "again")]
    assert (attempts[0] / EVENTS).read_bytes() == (attempts[1] / EVENTS).read_bytes()
    for out in ("first", "again"):
        assert not any(b"secret" in file.read_bytes() for file in (tmp_path / out).rglob("*") if file.is_file())
    assert (attempts[0] / f"{MODEL_CALLS}.gz").exists()


def test_what_is_lacking_or_misspelt_is_said(run: Run, suite: Suite) -> None:
    with pytest.raises(AgentError, match="the agent 'caller' needs a language model") as lacking:
        run("none")
    assert "Give --model provider/model" in str(lacking.value.hint)
    with pytest.raises(AgentError, match="no agent is called 'calller'") as misspelt:
        run("other", "--model", "vllm/small", agent="calller")
    assert "Did you mean 'caller'?" in str(misspelt.value.hint)
    assert "Installed: caller" in str(misspelt.value.hint)
