"""Whose fault it is: attempts of the web agent with models and providers that fail in every way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from model_server import Body, Hang, ModelServer, Policy, Refuse, Say, in_turn, prompt_of

from shopworld.environments import Observation
from shopworld.environments.action_parser import parse_action
from shopworld.episode import Ending, Episode
from shopworld.errors import ActionError, ModelError
from shopworld.evaluation import RunSettings
from shopworld.evaluation.attempt import Assignment, Attempt
from shopworld.evaluation.players import EpisodePlace, Players
from shopworld.evaluation.records import Hashes, Result, Status, TrialKey, read_steps
from shopworld.mall.events import MessageSent
from shopworld.models import Budget, ModelSettings, failures
from shopworld.tasks import AnswerText, Task

AGENT = "web-axtree-memory@vllm/small"
DONE = Say("<think>Simple.</think><action>send_msg_to_user('42')</action>")
WAIT = Say("<think>Wait.</think><action>noop()</action>")
PAGE = "RootWebArea 'Shop'\n" + "\n".join(f"\t[{number}] link 'Product {number}'" for number in range(1, 3_000))


class Room:
    """A stage with one page, where only messages do something."""

    process_groups = ()
    hosts: dict[str, str] = {}  # noqa: RUF012
    catalog = None

    def __init__(self, settings: ModelSettings) -> None:
        self.players = Players("browser", lambda task: pytest.fail(task.id), settings)
        self.step_number = 0

    def agent(self, name: str, task: Task, place: EpisodePlace | None = None) -> Any:
        return self.players.agent(name, task, place)

    def open(self, episode: Episode, task: Task) -> Room:
        self.episode = episode
        return self

    def start(self) -> Observation:
        return Observation("http://shop.example/", "Shop", accessibility_tree=PAGE)

    def step(self, action: str) -> Observation:
        self.step_number += 1
        error = ""
        try:
            parsed = parse_action(action)
            if parsed.name == "send_msg_to_user":
                self.episode.record(MessageSent(role="assistant", text=str(parsed.arguments["text"])))
                self.episode.end(Ending.MESSAGE)
        except ActionError as problem:
            error = str(problem)
        return Observation(
            "http://shop.example/", "Shop", accessibility_tree=PAGE, last_action_error=error, step=self.step_number
        )

    @property
    def ended(self) -> bool:
        return self.episode.ending is not None

    def renew(self) -> None: ...

    def close(self) -> None: ...


Play = Callable[..., Result]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    monkeypatch.setattr(failures, "FIRST_DELAY", 0.01)
    servers: list[ModelServer] = []
    rooms: list[Room] = []
    task = Task(
        id="t",
        template="t",
        category="find_specific_product",
        intent="What is the answer?",
        checks=(AnswerText(accepted=("42",)),),
        start="http://shop.example/",
    )

    def run(policy: Policy, *, max_seconds: float = 60.0, max_steps: int = 5, **models: Any) -> Result:
        servers.append(ModelServer(policy).__enter__())
        settings = ModelSettings(**{"base_url": servers[-1].base_url, "retries": 2, **models})
        rooms.append(Room(settings))
        attempt = Attempt(
            Assignment(TrialKey(agent=AGENT, task="t", trial=0), 0),
            task,
            RunSettings(suite="s", agents=(AGENT,), max_seconds=max_seconds, max_steps=max_steps, models=settings),
            rooms[-1],
            tmp_path,
            Hashes(task="", checks=""),
            b"s" * 32,
            lambda phase: None,
            tmp_path / "spending.jsonl",
        )
        return attempt.play()

    yield run
    for room in rooms:
        room.players.close()
    for server in servers:
        server.stop()


def test_an_answer_is_graded(play: Play, tmp_path: Path) -> None:
    result = play(in_turn(DONE))
    assert (result.status, result.steps, result.usage["model_calls"]) == (Status.PASSED, 1, 1)
    assert (tmp_path / "model.jsonl.gz").exists()


def test_a_provider_that_fails_for_good_is_no_failure_of_the_agent(play: Play) -> None:
    result = play(in_turn(WAIT, Refuse(500, "out of order")))
    assert (result.status, result.steps) == (Status.INFRA_ERROR, 1)
    assert "failed 3 times in a row; at last (server)" in result.error


def test_a_provider_that_hangs_costs_the_agent_no_time(play: Play) -> None:
    result = play(in_turn(Hang(), Hang(), DONE), timeout=1.0, max_seconds=1.5)
    assert (result.status, result.usage["model_retries"]) == (Status.PASSED, 2)
    assert result.seconds < 1.5
    assert result.usage["lost_seconds"] >= 2


def test_a_model_that_is_slow_runs_into_the_limit(play: Play) -> None:
    class Slow:
        def __call__(self, body: Body) -> Any:
            time.sleep(0.4)
            return WAIT

    result = play(Slow(), max_seconds=1.0, max_steps=50)
    assert result.status is Status.LIMIT
    assert 1 <= result.steps <= 3


@pytest.mark.parametrize("fault", [Refuse(401, "wrong key"), Refuse(404, "no such model")])
def test_a_model_that_cannot_be_used_stops_the_run(play: Play, fault: Any) -> None:
    with pytest.raises(ModelError, match="answered 40"):
        play(in_turn(fault))


def test_an_episode_that_has_spent_its_budget_is_cut_off(play: Play) -> None:
    result = play(in_turn(WAIT), episode_budget=Budget(tokens=20_000), max_steps=50)
    assert result.status is Status.LIMIT
    assert "the budget of the episode is spent" in result.error
    assert result.ending == "limit"
    assert result.usage["input_tokens"] >= 20_000


def test_a_model_without_sense_is_asked_again_once_a_step_then_fails_itself(play: Play, tmp_path: Path) -> None:
    result = play(in_turn(Say("Hm.")), max_steps=3)
    assert (result.status, result.steps, result.usage["asked_again"]) == (Status.LIMIT, 3, 3)
    assert result.usage["model_calls"] == 6
    steps = read_steps(tmp_path / "steps.jsonl")
    assert "no action" in steps[1].error


def test_empty_replies_are_asked_for_again_and_counted(play: Play) -> None:
    result = play(in_turn(Say(""), Say(""), DONE))
    assert (result.status, result.usage["model_repairs"], result.usage["model_calls"]) == (Status.PASSED, 2, 3)


def test_a_call_in_prose_is_taken_for_the_action(play: Play) -> None:
    text = 'I tell them.\n{"name": "send_msg_to_user", "arguments": {"text": "42"}}'
    assert play(in_turn(Say(text))).status is Status.PASSED


def test_a_prompt_that_is_too_long_is_halved(play: Play) -> None:
    lengths: list[int] = []

    def small(body: Body) -> Any:
        lengths.append(len(prompt_of(body)))
        return DONE if lengths[-1] < 30_000 else Refuse(400, "This model's maximum context length is 8000 tokens")

    result = play(small)
    assert (result.status, result.usage["context_overflows"]) == (Status.PASSED, 2)
    assert lengths == sorted(lengths, reverse=True)


def test_a_model_that_finds_every_prompt_too_long_fails_itself(play: Play) -> None:
    result = play(in_turn(Refuse(400, "maximum context length exceeded")))
    assert result.status is Status.AGENT_ERROR
    assert "ContextOverflow" in result.error


def test_errors_notes_and_parts_of_a_long_page_stand_in_the_next_prompt(play: Play) -> None:
    prompts: list[str] = []
    script = [
        Say("<think>one</think><memory>keep this</memory><action>click(</action>"),
        Say("<think>again</think><memory>keep this</memory><action>click(</action>"),
        Say("<think>two</think><action>scroll(0, 600)</action>"),
        DONE,
    ]

    def policy(body: Body) -> Any:
        prompts.append(prompt_of(body))
        return script[len(prompts) - 1]

    assert play(policy).status is Status.PASSED
    assert "There is no action in this reply" in prompts[1]
    assert "## Step 1\nThought: again\nMemory: keep this\n" in prompts[2]
    assert "Error of the last action: a mistake in the syntax" in prompts[2]
    assert "part 1 of 2" in prompts[2]
    assert "part 2 of 2" in prompts[3]
    assert "[2999]" in prompts[3]
    assert "[2999]" not in prompts[2]
