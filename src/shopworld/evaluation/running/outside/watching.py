"""An episode of somebody who brings a browser of their own: nothing is asked, the shops' events tell what is done."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from shopworld.agents import Agent, Move
from shopworld.environments.observation import Observation, Pictures, ToolDescription
from shopworld.environments.protocol import TaskStart
from shopworld.environments.world import Entrance, OpenWorld
from shopworld.episode import Ending, Episode
from shopworld.errors import AgentError, EnvironmentFault, EpisodeError
from shopworld.evaluation.running.outside.agent import FAREWELL
from shopworld.evaluation.running.outside.commands import AgentCommand
from shopworld.evaluation.running.outside.lines import LONGEST_LINE
from shopworld.evaluation.running.outside.process import AgentProcess
from shopworld.evaluation.running.outside.steps import WatchedStep, steps_of_events
from shopworld.mall.events import MessageSent, ReportedInfeasible

GLANCE = 0.05
"""Seconds between two looks at the events."""
NOTHING_DONE = WatchedStep("nothing", "", 0)
"""The one step of an episode in which nothing was done."""
TEMPORARY_FAILURE = 75
"""Exit status of a program that could not go on for no fault of its own: its model's provider failed (EX_TEMPFAIL)."""


class WatchedShopper(Protocol):
    """Somebody who shops and is watched."""

    @property
    def process_group(self) -> int | None:
        """Of the program, while there is one."""

    def begin(self, goal: str, *, seed: int) -> None:
        """Gets the goal; from now on they may shop."""

    def is_done(self) -> bool:
        """Whether they have left; the ending is recorded by then. Raises AgentError where they failed."""

    def end(self, ending: str) -> None:
        """Sends them away."""


class WatchedAgent(Agent):
    """Plays the agent: each of its moves is what the shopper did meanwhile.

    Args:
        shopper: who is watched.
        watched: where.
    """

    def __init__(self, shopper: WatchedShopper, watched: WatchedEnvironment) -> None:
        self._shopper, self._watched = shopper, watched

    @property
    def process_group(self) -> int | None:
        """Of the shopper's program, if it is one."""
        return self._shopper.process_group

    def begin(self, goal: str, *, seed: int) -> None:
        """Hands on the goal."""
        self._shopper.begin(goal, seed=seed)

    def act(self, observation: Observation) -> Move:
        """Waits for the next step, and tells it.

        Raises:
            AgentError: the shopper failed.
        """
        while (step := self._watched.next_step()) is None:
            if self._watched.episode.ending is None and self._shopper.is_done():
                continue
            if self._watched.ended:  # all is told already
                return Move("")
            time.sleep(GLANCE)
        return Move(step.text)

    def end(self, ending: str) -> None:
        """Sends the shopper away."""
        self._shopper.end(ending)


class WatchedEnvironment:
    """Lets somebody in who brings a browser of their own, and sees their episode through its events alone.

    Args:
        world: whose mall; each episode gets a free slot of its server.
    """

    tools: tuple[ToolDescription, ...] = ()
    process_groups: tuple[int, ...] = ()

    def __init__(self, world: OpenWorld) -> None:
        self._world = world
        self._episode: Episode | None = None
        self._start = ""
        self._told: list[WatchedStep] = []

    @property
    def episode(self) -> Episode:
        """The episode that was let in."""
        assert self._episode is not None, "it was started"
        return self._episode

    @property
    def entrance(self) -> Entrance:
        """Where they shop."""
        return self._world.entrance(self.episode, self._start)

    def start(self, episode: Episode, task: TaskStart, pictures: Pictures = Pictures.NONE) -> Observation:
        """Lets the episode in; the address to begin at is told, and nothing is opened."""
        self._world.enter(episode)
        self._episode, self._start, self._told = episode, task.url, []
        return Observation(url=self._start)

    def leave(self) -> None:
        """Takes the episode out of reach.

        Raises:
            EnvironmentFault: something went wrong inside the mall while it ran.
        """
        if self._episode is not None:
            self._world.leave(self._episode)

    def renew(self) -> None:
        """Nothing to do: the browser is not ours."""

    def close(self) -> None:
        """Leaves."""
        self.leave()

    def next_step(self) -> WatchedStep | None:
        """The next step that is complete and not told yet; the last one is complete when the episode has ended.

        An episode that ends before anything was done has one step, which says so.
        """
        ended = self.episode.ending is not None
        steps = steps_of_events(tuple(self.episode.events), self._world.hosts)
        if ended and not steps:
            steps = [NOTHING_DONE]
        whole = steps if ended else steps[:-1]
        if len(whole) > len(self._told):
            self._told.append(whole[len(self._told)])
            return self._told[-1]
        return None

    def step(self, action: str) -> Observation:
        """Tells what page the step led to; it has been done already."""
        address = self._told[-1].address if self._told else self._start
        return Observation(url=address, step=len(self._told))

    @property
    def events_told(self) -> int:
        """Events up to the last step that was told."""
        return self._told[-1].events if self._told else 0

    @property
    def ended(self) -> bool:
        """Whether the episode has ended and all its steps are told."""
        return self.episode.ending is not None and self.events_told == len(self.episode.events)


