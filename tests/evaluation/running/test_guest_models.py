"""Other people's agents with a language model: metered, kept to budgets, recorded and replayed as ours are."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from model_server import Answer, Body, ModelServer, Refuse, Say, in_turn, pictures_of, prompt_of
from small_world import make_small_world

from shopworld.environments import Observation
from shopworld.errors import AgentError, RunError
from shopworld.evaluation import RunFolder, RunSettings, prepare, run
from shopworld.evaluation.records import Result, Status, read_steps
from shopworld.evaluation.running.declaring import declare, declare_all
from shopworld.evaluation.running.guest import GuestProcess
from shopworld.evaluation.running.processes import kill_group
from shopworld.evaluation.trajectory import EVENTS, MODEL_CALLS, STEPS
from shopworld.mall import Home
from shopworld.models import Budget, Models, ModelSettings

MODEL = "vllm/shopper"
OVERFLOW = Refuse(400, "This model's maximum context length is 10 tokens")
FORBIDDEN = Refuse(400, "content_filter: no")


class Quiet:
    def finished(self, result: Any) -> None: ...

    def retried(self, assignment: Any, reason: str) -> None: ...


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOPWORLD_BROWSER", "/no/such/browser")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    made = Home(tmp_path_factory.mktemp("home"))
    make_small_world(made)
    return made


@pytest.fixture(scope="module")
def prices(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("prices") / "prices.toml"
    path.write_text('as_of = "2026-11-01"\n[models."vllm/shopper"]\ninput = 2.0\noutput = 8.0\n')
    return str(path)


Play = Callable[..., Result]


@pytest.fixture
def play(home: Home, tmp_path: Path) -> Play:
    """Plays one task with one agent of `model_guests`."""

    def playing(agent: str, out: str = "run", trials: int = 1, **models: Any) -> Result:
        settings = RunSettings(
            suite="small",
            agents=(f"model_guests:{agent}@{MODEL}",),
            filters=("answer_1",),
            trials=trials,
            models=ModelSettings(**models),
        )
        return run(prepare(settings, home=home), tmp_path / out, workers=1, watcher=Quiet())[0]

    return playing


def attempt_of(out: Path, result: Result) -> Path:
    return RunFolder(out).attempt(result.key, result.attempt)


def answer_of(out: Path, result: Result) -> str:
    """What the agent submitted."""
    step = read_steps(attempt_of(out, result) / STEPS)[-1]
    return str(json.loads(step.action)["arguments"]["answer"])


def test_tokens_price_and_calls_are_measured_whatever_the_agent_says(play: Play, prices: str, tmp_path: Path) -> None:
    with ModelServer(lambda _: Say("http://nowhere.example/ " * 10)) as server:
        told = play("Telling", base_url=server.base_url, prices=prices)
        silent = play("Asking", "silent", base_url=server.base_url, prices=prices)
        prompt = len(prompt_of(server.requests[0])) // 4
    assert told.status is Status.FAILED, told.error
    for result in (told, silent):
        assert result.usage["input_tokens"] == prompt
        assert result.usage["output_tokens"] == 60
        assert result.usage["usd"] == pytest.approx((2 * prompt + 8 * 60) / 1e6)
        assert result.usage["model_calls"] == 1
    assert told.usage["pages"] == 3
    (step,) = read_steps(attempt_of(tmp_path / "silent", silent) / STEPS)[1:]
    assert step.extra["model"] == MODEL
    ledger = (tmp_path / "silent" / "spending.jsonl").read_text().splitlines()
    assert [json.loads(line)["tokens"] for line in ledger] == [prompt + 60]


def test_our_agent_as_somebody_elses_is_played_recorded_and_replayed_as_ours(
    home: Home, play: Play, prices: str, tmp_path: Path
) -> None:
    calls = (
        Say("Look.", (("search_products", {"query": "Brisk SSD 2 TB", "shop": "E-Store Athletes"}),)),
        Say("Done.", (("submit_answer", {"answer": "http://nowhere.example/"}),)),
    )
    soon = {"retry-after-ms": "30"}
    with ModelServer(in_turn(Refuse(429, "slow", soon), *calls)) as server:
        theirs = play("Mine", base_url=server.base_url, prices=prices)
    with ModelServer(in_turn(Refuse(429, "slow", soon), *calls)) as server:
        settings = RunSettings(
            suite="small",
            agents=(f"tool_calling@{MODEL}",),
            filters=("answer_1",),
            models=ModelSettings(base_url=server.base_url, prices=prices),
        )
        (ours,) = run(prepare(settings, home=home), tmp_path / "ours", workers=1, watcher=Quiet())
    times = ("model_seconds", "lost_seconds")
    assert {name: one for name, one in theirs.usage.items() if name not in times} == {
        name: one for name, one in ours.usage.items() if name not in times
    }
    assert theirs.usage["model_retries"] == 1
    assert theirs.usage["lost_seconds"] >= 0.03
    assert theirs.interface == ours.interface == "tools"

    replayed = play("Mine", "again", replay=str(tmp_path / "run"))  # no server any more
    assert replayed.usage == theirs.usage
    first, again = (attempt_of(tmp_path / out, one) for out, one in (("run", theirs), ("again", replayed)))
    assert (first / EVENTS).read_bytes() == (again / EVENTS).read_bytes()
    assert (first / f"{MODEL_CALLS}.gz").exists()
    with pytest.raises(RunError, match="request 1 is not the one recorded"):
        play("Asking", "other", replay=str(_renamed(tmp_path / "run", "Mine", "Asking")))


def _renamed(out: Path, old: str, new: str) -> Path:
    """The run, as if another agent had played it."""
    folder = RunFolder(out).attempts(RunFolder(out).results()[0].key)[0].parents[2]
    folder.rename(folder.with_name(folder.name.replace(old, new)))
    return out


def test_budgets_end_the_step_and_no_agent_can_swallow_that(play: Play, prices: str, tmp_path: Path) -> None:
    with ModelServer(lambda _: Say("well " * 40)) as server:
        limited = play("Stubborn", base_url=server.base_url, episode_budget=Budget(tokens=200))
        asked = len(server.requests)
        assert (limited.status, limited.usage["model_calls"]) == (Status.LIMIT, asked)
        assert limited.usage["input_tokens"] + limited.usage["output_tokens"] >= 200
        assert "budget of the episode" in limited.error
        with pytest.raises(RunError, match="the budget of the run is spent"):
            play("Stubborn", "dear", base_url=server.base_url, prices=prices, budget=Budget(usd=0.001))
    with pytest.raises(RunError, match="401"), ModelServer(lambda _: Refuse(401, "who are you?")) as server:
        play("Stubborn", "refused", base_url=server.base_url)


def test_a_provider_that_fails_for_good_is_no_fault_of_the_agent(play: Play) -> None:
    def policy(body: Body) -> Answer:
        return Refuse(503, "busy", {"retry-after-ms": "1"}) if next(turns) < 3 else Say("late")

    turns = iter(range(100))
    with ModelServer(policy) as server:
        result = play("Asking", base_url=server.base_url, retries=2)
    assert (result.status, result.attempt) == (Status.FAILED, 1)
    assert result.usage["model_calls"] == 1


def test_what_the_model_cannot_answer_is_the_agents_to_deal_with(play: Play, tmp_path: Path) -> None:
    def policy(body: Body) -> Answer:
        return OVERFLOW if "too long" in prompt_of(body) else FORBIDDEN

    with ModelServer(policy) as server:
        patient = play("Patient", base_url=server.base_url)
        falling = play("Falling", "falling", base_url=server.base_url)
    overflow, refused = answer_of(tmp_path / "run", patient).split(" | ")
    assert overflow.startswith("overflow: vllm/shopper answered 400: This model's maximum")
    assert refused.startswith("refused: vllm/shopper answered 400: content_filter")
    assert falling.status is Status.AGENT_ERROR
    assert "ContextOverflow" in falling.error


def test_asynchronous_code_pictures_and_forms_go_through_the_pipe(play: Play, tmp_path: Path) -> None:
    def policy(body: Body) -> Answer:
        return Say('{"answer": "form"}' if "response_format" in body else prompt_of(body).removeprefix("number "))

    with ModelServer(policy) as server:
        result = play("Asynchronous", base_url=server.base_url)
        pictures = [pictures_of(body) for body in server.requests]
        at_once = server.most_at_once
    assert answer_of(tmp_path / "run", result) == "0 1 2 3 form 5 5"
    assert pictures[:4] == [["data:image/png;base64,cGljdHVyZQ=="]] * 4
    assert at_once == 1
    assert result.usage["model_calls"] == 5


def test_no_key_reaches_its_process_unless_somebody_says_so(
    home: Home, play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENROUTER_API_KEY")
    for name in (*keys, "SHOPWORLD_API_KEY"):
        monkeypatch.setenv(name, f"secret-{name}")
    monkeypatch.setenv("HARMLESS", "well known")
    with ModelServer(lambda _: Say("so")) as server:
        result = play("Curious", base_url=server.base_url)
        assert server.keys == ["secret-SHOPWORLD_API_KEY"]
        told = answer_of(tmp_path / "run", result)
        assert "well known" in told
        assert "secret" not in told
        settings = RunSettings(
            suite="small",
            agents=(f"model_guests:Curious@{MODEL}",),
            filters=("answer_1",),
            models=ModelSettings(base_url=server.base_url),
            pass_env=("OPENAI_API_KEY",),
        )
        (result,) = run(prepare(settings, home=home), tmp_path / "passed", workers=1, watcher=Quiet())
    told = answer_of(tmp_path / "passed", result)
    assert "secret-OPENAI_API_KEY" in told
    assert "secret-GEMINI" not in told
    for file in (tmp_path / "run").rglob("*"):
        assert file.is_dir() or b"secret" not in file.read_bytes()


def test_options_in_a_name_are_the_agents_to_read(home: Home, tmp_path: Path) -> None:
    assert declare(f"model_guests:Styled@{MODEL}").pictures == "none"
    assert declare(f"model_guests:Styled-terse-vision@{MODEL}").pictures == "marked"
    with ModelServer(lambda _: Say("so")) as server:
        settings = RunSettings(
            suite="small",
            agents=(f"model_guests:Styled-terse@{MODEL}",),
            filters=("answer_1",),
            models=ModelSettings(base_url=server.base_url),
        )
        (result,) = run(prepare(settings, home=home), tmp_path / "run", workers=1, watcher=Quiet())
    assert answer_of(tmp_path / "run", result) == "terse: so"
    with pytest.raises(AgentError, match="it has no option 'loud'"):
        declare(f"model_guests:Asking-loud@{MODEL}")


@pytest.fixture
def guest() -> Iterator[Callable[[str], GuestProcess]]:
    """Starts guests, and ends them after the test."""
    started: list[GuestProcess] = []

    def start(name: str) -> GuestProcess:
        started.append(GuestProcess(f"model_guests:{name}@{MODEL}"))
        return started[-1]

    yield start
    for one in started:
        one.close()


def test_what_is_asked_between_two_steps_is_refused_and_disturbs_nothing(guest: Any) -> None:
    with ModelServer(lambda _: Say("never")) as server:
        models = Models(ModelSettings(base_url=server.base_url))
        agent = guest("Late").agent("shop_tools", models.open(MODEL))
        agent.begin("Find it.", seed=1)
        agent.act(Observation())
        time.sleep(0.6)
        assert "between two steps" in agent.act(Observation(step=1)).action
        assert server.requests == []
        models.close()


def test_a_process_that_dies_while_it_waits_for_the_model_is_the_agents_error(guest: Any) -> None:
    process = guest("Asking")

    def policy(body: Body) -> Answer:
        kill_group(process.process_group)
        time.sleep(0.1)
        return Say("anybody there?")

    with ModelServer(policy) as server:
        models = Models(ModelSettings(base_url=server.base_url))
        agent = process.agent("shop_tools", models.open(MODEL))
        agent.begin("Find it.", seed=1)
        with pytest.raises(AgentError, match="signal 9"):
            agent.act(Observation())
        assert agent.take_usage()["model_calls"] == 1
        agent.end("stopped")
        models.close()


def test_a_name_with_too_little_or_too_much_is_refused() -> None:
    with pytest.raises(AgentError, match="needs a language model"):
        declare_all(("model_guests:Asking",), "mall")
    with pytest.raises(AgentError, match="asks no language model") as raised:
        declare_all((f"guests:Polite@{MODEL}",), "mall")
    assert "needs_model = True" in str(raised.value.hint)
    with pytest.raises(AgentError, match="before it has a task"):
        declare(f"model_guests:Early@{MODEL}")
