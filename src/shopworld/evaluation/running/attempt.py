"""Plays one attempt: gives the agent what it may see, carries out what it says, keeps the steps, grades the end."""

from __future__ import annotations

import hashlib
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from shopworld.agents import environment_in_mall, interface_of
from shopworld.agents.protocol import Agent, Move
from shopworld.catalog import Catalog
from shopworld.environments import Observation
from shopworld.episode import Ending, Episode, EpisodeIdentity, write_events
from shopworld.errors import BudgetSpent, EnvironmentFault, ModelError
from shopworld.evaluation.folder import SCORE
from shopworld.evaluation.measures.tool_use import read_tool_use
from shopworld.evaluation.records import Hashes, Result, Status, TrialKey, pack_lines
from shopworld.evaluation.running.deadline import TimeUp, deadline
from shopworld.evaluation.running.players import EpisodePlace
from shopworld.evaluation.settings import RunSettings, Screenshots
from shopworld.evaluation.trajectory import EVENTS, GOAL, MODEL_CALLS, STEPS, TRACEBACK, Trajectory, drop_screenshots
from shopworld.files import write_whole
from shopworld.tasks import Score, Task
from shopworld.tasks import score as grade


@dataclass(frozen=True, slots=True)
class Assignment:
    """One attempt to play.

    Attributes:
        key: agent, task and trial.
        attempt: number of earlier attempts that faults cost.
    """

    key: TrialKey
    attempt: int


class Scene(Protocol):
    """An open episode."""

    def start(self) -> Observation:
        """Opens the first page."""

    def step(self, action: str) -> Observation:
        """Carries out one action. Raises EnvironmentFault where infrastructure fails."""

    @property
    def ended(self) -> bool:
        """Whether the agent has ended the episode."""

    def close(self) -> None:
        """Releases everything the episode holds."""


class Stage(Protocol):
    """Where a worker's episodes are played."""

    @property
    def process_groups(self) -> tuple[int, ...]:
        """Groups of child processes, to be killed should the worker die."""

    @property
    def hosts(self) -> Mapping[str, str]:
        """Host of each shop to its id."""

    @property
    def catalog(self) -> Catalog | None:
        """What recommended and chosen products are graded against."""

    def agent(self, name: str, task: Task, place: EpisodePlace | None = None) -> Agent:
        """Makes the agent for one episode. Only the oracle is given the task."""

    def open(self, episode: Episode, task: Task) -> Scene:
        """Makes an episode reachable. Raises EnvironmentFault where infrastructure fails."""

    def renew(self) -> None:
        """Replaces what may be broken, the browser above all."""

    def close(self) -> None:
        """Releases everything."""


