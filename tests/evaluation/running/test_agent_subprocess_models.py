"""Other people's agents with a language model: metered, kept to budgets, recorded and replayed as ours are."""

from __future__ import annotations

import contextlib
import gzip
import itertools
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest
from model_server import Answer, Body, ModelServer, Policy, Refuse, Say, in_turn, pictures_of, prompt_of
from small_world import make_small_world

from shopworld.environments import Observation
from shopworld.errors import AgentError, BudgetSpent, ModelError, ModelFault
from shopworld.evaluation import RunFolder, RunSettings, prepare, run
from shopworld.evaluation.records import Result, Status, read_steps
from shopworld.evaluation.running.agent_subprocess import AgentSubprocess, SubprocessAgent
from shopworld.evaluation.running.deadline import TimeUp, deadline
from shopworld.evaluation.running.declaring import declare, declare_all
from shopworld.evaluation.running.processes import kill_group
from shopworld.evaluation.trajectory import EVENTS, GOAL, MODEL_CALLS, STEPS
from shopworld.mall import Home
from shopworld.models import Budget, Models, ModelSettings, failures
from shopworld.models.budgets import LEDGER
from shopworld.models.keys import OWN_END_POINT_KEY

MODEL = "vllm/shopper"
SEEN = Observation("http://shop-a.example/", "Shop A")


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


KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENROUTER_API_KEY")
OURS = f"tool_calling@{MODEL}"
THEIRS = ("Mine", "Asking", "Telling", "Asynchronous", "Patient", "Falling", "Curious", "Styled-terse")
SOON = {"retry-after-ms": "30"}
SHOPPING = (
    Refuse(429, "slow", SOON),
    Say("Look.", (("search_products", {"query": "Brisk SSD 2 TB"}),)),
    Say("Done.", (("submit_answer", {"answer": "http://nowhere.example/"}),)),
)


def name_of(agent: str) -> str:
    return agent if "@" in agent else f"foreign_model_agents:{agent}@{MODEL}"


class Talking:
    """Answers each of `foreign_model_agents` as it needs it; shopping agents in turn, each from the start."""

    def __init__(self) -> None:
        self.shopping: Iterator[Answer] = itertools.cycle(SHOPPING)

    def __call__(self, body: Body) -> Answer:
        prompt = prompt_of(body)
        if body.get("tools"):
            return next(self.shopping)
        if prompt in ("too long", "forbidden"):
            return Refuse(400, "maximum context length" if prompt == "too long" else "content_filter: no")
        if "response_format" in body:
            return Say('{"answer": "form"}')
        return Say(prompt.removeprefix("number ") if prompt.startswith("number ") else "http://nowhere.example/ " * 10)


@dataclass(frozen=True)
class Played:
    """A run.

    Attributes:
        out: its folder.
        results: by the agent's class, ours by its whole name.
        server: whom they asked.
    """

    out: Path
    results: dict[str, Result]
    server: ModelServer

    def attempt(self, agent: str) -> Path:
        result = self.results[agent]
        return RunFolder(self.out).attempt(result.key, result.attempt)

    def answer(self, agent: str) -> str:
        """What the agent submitted."""
        step = read_steps(self.attempt(agent) / STEPS)[-1]
        return str(json.loads(step.action)["arguments"]["answer"])


def play(home: Home, out: Path, server: ModelServer, *agents: str, **models: Any) -> Played:
    """Plays one task with each of the agents."""
    settings = RunSettings(
        suite="small",
        agents=tuple(map(name_of, agents)),
        filters=("answer_1",),
        models=ModelSettings(**({"base_url": server.base_url} | models)),
    )
    results = run(prepare(settings, home=home), out, workers=1, watcher=Quiet())
    by_name = {one.agent: one for one in results}
    return Played(out, {agent: by_name[name_of(agent)] for agent in agents}, server)


