"""Whose fault it is: attempts of all browsing agents with models and providers that fail in every way."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from model_server import Body, Die, Hang, ModelServer, Policy, Refuse, Say, Send, in_turn, prompt_of
from scripted_shopper import form_of

from shopworld.environments import Observation
from shopworld.environments.action_parser import parse_action
from shopworld.environments.observation import Pictures
from shopworld.environments.protocol import TaskStart
from shopworld.environments.world import WorldFolders
from shopworld.episode import Ending, Episode
from shopworld.errors import ActionError, ModelError
from shopworld.evaluation.records import Hashes, Result, Status, TrialKey, read_steps
from shopworld.evaluation.running.attempt import Attempt
from shopworld.evaluation.running.conclusion import grade_played
from shopworld.evaluation.running.players import OpenWorldPlayers, WorldPlayers
from shopworld.evaluation.running.terms import Assignment, Terms
from shopworld.evaluation.running.worker import EpisodePlace
from shopworld.evaluation.settings import RunSettings, Screenshots
from shopworld.mall.events import MessageSent
from shopworld.models import Budget, ModelSettings, failures
from shopworld.tasks import AnswerText, Task

WEB = "web-axtree-memory"
PAGE = "RootWebArea 'Shop'\n" + "\n".join(f"\t[{number}] link 'Product {number}'" for number in range(1, 3_000))


@dataclass(frozen=True)
class Manner:
    """How an agent's model ends a task with the answer 42, and how it does something harmless.

    Attributes:
        done: answers by the form asked for.
        wait: the same.
        steps: that `done` takes.
        calls: of the model until it is done.
        shows_page: whether a page's text stands in a prompt, and how many calls are answered before the first of those.
    """

    done: dict[str, str]
    wait: dict[str, str]
    steps: int = 1
    calls: int = 1
    shows_page: int | None = 0

    def end(self, body: Body) -> Say:
        """The answer to a request that leads to the end."""
        return Say(self.done[form_of(body)])

    def idle(self, body: Body) -> Say:
        """The answer to a request that leads nowhere."""
        return Say({**self.done, **self.wait}[form_of(body)])


def as_json(**fields: Any) -> str:
    return json.dumps(fields)


def next_step(**fields: Any) -> str:
    empty = {"shouldEnd": False, "instruction": "", "elementId": None, "method": None, "arguments": None}
    return as_json(**{"analysis": "Simple.", **empty, **fields})


MANNERS = {
    WEB: Manner(
        {"": "<think>Simple.</think><action>send_msg_to_user('42')</action>"},
        {"": "<think>Wait.</think><action>noop()</action>"},
    ),
    "structured-text": Manner(
        {"NextStep": next_step(shouldEnd=True, arguments=["42"])},
        {"NextStep": next_step(method="wait", arguments=["0"])},
    ),
    "agent_e": Manner(
        {
            "Plan": as_json(plan=[], next_step="", terminate=True, final_response="42"),
            "Turn": as_json(thought="Done.", tool="report", element=None, value="42"),
        },
        {
            "Plan": as_json(plan=["wait"], next_step="Wait.", terminate=False, final_response=""),
            "Turn": as_json(thought="Wait.", tool="scroll", element=None, value="down"),
        },
        shows_page=1,
    ),
    "see_act": Manner(
        {"": "I say 42.", "Grounding": as_json(element=None, action="TERMINATE", value="42")},
        {"Grounding": as_json(element=None, action="WAIT", value="0")},
        calls=2,
        shows_page=None,
    ),
    "web_voyager": Manner(
        {"": "Thought: Simple.\nAction: ANSWER; [42]"}, {"": "Thought: Wait.\nAction: Scroll [WINDOW]; down"}
    ),
    "deep_research": Manner(
        {
            "ResearchPlan": as_json(questions=["What?"], searches=[{"shop": "http://shop.example", "words": "42"}]),
            "Reading": as_json(notes=[{"about": "the answer", "fact": "42"}], open=[]),
            "Review": as_json(assessment="Enough.", enough=True, searches=[]),
            "Report": as_json(answer="42 [1]", sources=["http://shop.example/"], products=[]),
            "": "<think>Simple.</think><action>send_msg_to_user('42')</action>",
        },
        {
            "Reading": as_json(notes=[], open=["1", "2", "3"]),
            "Review": as_json(
                assessment="Not yet.", enough=False, searches=[{"shop": "http://shop.example", "words": "43"}]
            ),
            "": "<think>Wait.</think><action>noop()</action>",
        },
        steps=2,
        calls=5,
        shows_page=1,
    ),
}
AGENTS = tuple(MANNERS)
every_agent = pytest.mark.parametrize("agent", AGENTS)


def hears(agent: str, *failures: Any, after: int = 0, for_good: bool = False, idle: int = 0) -> Policy:
    """A model that answers well, but for failures after some answers; it idles for some answers before its end."""
    manner, left, answered = MANNERS[agent], list(failures), [0]

    def policy(body: Body) -> Any:
        if left and answered[0] >= after:
            return left[0] if for_good else left.pop(0)
        answered[0] += 1
        return manner.idle(body) if answered[0] <= idle else manner.end(body)

    return policy


class Room:
    """A world with one page, where only messages do something, and the environment in it."""

    kind = "mall"
    tools = ()
    process_groups = ()
    hosts: dict[str, str] = {}  # noqa: RUF012
    catalog = None

    def __init__(self) -> None:
        self.step_number = 0

    def environment(self, name: str) -> Room:
        assert name == "browser"
        return self

    def start(self, episode: Episode, task: TaskStart, pictures: Pictures) -> Observation:
        self.episode = episode
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

    @property
    def events_told(self) -> int:
        return len(self.episode.events)

    def leave(self) -> None: ...

    def renew(self) -> None: ...

    def close(self) -> None: ...


Play = Callable[..., Result]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    monkeypatch.setattr(failures, "FIRST_DELAY", 0.01)
    servers: list[ModelServer] = []
    made: list[WorldPlayers] = []
    task = Task(
        id="t",
        template="t",
        category="find_specific_product",
        intent="What is the answer? Look into http://shop.example/.",
        checks=(AnswerText(accepted=("42",)),),
        start="http://shop.example/",
    )

    def run(
        policy: Policy, agent: str = WEB, *, max_seconds: float = 60.0, max_steps: int = 5, **models: Any
    ) -> Result:
        servers.append(ModelServer(policy).__enter__())
        settings = ModelSettings(**{"base_url": servers[-1].base_url, "retries": 2, **models})
        world: Any = Room()
        made.append(players := WorldPlayers(world, OpenWorldPlayers(WorldFolders(), settings)))
        asked = RunSettings(suite="s", agents=(agent,), max_seconds=max_seconds, max_steps=max_steps, models=settings)
        terms = Terms(asked, b"s" * 32)
        key = TrialKey(agent=f"{agent}@vllm/small", task="t", trial=0)
        session = players.session(Assignment(key), task.posed, tmp_path, terms)
        place = EpisodePlace(key, tmp_path, tmp_path / "spending.jsonl")
        played = Attempt(session, lambda: players.agent(key.agent, None, place)).play()
        return grade_played(tmp_path, played, task, world, Hashes(task="", checks=""), Screenshots.NONE)

    yield run
    for players in made:
        players.close()
    for server in servers:
        server.stop()


@every_agent
def test_an_answer_is_graded(play: Play, tmp_path: Path, agent: str) -> None:
    result = play(hears(agent), agent)
    manner = MANNERS[agent]
    assert (result.status, result.error) == (Status.PASSED, "")
    assert (result.steps, result.usage["model_calls"]) == (manner.steps, manner.calls)
    assert (tmp_path / "model.jsonl.gz").exists()


@every_agent
def test_a_provider_that_fails_for_good_is_no_failure_of_the_agent(play: Play, agent: str) -> None:
    result = play(hears(agent, Refuse(500, "out of order"), after=2, idle=2, for_good=True), agent)
    assert result.status is Status.INFRA_ERROR
    assert "failed 3 times in a row; at last (server)" in result.error
    assert result.usage["model_calls"] == 2


@every_agent
def test_a_provider_that_fails_now_and_then_is_asked_again(play: Play, agent: str) -> None:
    soon = {"retry-after-ms": "10"}
    for faults in ((Refuse(429, "slow", soon), Refuse(503, "busy", soon)), (Send(b"<html>"), Die())):
        result = play(hears(agent, *faults), agent)
        assert (result.status, result.usage["model_retries"]) == (Status.PASSED, 2)


@every_agent
def test_a_provider_that_hangs_costs_the_agent_no_time(play: Play, agent: str) -> None:
    result = play(hears(agent, Hang(), Hang()), agent, timeout=2.0, max_seconds=3.9)
    assert (result.status, result.usage["model_retries"]) == (Status.PASSED, 2)
    assert result.seconds < 3.9
    assert result.usage["lost_seconds"] >= 4


def test_a_model_that_is_slow_runs_into_the_limit(play: Play) -> None:
    asked: list[Body] = []

    class Slow:
        def __call__(self, body: Body) -> Any:
            if asked:  # the first is answered at once
                time.sleep(2.5)
            asked.append(body)
            return MANNERS[WEB].idle(body)

    result = play(Slow(), max_seconds=4.0, max_steps=50)
    assert result.status is Status.LIMIT
    assert 1 <= result.steps <= 3


@every_agent
def test_a_model_that_cannot_be_used_stops_the_run(play: Play, agent: str) -> None:
    fault = Refuse(404, "no such model") if agent == WEB else Refuse(401, "wrong key")
    with pytest.raises(ModelError, match="answered 40"):
        play(in_turn(fault), agent)


@every_agent
def test_an_episode_that_has_spent_its_budget_is_cut_off(play: Play, agent: str) -> None:
    result = play(MANNERS[agent].idle, agent, episode_budget=Budget(tokens=4_000), max_steps=50)
    assert result.status is Status.LIMIT
    assert "the budget of the episode is spent" in result.error
    assert result.ending == "limit"
    assert result.usage["input_tokens"] >= 4_000


@every_agent
def test_a_model_without_sense_is_asked_again_once_a_step_then_fails_itself(
    play: Play, tmp_path: Path, agent: str
) -> None:
    result = play(in_turn(Say("Hm.")), agent, max_steps=3)
    assert (result.status, result.steps, result.usage["asked_again"]) == (Status.LIMIT, 3, 3)
    assert result.usage["model_calls"] == 3 * (MANNERS[agent].calls + 1 if agent == "see_act" else 2)
    steps = read_steps(tmp_path / "steps.jsonl")
    assert "no action" in steps[1].error or "the action is empty" in steps[1].error


@every_agent
def test_empty_replies_are_asked_for_again_and_counted(play: Play, agent: str) -> None:
    result = play(hears(agent, Say(""), Say("")), agent)
    calls = MANNERS[agent].calls + 2
    assert (result.status, result.usage["model_repairs"], result.usage["model_calls"]) == (Status.PASSED, 2, calls)


@every_agent
@pytest.mark.parametrize("made", [True, False])
def test_an_answer_as_a_tool_call_counts_made_or_written(play: Play, agent: str, made: bool) -> None:
    def policy(body: Body) -> Say:
        form, said = form_of(body), MANNERS[agent].end(body).text
        if not form and agent == "see_act":
            return Say(said)
        name, arguments = (form, json.loads(said)) if form else ("send_msg_to_user", {"text": "42"})
        written = f"I call it.\n{as_json(name=name, arguments=arguments)}"
        return Say("", ((name, arguments),)) if made else Say(written)

    result = play(policy, agent)
    assert (result.status, result.usage.get("asked_again")) == (Status.PASSED, None)


@every_agent
def test_a_reply_that_was_cut_off_is_asked_for_again_with_that_word(play: Play, agent: str) -> None:
    prompts: list[str] = []
    hearing = hears(agent, *([] if agent == "see_act" else [Say('{"analysis": "I th', finish="length")]))

    def policy(body: Body) -> Any:
        prompts.append(prompt_of(body))
        if agent == "see_act" and len(prompts) == 2:
            return Say('{"element": "1', finish="length")
        return hearing(body)

    result = play(policy, agent)
    assert (result.status, result.usage["asked_again"]) == (Status.PASSED, 1)
    assert any("cut off" in prompt for prompt in prompts)


@pytest.mark.parametrize("agent", [name for name, manner in MANNERS.items() if manner.shows_page is not None])
def test_a_prompt_that_is_too_long_is_halved(play: Play, agent: str) -> None:
    lengths: list[int] = []
    manner = MANNERS[agent]
    before = manner.shows_page or 0
    ending = hears(agent, idle=before + 1 if agent == "agent_e" else 0)

    def small(body: Body) -> Any:
        length = len(prompt_of(body))
        lengths.append(length)
        return ending(body) if length < 30_000 else Refuse(400, "This model's maximum context length is 8000 tokens")

    result = play(small, agent)
    assert result.status is Status.PASSED
    assert result.usage["context_overflows"] in (1, 2)
    halved = lengths[before : before + int(result.usage["context_overflows"]) + 1]
    assert halved == sorted(halved, reverse=True)
    assert halved[-1] < 30_000 < halved[-2]


@every_agent
def test_a_model_that_finds_every_prompt_too_long_fails_itself(play: Play, agent: str) -> None:
    result = play(in_turn(Refuse(400, "maximum context length exceeded")), agent)
    assert result.status is Status.AGENT_ERROR
    assert "ContextOverflow" in result.error


def test_errors_notes_and_parts_of_a_long_page_stand_in_the_next_prompt(play: Play) -> None:
    prompts: list[str] = []
    script = [
        Say("<think>one</think><memory>keep this</memory><action>click(</action>"),
        Say("<think>again</think><memory>keep this</memory><action>click(</action>"),
        Say("<think>two</think><action>scroll(0, 600)</action>"),
        MANNERS[WEB].end({}),
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