@dataclass(slots=True)
class Attempt:
    """One attempt while it runs.

    Args:
        assignment: what to play.
        task: the task.
        settings: limits, seed, pictures.
        stage: where.
        folder: of the attempt; must exist.
        hashes: to be kept with the result.
        beat: called with a word for what comes next, so that somebody can see that all is well.
        ledger: file of what the run has spent on language models.
    """

    assignment: Assignment
    task: Task
    settings: RunSettings
    stage: Stage
    folder: Path
    hashes: Hashes
    secret: bytes
    beat: Heartbeat
    ledger: Path | None = None
    steps: int = 0
    usage: dict[str, float] = field(default_factory=dict)
    began: float | None = None
    """When the agent was given the goal: opening the browser and making the agent do not count against it."""
    agent: Agent | None = None

    def play(self) -> Result:
        """Plays and grades. What happens becomes a result; `score.json` and `events.jsonl` are written.

        Raises:
            ModelError: a language model cannot be used as asked, or the run's budget is spent: nothing can be played.
        """
        key = self.assignment.key
        identity = EpisodeIdentity(key.agent, key.task, key.trial, self.assignment.attempt)
        episode = Episode(identity, identity.label(self.secret), seed=self._seed())
        (self.folder / GOAL).write_text(self.task.goal, encoding="utf-8")
        status, error = None, ""
        try:
            status = self._play(episode)
        except EnvironmentFault as fault:
            status, error = Status.INFRA_ERROR, self._keep(fault)
        except _AgentRaised as raised:
            status, error = Status.AGENT_ERROR, self._keep(raised.error)
        except BudgetSpent as spent:
            if spent.whole_run:
                raise
            episode.end(Ending.LIMIT)
            status, error = Status.LIMIT, one_line(spent)
        except ModelError:
            raise
        except Exception as fault:
            status, error = Status.INFRA_ERROR, self._keep(fault)
        episode.end(Ending.STOPPED)
        write_events(self.folder / EVENTS, episode.events)
        seconds = time.monotonic() - self.began - self._excused() if self.began is not None else 0.0
        self._add_usage(self._unreported())
        result = self._result(episode, status, error, seconds)
        if self.settings.screenshots is Screenshots.FAILED and result.status is Status.PASSED:
            drop_screenshots(self.folder)
        pack_lines(self.folder / STEPS)
        pack_lines(self.folder / MODEL_CALLS)
        write_whole(self.folder / SCORE, result.to_json() + b"\n")
        return result

    def _play(self, episode: Episode) -> Status | None:
        """Plays until the episode ends; a status where it did not end by the agent's will."""
        most_steps = self.settings.steps_of(self.task)
        most_seconds = min(self.task.limits.seconds, self.settings.max_seconds)
        opened = time.monotonic()
        self.beat("opening")
        scene = self.stage.open(episode, self.task)
        try:
            with Trajectory(self.folder, pictures=self.settings.screenshots is not Screenshots.NONE) as trajectory:
                seen = scene.start()
                trajectory.add(0, None, seen, events=len(episode.events), seconds=time.monotonic() - opened)
                self.beat("thinking")
                try:
                    self.agent = agent = self._make(most_seconds)
                    self.began = time.monotonic()
                    end = self.began + most_seconds
                    self._begin(agent, end)
                    while not scene.ended:
                        if self.steps >= most_steps or time.monotonic() >= end + self._excused():
                            raise TimeUp
                        step_began = time.monotonic()
                        self.beat("thinking")
                        move = self._choose(agent, seen, end)
                        self.beat("acting")
                        seen = scene.step(move.action)
                        self.steps += 1
                        trajectory.add(
                            self.steps, move, seen, events=_told(scene, episode), seconds=time.monotonic() - step_began
                        )
                except TimeUp:
                    episode.end(Ending.LIMIT)
                    return Status.LIMIT
        finally:
            try:
                self._take_leave(episode)
            finally:
                scene.close()
        return None

    def _make(self, seconds: float) -> Agent:
        try:
            with deadline(seconds):
                place = EpisodePlace(self.assignment.key, self.folder, self.ledger)
                return self.stage.agent(self.assignment.key.agent, self.task, place)
        except (EnvironmentFault, ModelError):
            raise
        except (Exception, SystemExit) as error:
            raise _AgentRaised(error) from error

    def _begin(self, agent: Agent, end: float) -> None:
        try:
            with deadline(end - time.monotonic()):
                agent.begin(self.task.goal, seed=self._seed())
        except (EnvironmentFault, ModelError):
            raise
        except (Exception, SystemExit) as error:
            raise _AgentRaised(error) from error

    def _take_leave(self, episode: Episode) -> None:
        """Tells an agent that wants to know that the episode is over, and how it ended."""
        end = getattr(self.agent, "end", None)
        if callable(end):
            end(str(episode.ending or ""))

    def _choose(self, agent: Agent, seen: Observation, end: float) -> Move:
        try:
            with deadline(end + self._excused() - time.monotonic(), self._excused):
                move = agent.act(seen)
        except (EnvironmentFault, ModelError):
            raise
        except (Exception, SystemExit) as error:
            raise _AgentRaised(error) from error
        if not isinstance(move, Move):
            raise _AgentRaised(TypeError(f"act() returned {type(move).__name__}, expected a Move"))
        self._add_usage(move.extra)
        return move

    def _add_usage(self, reported: Mapping[str, Any]) -> None:
        for name, value in reported.items():
            if isinstance(value, int | float) and not isinstance(value, bool):
                self.usage[name] = round(self.usage.get(name, 0.0) + value, USAGE_DIGITS)

    def _excused(self) -> float:
        """Seconds that a language model's provider has cost so far: they do not count against the agent."""
        return float(getattr(self.agent, "excused_seconds", 0.0))

    def _unreported(self) -> Mapping[str, Any]:
        """What the agent has used since its last move, where it keeps account."""
        take = getattr(self.agent, "take_usage", None)
        used = take() if callable(take) else {}
        return {name: value for name, value in used.items() if value}

    def _seed(self) -> int:
        """Of the episode and the agent: from run, task and trial; the same for each agent and each attempt."""
        key = self.assignment.key
        text = f"{self.settings.seed}:{key.task}:{key.trial}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")

    def _keep(self, error: BaseException) -> str:
        """Writes the traceback beside the steps; returns the error in one line."""
        text = "".join(traceback.format_exception(error))
        (self.folder / TRACEBACK).write_text(text, encoding="utf-8")
        return one_line(error)

    def _result(self, episode: Episode, status: Status | None, error: str, seconds: float) -> Result:
        key, score = self.assignment.key, NOTHING
        # Who is watched may still submit while the step that was one too many is told.
        ending = Ending.LIMIT if status is Status.LIMIT else episode.ending
        if status in (None, Status.LIMIT):
            try:
                score = grade(
                    self.task,
                    episode.events,
                    ending=ending,
                    hosts=self.stage.hosts,
                    catalog=self.stage.catalog,
                )
                if status is None and ending is not Ending.LIMIT:
                    status = Status.PASSED if score.passed else Status.FAILED
                status = status or Status.LIMIT
            except Exception as fault:
                status, error = Status.GRADER_ERROR, self._keep(fault)
        elif status is Status.AGENT_ERROR:
            score = failed_score(self.task)
        assert status is not None
        return Result(
            agent=key.agent,
            task=key.task,
            trial=key.trial,
            status=status,
            **scores(score),
            steps=self.steps,
            seconds=round(max(0.0, seconds), 3),
            ending=str(ending),
            attempt=self.assignment.attempt,
            category=self.task.category,
            set=self.task.set,
            template=self.task.template,
            difficulty=self.task.difficulty,
            interface=_interface(key.agent, self.task),
            tools=read_tool_use(self.task, episode.events),
            error=error,
            usage=self.usage,
            hashes=self.hashes,
        )