@pytest.fixture(scope="module")
def played(home: Home, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """All of them, where there are keys in the environment."""
    prices = tmp_path_factory.mktemp("prices") / "prices.toml"
    prices.write_text('as_of = "2026-11-01"\n[models."vllm/shopper"]\ninput = 2.0\noutput = 8.0\n')
    out = tmp_path_factory.mktemp("runs") / "first"
    with pytest.MonkeyPatch.context() as patch, ModelServer(Talking()) as server:
        for name in (*KEYS, OWN_END_POINT_KEY):
            patch.setenv(name, f"secret-{name}")
        patch.setenv("HARMLESS", "well known")
        patch.setenv("SHOPWORLD_BROWSER", "/no/such/browser")
        yield play(home, out, server, OURS, *THEIRS, prices=str(prices))


def test_tokens_price_and_calls_are_measured_whatever_the_agent_says(played: Played) -> None:
    prompt = len((played.attempt("Asking") / GOAL).read_text()) // 4
    for agent in ("Telling", "Asking"):
        usage = played.results[agent].usage
        assert (usage["input_tokens"], usage["output_tokens"], usage["model_calls"]) == (prompt, 60, 1)
        assert usage["usd"] == pytest.approx((2 * prompt + 8 * 60) / 1e6)
    assert played.results["Telling"].usage["pages"] == 3
    assert read_steps(played.attempt("Asking") / STEPS)[1].extra["model"] == MODEL
    lines = [json.loads(line) for line in (played.out / LEDGER).read_text().splitlines()]
    usages = [one.usage for one in played.results.values()]
    tokens = sum(one.get(name, 0) for one in usages for name in ("input_tokens", "output_tokens"))
    assert sum(one["tokens"] for one in lines) == tokens
    assert sum(one["usd"] for one in lines) == pytest.approx(sum(one.get("usd", 0) for one in usages))


def test_our_agent_as_somebody_elses_is_measured_excused_and_recorded_as_ours(played: Played) -> None:
    times = ("model_seconds", "lost_seconds")
    ours, theirs = ({**played.results[agent].usage} for agent in (OURS, "Mine"))
    assert theirs["model_retries"] == 1
    assert theirs["lost_seconds"] >= 0.03
    assert [one.pop(name) > 0 for one in (ours, theirs) for name in times] == [True] * 4
    assert theirs == ours
    assert played.results["Mine"].interface == played.results[OURS].interface == "tools"
    recorded = [gzip.decompress((played.attempt(one) / f"{MODEL_CALLS}.gz").read_bytes()) for one in (OURS, "Mine")]
    asked = [[orjson.loads(line)["request"] for line in one.splitlines()] for one in recorded]
    assert asked[0] == asked[1]


def test_a_replay_needs_no_model_and_gives_the_same(played: Played, home: Home, tmp_path: Path) -> None:
    replayed = play(home, tmp_path / "again", played.server, *THEIRS, base_url="", replay=str(played.out))
    for agent in THEIRS:
        assert replayed.results[agent].usage == played.results[agent].usage
        assert replayed.results[agent].error == played.results[agent].error
        first, again = (one.attempt(agent) / EVENTS for one in (played, replayed))
        if agent != "Curious":  # whose environment is another one
            assert first.read_bytes() == again.read_bytes()


def test_what_the_model_cannot_answer_is_the_agents_to_deal_with(played: Played) -> None:
    overflow, refused = played.answer("Patient").split(" | ")
    assert overflow == "overflow: vllm/shopper answered 400: maximum context length"
    assert refused == "refused: vllm/shopper answered 400: content_filter: no"
    assert played.results["Patient"].usage["model_calls"] == 2
    falling = played.results["Falling"]
    assert falling.status is Status.AGENT_ERROR
    assert "ContextOverflow: vllm/shopper answered 400" in falling.error
    assert falling.usage["model_calls"] == 1


def test_asynchronous_code_pictures_and_forms_go_through_the_pipe(played: Played) -> None:
    assert played.answer("Asynchronous") == "0 1 2 3 form 5 5"
    pictures = [pictures_of(one) for one in played.server.requests if prompt_of(one).startswith("number ")]
    assert pictures == [["data:image/png;base64,cGljdHVyZQ=="]] * 4
    assert played.server.most_at_once == 1
    assert played.results["Asynchronous"].usage["model_calls"] == 5


def test_no_key_reaches_its_process(played: Played) -> None:
    assert set(played.server.keys) == {f"secret-{OWN_END_POINT_KEY}"}
    told = played.answer("Curious")
    assert "PATH" in told
    assert "well known" not in told
    assert "secret" not in told
    for file in played.out.rglob("*"):
        assert file.is_dir() or b"secret" not in file.read_bytes()


def test_options_in_a_name_are_the_agents_to_read(played: Played) -> None:
    assert played.answer("Styled-terse").startswith("terse: http")
    assert declare(name_of("Styled")).pictures == "none"
    assert declare(name_of("Styled-terse-vision")).pictures == "marked"
    with pytest.raises(AgentError, match="it has no option 'loud'"):
        declare(name_of("Asking-loud"))


Start = Callable[..., SubprocessAgent]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts agents that have a goal, with a model at a server; ends all after the test."""
    monkeypatch.setattr(failures, "FIRST_DELAY", 0.01)
    ending = contextlib.ExitStack()

    def begin(name: str, policy: Policy, variables: tuple[str, ...] = (), **settings: Any) -> SubprocessAgent:
        process = ending.enter_context(contextlib.closing(AgentSubprocess(name_of(name), variables=variables)))
        server = ending.enter_context(ModelServer(policy))
        models = ending.enter_context(contextlib.closing(Models(ModelSettings(base_url=server.base_url, **settings))))
        agent = process.agent("shop_tools", models.open(MODEL))
        agent.begin("Find it.", seed=1)
        return agent

    with ending:
        yield begin


def test_a_variable_that_somebody_names_reaches_it(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "mine to give")
    monkeypatch.setenv("GEMINI_API_KEY", "secret")
    told = start("Curious", in_turn(Say("so")), ("OPENAI_API_KEY",)).act(SEEN).action
    assert "mine to give" in told
    assert "secret" not in told


@pytest.mark.parametrize(
    ("answer", "settings", "raised", "calls"),
    [
        (Say("well " * 40), {"episode_budget": Budget(tokens=150)}, BudgetSpent, 3),
        (Refuse(400, "maximum context length"), {"episode_budget": Budget(tokens=150)}, None, 0),
        (Refuse(401, "who are you?"), {}, ModelError, 0),
        (Refuse(503, "busy"), {"retries": 1}, ModelFault, 0),
    ],
)
def test_what_ends_the_step_no_agent_can_swallow(
    start: Start, answer: Answer, settings: Any, raised: type[Exception] | None, calls: int
) -> None:
    agent = start("Stubborn", in_turn(answer), **settings)
    with pytest.raises(raised or TimeUp), deadline(300.0 if raised else 4.0):
        agent.act(SEEN)
    used = agent.take_usage()
    assert used["model_calls"] == calls if raised else used["model_calls"] > 2
    assert agent.process_group is None
    agent.end("limit")


def test_time_that_the_provider_loses_is_not_the_agents(start: Start) -> None:
    agent = start("Asking", in_turn(Refuse(429, "slow", {"retry-after-ms": "6000"}), Say("so")))
    with deadline(5.5, lambda: agent.excused_seconds):
        assert "so" in agent.act(SEEN).action
    assert agent.excused_seconds >= 6.0


def test_what_is_asked_between_two_steps_is_refused_and_disturbs_nothing(start: Start) -> None:
    agent = start("Late", lambda _: pytest.fail("nobody is to be asked"))
    agent.act(SEEN)
    time.sleep(3)  # it asks a fifth of a second after its step
    assert "between two steps" in agent.act(Observation(step=1)).action


def test_a_process_that_dies_while_it_waits_for_the_model_is_the_agents_error(start: Start) -> None:
    def policy(body: Body) -> Answer:
        assert agent.process_group is not None
        kill_group(agent.process_group)
        time.sleep(0.1)
        return Say("anybody there?")

    agent = start("Asking", policy)
    with pytest.raises(AgentError, match="signal 9"):
        agent.act(SEEN)
    assert agent.take_usage()["model_calls"] == 1
    agent.end("stopped")


def test_a_name_with_too_little_or_too_much_is_refused() -> None:
    with pytest.raises(AgentError, match="needs a language model"):
        declare_all(("foreign_model_agents:Asking",), "mall")
    with pytest.raises(AgentError, match="asks no language model") as raised:
        declare_all((f"foreign_agents:Polite@{MODEL}",), "mall")
    assert "needs_model = True" in str(raised.value.hint)
    with pytest.raises(AgentError, match="before it has a task"):
        declare(f"foreign_model_agents:Early@{MODEL}")
