"""The agents of a run by name: built in, or someone else's in a process of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from shopworld.agents import (
    ORACLE,
    Agent,
    AgentDeclaration,
    AgentName,
    make_agent,
    make_oracle,
    make_tool_oracle,
    refuse_model_or_none,
)
from shopworld.environments import Environment, OpenWorld, WorldFolders, interface
from shopworld.evaluation.agent_commands import AgentCommand, outside_command
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import Isolation
from shopworld.evaluation.running.agent_subprocess import AgentSubprocess
from shopworld.evaluation.running.declaring import declare
from shopworld.evaluation.running.jailing import isolations
from shopworld.evaluation.running.outside.agent import CommandAgent
from shopworld.evaluation.running.outside.watching import ShoppingProgram, WatchedAgent, WatchedEnvironment
from shopworld.evaluation.running.session import Session
from shopworld.evaluation.running.terms import Assignment, Terms
from shopworld.evaluation.running.worker import EpisodePlace
from shopworld.evaluation.trajectory import MODEL_CALLS
from shopworld.jail import JailOptions
from shopworld.models import EpisodeModel, Models, ModelSettings
from shopworld.tasks import PosedTask, Task


@dataclass(frozen=True, slots=True)
class OpenWorldPlayers:
    """Makes `WorldPlayers` in a worker.

    Attributes:
        folders: the world.
        models: how language models are called.
        seed: of the run.
        commands: agents that are programs, by name.
        declared: what the agents declare, by name; who is lacking is asked.
        jail: what the user says of it.
    """

    folders: WorldFolders
    models: ModelSettings | None = None
    seed: int = 0
    commands: Mapping[str, AgentCommand] = field(default_factory=dict)
    declared: Mapping[str, AgentDeclaration] = field(default_factory=dict)
    jail: JailOptions = field(default_factory=JailOptions)

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
        self._declared = dict(options.declared)
        self._jail = options.jail
        self._environments: dict[str, Environment] = {}
        self._watched: WatchedEnvironment | None = None
        self._agent_processes: dict[str, AgentSubprocess] = {}
        self._kept: Agent | None = None

    @property
    def process_groups(self) -> tuple[int, ...]:
        """Of browsers, and of the program that shops, if one does."""
        group = self._kept.process_group if self._kept is not None else None
        groups = [one for environment in self._environments.values() for one in environment.process_groups]
        return (*groups, group) if group is not None else tuple(groups)

    def session(self, assignment: Assignment, task: PosedTask, folder: Path, terms: Terms) -> Session:
        """A session in the environment that the agent's name asks for."""
        name = assignment.key.agent
        pictures = self.declaration(name).pictures
        terms = replace(terms, interface=interface(self._met_by(name)).said, pictures=pictures)
        terms = replace(terms, isolation=self._isolation(name))
        return Session(assignment, task, self.world, lambda: self._environment(name), folder, terms)

    def agent(self, name: str, solution: Task | None, place: EpisodePlace) -> Agent:
        """Makes the agent for one episode.

        Args:
            name: of the agent; of one with a browser of its own, the episode is the one opened last.
            solution: the whole task, for the oracle alone.
            place: where a language model's replies are recorded.

        Raises:
            AgentError: it cannot be made.
            ModelError: its language model cannot be called as asked, or there is no recording to replay.
        """
        self._end_kept()
        environment = self._met_by(name)
        if AgentName.parse(name).base == ORACLE:
            assert solution is not None, "the oracle is told the solution"
            if self.world.kind == "catalog":
                return make_tool_oracle(self.world.catalog, solution)
            return make_oracle(self.world.mall, solution, environment)
        command = outside_command(name, self._commands)
        if command is not None and command.browser:
            assert self._watched is not None, "its session was opened"
            program = ShoppingProgram(name, command, self._watched, place.folder, self._jail)
            return self._keep(WatchedAgent(program, self._watched))
        if command is not None:
            model = self._model(name, place) if command.model else None
            return self._keep(CommandAgent(name, command, environment, place.folder, model, self._jail))
        declared = self.declaration(name)
        if declared.outside:
            model = self._model(name, place) if declared.needs_model else None
            return self._keep(self._agent_process(declared).agent(environment, model))
        return make_agent(name, environment, lambda model: open_model(self._models, model, place))

    def renew(self) -> None:
        """Replaces browsers and server."""
        for environment in self._environments.values():
            environment.renew()
        self.world.renew()

    def close(self) -> None:
        """Ends programs, subprocesses and browsers, closes connections to language models, and the world."""
        self._end_kept()
        self._models.close()
        for agent_process in self._agent_processes.values():
            agent_process.close()
        for environment in self._environments.values():
            environment.close()
        self.world.close()

    def declaration(self, name: str) -> AgentDeclaration:
        """What an agent declares.

        Raises:
            AgentError: see `declare`.
        """
        if name not in self._declared:
            self._declared[name] = declare(name, self._commands, jail=self._jail)
        return self._declared[name]

    def _isolation(self, name: str) -> Isolation:
        """What keeps an agent from the answers; nothing is said of those that are built in."""
        return isolations((name,), {name: self.declaration(name)}, self._commands, self._jail).get(
            name, Isolation.UNKNOWN
        )

    def _agent_process(self, declared: AgentDeclaration) -> AgentSubprocess:
        name = declared.name
        if name not in self._agent_processes:
            self._agent_processes[name] = AgentSubprocess(name, declared.code, declared.variables, self._jail)
        return self._agent_processes[name]

    def _model(self, name: str, place: EpisodePlace) -> EpisodeModel:
        """The language model that an agent's name says."""
        refuse_model_or_none(AgentName.parse(name), needs_model=True)
        return open_model(self._models, AgentName.parse(name).model, place)

    def _met_by(self, name: str) -> str:
        """Name of the environment by which an agent meets the world."""
        return self.declaration(name).environment(self.world.kind)

    def _environment(self, name: str) -> Environment:
        """The environment by which an agent meets the world: its own browser is watched."""
        command = outside_command(name, self._commands)
        if command is not None and command.browser:
            self._watched = self._watched or WatchedEnvironment(self.world)
            return self._watched
        wanted = self._met_by(name)
        if wanted not in self._environments:
            self._environments[wanted] = self.world.environment(wanted)
        return self._environments[wanted]

    def _keep(self, agent: Agent) -> Agent:
        """Keeps an agent, to be ended with the next one or at the end, whatever became of its episode."""
        self._kept = agent
        return agent

    def _end_kept(self) -> None:
        if self._kept is not None:
            self._kept.end("")
            self._kept = None


def open_model(models: Models, name: str, place: EpisodePlace) -> EpisodeModel:
    """Opens a language model for an episode: recorded beside it, or played back from the recording of another run.

    Raises:
        ModelError: it cannot be called as asked, or there is no recording to replay.
    """
    settings = models.settings
    record = place.folder / MODEL_CALLS if settings.record else None
    replay = None
    if settings.replay:
        recorded = RunFolder(Path(settings.replay))
        attempts = recorded.attempts(place.key)
        replay = (attempts[-1] if attempts else recorded.attempt(place.key, 0)) / MODEL_CALLS
    return models.open(name, record=record, replay=replay, ledger=place.ledger)