def _interface(agent: str, task: Task) -> str:
    """By which interface an agent meets a mall; empty in the tool sandbox."""
    return interface_of(environment_in_mall(agent)) if task.environment == "browser" else ""


def scores(score: Score) -> dict[str, Any]:
    """The fields of a result that a score gives."""
    return {name: getattr(score, name) for name in Score.model_fields}


def _told(scene: Scene, episode: Episode) -> int:
    """Events up to the last step: all so far, but where the agent acts without waiting to be asked."""
    return int(getattr(scene, "events_told", len(episode.events)))


class Heartbeat(Protocol):
    """Tells what comes next: `opening`, `thinking` or `acting`."""

    def __call__(self, phase: str) -> None: ...


class _AgentRaised(Exception):
    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error


NOTHING = Score(reward=0, state_reward=0, precision=0, recall=0, f1=0, checkpoint_score=0, checks=())
"""Where nothing was graded."""


def failed_score(task: Task) -> Score:
    """The score of an agent that raised or hung: nothing; no rubric and no aspect of a query is satisfied."""
    checks = (check.unplayed() for check in task.checks)
    return NOTHING.model_copy(update={"checks": tuple(one for one in checks if one is not None)})


LONGEST_LINE = 300
USAGE_DIGITS = 9
"""After the point, of sums of what agents report."""


def one_line(error: BaseException) -> str:
    """An error as one line of readable length."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE - 1] + "…"
