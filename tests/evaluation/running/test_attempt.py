"""An attempt, and the session that it plays in: what ends it, and what the result then says."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from scripted_players import ANSWER, HOSTS, ScriptedEnvironment

from shopworld.agents import Agent, Move
from shopworld.environments import Observation
from shopworld.environments.observation import Pictures
from shopworld.environments.protocol import TaskStart
from shopworld.episode import Ending, Episode
from shopworld.errors import BudgetSpent, EnvironmentFault, EpisodeError, ModelError
from shopworld.evaluation.records import Hashes, Result, Status, TrialKey, read_steps
from shopworld.evaluation.running.attempt import Attempt
from shopworld.evaluation.running.session import Session
from shopworld.evaluation.running.terms import Assignment, Terms
from shopworld.evaluation.settings import RunSettings
from shopworld.tasks import Task


@dataclass
class Grounds:
    """What episodes are graded against."""

    hosts: dict[str, str] = field(default_factory=lambda: dict(HOSTS))
    catalog: None = None


@dataclass
class Shops(ScriptedEnvironment):
    """An environment whose world may fail, when it is entered or while the episode ran."""

    fails_at_start: bool = False
    fails_at_leaving: bool = False
    slow: float = 0.0
    left: int = 0

    def start(self, episode: Episode, task: TaskStart, pictures: Pictures = Pictures.NONE) -> Observation:
        if self.fails_at_start:
            raise EnvironmentFault("no browser starts")
        return super().start(episode, task, pictures)

    def step(self, action: str) -> Observation:
        time.sleep(self.slow)
        return super().step(action)

    def leave(self) -> None:
        self.left += 1
        if self.fails_at_leaving:
            raise EnvironmentFault("the mall failed at http://shop-a.example/")


@dataclass
class Says(Agent):
    """Does one thing after the other; the last one over and over."""

    moves: list[str | Exception]
    heard: list[str] = field(default_factory=list)
    lost: float = 0.0

    def begin(self, goal: str, *, seed: int) -> None:
        self.goal = goal

    def act(self, observation: Observation) -> Move:
        move = self.moves.pop(0) if len(self.moves) > 1 else self.moves[0]
        if isinstance(move, Exception):
            raise move
        return Move(move, extra={"tokens": 5})

    @property
    def excused_seconds(self) -> float:
        return self.lost

    def take_usage(self) -> dict[str, float]:
        return {"usd": 0.25}

    def end(self, ending: str) -> None:
        self.heard.append(ending)


Play = Callable[..., Result]


@pytest.fixture
def session(tmp_path: Path, task_maker: Callable[..., Task]) -> Callable[..., Session]:
    """Makes sessions of one task."""

    def make(environment: Shops, **settings: object) -> Session:
        task = task_maker(1)
        asked = RunSettings.model_validate({"suite": "s", "agents": ("mine",), **settings})
        terms = Terms(asked, b"0123456789abcdef", Hashes(task="t", checks="c"), interface="browser")
        key = TrialKey(agent="mine", task=task.id, trial=0)
        return Session(Assignment(key), task, Grounds(), lambda: environment, tmp_path, terms)

    return make


def play(session: Session, agent: Agent) -> Result:
    """The result of an attempt."""
    Attempt(session, lambda: agent).play()
    return session.finish()


def test_the_agent_hears_how_it_ended_and_its_usage_is_added_up(session: Callable[..., Session]) -> None:
    shops = Shops()
    one = session(shops)
    agent = Says(["view", f"submit {ANSWER}"])
    result = play(one, agent)
    assert (result.status, result.steps, result.ending) == (Status.PASSED, 2, "submitted")
    assert result.usage == {"tokens": 10, "usd": 0.25}
    assert agent.heard == ["submitted"]
    assert shops.left == 1


def test_a_world_that_failed_meanwhile_is_never_the_agents_fault(session: Callable[..., Session]) -> None:
    """Neither where the agent did well, nor where it raised, as the broken page may have been the reason."""
    for moves in ([f"submit {ANSWER}"], [ValueError("no such button")]):
        result = play(session(Shops(fails_at_leaving=True)), Says(list(moves)))
        assert (result.status, result.reward) == (Status.INFRA_ERROR, 0.0)
        assert "the mall failed" in result.error


def test_a_world_that_cannot_be_entered_is_a_fault_with_a_result(session: Callable[..., Session]) -> None:
    one = session(Shops(fails_at_start=True))
    result = play(one, Says(["view"]))
    assert (result.status, result.steps, result.ending) == (Status.INFRA_ERROR, 0, "stopped")
    assert (one.folder / "score.json").exists()
    assert (one.folder / "events.jsonl").read_bytes() == b""


def test_time_that_runs_out_during_an_action_is_a_limit(session: Callable[..., Session]) -> None:
    result = play(session(Shops(slow=0.2), max_seconds=0.1), Says(["view"]))
    assert (result.status, result.ending, result.error) == (Status.LIMIT, "limit", "")
    assert result.steps == 1


def test_time_that_the_provider_lost_does_not_count(session: Callable[..., Session]) -> None:
    one = session(Shops(slow=0.2), max_seconds=0.1)
    result = play(one, Says(["view", "view", f"submit {ANSWER}"], lost=60.0))
    assert (result.status, result.steps, result.seconds) == (Status.PASSED, 3, 0.0)


def test_the_step_that_reaches_the_limit_may_still_end_the_episode(session: Callable[..., Session]) -> None:
    one = session(Shops(), max_steps=2)
    assert play(one, Says(["view", f"submit {ANSWER}"])).status is Status.PASSED
    late = session(Shops(), max_steps=2)
    result = play(late, Says(["view", "view", f"submit {ANSWER}"]))
    assert (result.status, result.steps) == (Status.LIMIT, 2)


def test_a_spent_budget_of_the_episode_is_a_limit_with_its_reason(session: Callable[..., Session]) -> None:
    result = play(session(Shops()), Says(["view", BudgetSpent("3 of 3 tokens", whole_run=False)]))
    assert (result.status, result.error) == (Status.LIMIT, "BudgetSpent: 3 of 3 tokens")


@pytest.mark.parametrize("error", [ModelError("no key"), BudgetSpent("all", whole_run=True)])
def test_what_stops_the_run_takes_the_episode_out_of_reach(session: Callable[..., Session], error: ModelError) -> None:
    shops = Shops()
    one = session(shops)
    with pytest.raises(ModelError):
        play(one, Says(["view", error]))
    assert shops.left == 1
    assert not (one.folder / "score.json").exists()


def test_what_is_no_move_is_the_agents_error(session: Callable[..., Session]) -> None:
    class Silent(Says):
        def act(self, observation: Observation) -> Move:
            return None  # type: ignore[return-value]

    result = play(session(Shops()), Silent(["view"]))
    assert result.status is Status.AGENT_ERROR
    assert result.error == "TypeError: act() returned NoneType, expected a Move"


def test_a_fault_in_a_step_ends_the_session_for_who_drives_it(session: Callable[..., Session]) -> None:
    one = session(Shops())
    one.observe()
    with pytest.raises(EnvironmentFault):
        one.step("fault")
    with pytest.raises(EpisodeError, match="is over \\(infra_error\\)"):
        one.step("view")
    assert one.finish().status is Status.INFRA_ERROR


def test_what_is_played_is_on_disk_step_by_step(session: Callable[..., Session]) -> None:
    one = session(Shops())
    one.step(Move("view", "Look."))
    written = (one.folder / "steps.jsonl").read_bytes().splitlines()
    assert len(written) == 2
    one.close()
    assert one.finish().ending == str(Ending.STOPPED)
    steps = read_steps(one.folder / "steps.jsonl")
    assert [(step.number, step.action, step.thought) for step in steps] == [(0, "", ""), (1, "view", "Look.")]


def test_a_score_that_could_not_be_written_is_written_when_it_is_finished_again(
    session: Callable[..., Session], tmp_path: Path
) -> None:
    one = session(Shops())
    one.step(f"submit {ANSWER}")
    (tmp_path / "score.json").mkdir()  # nothing can be written there
    with pytest.raises(OSError, match=r"score\.json"):
        one.finish()
    (tmp_path / "score.json").rmdir()
    result = one.finish()
    assert result.status is Status.PASSED
    assert (tmp_path / "score.json").read_bytes() == result.to_json() + b"\n"
    assert one.finish() is result


def test_a_session_of_a_run_is_saved_by_the_run_alone(session: Callable[..., Session], tmp_path: Path) -> None:
    one = session(Shops())
    with pytest.raises(EpisodeError, match="part of a run"):
        one.save(tmp_path / "elsewhere")
    assert not (tmp_path / "elsewhere").exists()
