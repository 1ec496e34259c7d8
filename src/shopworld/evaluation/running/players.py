"""The agents of a run by name: built in, or someone else's in a process of their own."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, TypeVar

from shopworld.agents import (
    ORACLE,
    Agent,
    AgentName,
    environment_in_mall,
    is_guest,
    make_agent,
    make_oracle,
    make_shop_tool_oracle,
    make_tool_oracle,
    sees_marked_pictures,
    sees_plain_pictures,
)
from shopworld.environments.protocol import Environment, Pictures
from shopworld.environments.registry import Interface, interface
from shopworld.environments.world import OpenWorld, WorldFolders
from shopworld.errors import AgentError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.running.guest import GuestProcess
from shopworld.evaluation.running.outside.agent import CommandAgent
from shopworld.evaluation.running.outside.commands import AgentCommand, outside_command
from shopworld.evaluation.running.outside.watching import ShoppingProgram, WatchedEnvironment, Watcher
from shopworld.evaluation.running.session import Assignment, Session, Terms
from shopworld.evaluation.running.worker import EpisodePlace
from shopworld.evaluation.trajectory import MODEL_CALLS
from shopworld.models import ChatRequest, EpisodeModel, Models, ModelSettings, Reply
from shopworld.models.chat import CallClock
from shopworld.tasks import Task


def check_agents(
    names: Sequence[str],
    environment: str = "browser",
    settings: ModelSettings | None = None,
    commands: Mapping[str, AgentCommand] | None = None,
) -> None:
    """Makes each agent once, to find a wrong name before anything is played. No language model is called.

    Args:
        names: of the agents.
        environment: where they are to shop.
        settings: how language models are called.
        commands: agents that are programs, by name; these are looked for, and not started.

    Raises:
        AgentError: there is no such agent, it cannot be made, or it is made for another environment.
        ModelError: its language model cannot be called as asked.
    """
    with contextlib.closing(Models(settings)) as models:

        def open_checked(model: str) -> EpisodeModel:
            models.check(model)
            return EpisodeModel(model, _NOBODY, models, None)

        for name in names:
            command = outside_command(name, commands or {})
            if command is not None:
                command.check(name, environment)
            elif is_guest(name):
                with contextlib.closing(GuestProcess(name, environment)) as guest:
                    guest.agent()
            elif AgentName.parse(name).base != ORACLE:
                make_agent(name, environment, open_checked)


class _Nobody:
    """Stands where an agent is made only to see whether it can be made."""

    async def complete(self, request: ChatRequest, *, clock: CallClock | None = None) -> Reply:
        raise AgentError("the agent asks its language model before it has a task")


_NOBODY = _Nobody()


class Program(Agent, Protocol):
    """An agent that is a program, or is played by one."""

    @property
    def process_group(self) -> int | None:
        """Of the program, while there is one."""

    def end(self, ending: str) -> None:
        """Says how the episode ended (nothing: no more is wanted), and sees to it that no process is left."""


KeptProgram = TypeVar("KeptProgram", bound=Program)


@dataclass(frozen=True, slots=True)
class OpenWorldPlayers:
    """Makes `WorldPlayers` in a worker.

    Attributes:
        folders: the world.
        models: how language models are called.
        seed: of the run.
        commands: agents that are programs, by name.
    """

    folders: WorldFolders
    models: ModelSettings | None = None
    seed: int = 0
    commands: Mapping[str, AgentCommand] = field(default_factory=dict)

    def __call__(self) -> WorldPlayers:
        return WorldPlayers(self.folders.open(), self)


class WorldPlayers:
    """The agents of a run by name, and the environments by which they meet a world, each opened when it is needed.

    Args:
        world: closed with the players.
        options: how language models are called, and agents that are programs.
    """

    def __init__(self, world: OpenWorld, options: OpenWorldPlayers) -> None:
        self.world = world
        self._models = Models(options.models, seed=options.seed)
        self._commands = options.commands
        self._environments: dict[str, Environment] = {}
        self._watched: WatchedEnvironment | None = None
        self._guests: dict[str, GuestProcess] = {}
        self._program: Program | None = None

    @property
    def process_groups(self) -> tuple[int, ...]:
        """Of browsers, and of the program that shops, if one does."""
        group = self._program.process_group if self._program is not None else None
        groups = [one for environment in self._environments.values() for one in environment.process_groups]
        return (*groups, group) if group is not None else tuple(groups)

    def session(self, assignment: Assignment, task: Task, folder: Path, terms: Terms) -> Session:
        """A session in the environment that the agent's name asks for."""
        name = assignment.key.agent
        terms = replace(terms, interface=self._interface(name).said, pictures=_pictures(name))
        return Session(assignment, task, self.world, lambda: self._environment(name), folder, terms)

    def agent(self, name: str, task: Task, place: EpisodePlace) -> Agent:
        """Makes the agent for one episode.

        Args:
            name: of the agent; of one with a browser of its own, the episode is the one opened last.
            task: of the episode; only the oracle is told the solution.
            place: where a language model's replies are recorded.

        Raises:
            AgentError: it cannot be made.
            ModelError: its language model cannot be called as asked, or there is no recording to replay.
        """
        self._end_program()
        environment = self._interface(name).name
        if AgentName.parse(name).base == ORACLE:
            return _oracle(self.world, task, environment)
        command = outside_command(name, self._commands)
        if command is not None and command.browser:
            assert self._watched is not None, "its session was opened"
            program = ShoppingProgram(name, command, self._watched, place.folder)
            return self._keep(Watcher(program, self._watched))
        if command is not None:
            return self._keep(CommandAgent(name, command, environment, place.folder))
        if is_guest(name):
            return self._guests.setdefault(name, GuestProcess(name, environment)).agent()
        return make_agent(name, environment, lambda model: self._open(model, place))

    def renew(self) -> None:
        """Replaces browsers and server."""
        for environment in self._environments.values():
            environment.renew()
        self.world.renew()

    def close(self) -> None:
        """Ends programs, guests and browsers, closes connections to language models, and the world."""
        self._end_program()
        self._models.close()
        for guest in self._guests.values():
            guest.close()
        for environment in self._environments.values():
            environment.close()
        self.world.close()

    def _interface(self, name: str) -> Interface:
        return interface(environment_in_mall(name) if self.world.kind == "mall" else "tools")

    def _environment(self, name: str) -> Environment:
        """The environment by which an agent meets the world: its own browser is watched."""
        command = outside_command(name, self._commands)
        if command is not None and command.browser:
            self._watched = self._watched or WatchedEnvironment(self.world)
            return self._watched
        wanted = self._interface(name).name
        if wanted not in self._environments:
            self._environments[wanted] = self.world.environment(wanted)
        return self._environments[wanted]

    def _keep(self, program: KeptProgram) -> KeptProgram:
        """Keeps an agent that is a program, to be ended with the next one or at the end."""
        self._program = program
        return program

    def _end_program(self) -> None:
        if self._program is not None:
            self._program.end("")
            self._program = None

    def _open(self, model: str, place: EpisodePlace) -> EpisodeModel:
        settings = self._models.settings
        record = place.folder / MODEL_CALLS if settings.record else None
        replay = None
        if settings.replay:
            recorded = RunFolder(Path(settings.replay))
            attempts = recorded.attempts(place.key)
            replay = (attempts[-1] if attempts else recorded.attempt(place.key, 0)) / MODEL_CALLS
        return self._models.open(model, record=record, replay=replay, ledger=place.ledger)


def _pictures(agent: str) -> Pictures:
    if sees_marked_pictures(agent):
        return Pictures.MARKED
    return Pictures.PLAIN if sees_plain_pictures(agent) else Pictures.NONE


def _oracle(world: OpenWorld, task: Task, environment: str) -> Agent:
    if environment == "tools":
        return make_tool_oracle(world.catalog, task)
    if environment == "browser":
        return make_oracle(world.mall, task)
    return make_shop_tool_oracle(world.mall, task, environment)