class Farewell(BaseModel):
    """What a program may say when it ends, as the last line of its output."""

    model_config = ConfigDict(strict=True)

    message: str = ""
    """To the user."""
    infeasible: str = ""
    """Why the task cannot be done."""


class ShoppingProgram:
    """A program that shops with a browser of its own.

    It gets goal and addresses as one JSON object on its input, and as environment variables. It may submit on the
    solution page; or end with status 0, which is its word that it is done; status 75 says that infrastructure failed,
    and another one is a failure of its own.

    Args:
        name: of the agent.
        command: how it is started.
        watched: the episode, where its last word is recorded, and where it shops.
        folder: of the attempt, for its log.
    """

    def __init__(self, name: str, command: AgentCommand, watched: WatchedEnvironment, folder: Path | None) -> None:
        self.name, self.command = name, command
        self._episode, self._entrance, self._folder = watched.episode, watched.entrance, folder
        self._process: AgentProcess | None = None
        self._said = b""

    @property
    def process_group(self) -> int | None:
        """Of the program, while there is one."""
        return self._process.group if self._process is not None else None

    def begin(self, goal: str, *, seed: int) -> None:
        """Starts the program.

        Raises:
            AgentError: it cannot be started.
        """
        told = briefing_message(goal, seed, self._entrance)
        self._process = AgentProcess(self.name, self.command, self._folder, briefing_variables(told))
        os.set_blocking(self._process.output, False)
        os.set_blocking(self._process.input, False)
        with contextlib.suppress(OSError):  # who does not listen is told the same by the variables
            os.write(self._process.input, orjson.dumps(told) + b"\n")  # a pipe's buffer holds more
        self._process.close_input()

    def is_done(self) -> bool:
        """Whether the program has ended; then its last word is recorded.

        Raises:
            AgentError: it failed.
            EnvironmentFault: it says that infrastructure failed.
        """
        assert self._process is not None
        status = self._process.exit_status
        self._listen()
        if status is None or self._episode.ending is not None:
            return status is not None
        if status == TEMPORARY_FAILURE:
            raise EnvironmentFault(f"agent {self.name!r} could not go on: {self._process.how_it_ended()}")
        if status != 0:
            raise AgentError(f"agent {self.name!r} ended: {self._process.how_it_ended()}")
        with contextlib.suppress(EpisodeError):  # it may have ended by the solution page at the same moment
            self._take_leave(last_word(self._said))
        return True

    def end(self, ending: str) -> None:
        """Gives the program a moment to end by itself after it has submitted, and kills what is left of it."""
        if self._process is not None:
            if ending:
                self._process.wait(FAREWELL)
            self._process.close()

    def _take_leave(self, word: Farewell) -> None:
        if word.infeasible:
            self._episode.record(ReportedInfeasible(reason=word.infeasible))
            self._episode.end(Ending.INFEASIBLE)
        else:
            self._episode.record(MessageSent(role="assistant", text=word.message))
            self._episode.end(Ending.MESSAGE)

    def _listen(self) -> None:
        """Reads on, so that the program is not stopped by a full pipe; the end is kept."""
        assert self._process is not None
        try:
            while chunk := os.read(self._process.output, 1 << 16):
                self._said = (self._said + chunk)[-LONGEST_LINE:]
        except BlockingIOError:
            pass


def briefing_message(goal: str, seed: int, entrance: Entrance) -> dict[str, object]:
    """What a shopping program is told."""
    return {
        "type": "begin",
        "protocol": 1,
        "goal": goal,
        "seed": seed,
        "start": entrance.start,
        "proxy": entrance.proxy,
        "doors": dict(entrance.doors),
    }


def briefing_variables(told: Mapping[str, object]) -> dict[str, str]:
    """The same as environment variables; HTTP clients find the proxy in the usual one."""
    named = {f"SHOPWORLD_{name.upper()}": str(told[name]) for name in ("goal", "seed", "start", "proxy")}
    proxy = str(told["proxy"])
    return {**named, "http_proxy": proxy, "HTTP_PROXY": proxy}


def last_word(output: bytes) -> Farewell:
    """What the last line of a program's output says, where it is a JSON object with a message or a reason."""
    lines = [line for line in output.splitlines() if line.strip()]
    if not lines:
        return Farewell()
    try:
        return Farewell.model_validate(orjson.loads(lines[-1]))
    except (orjson.JSONDecodeError, ValidationError):
        return Farewell()
