"""The agents of a run by name: built in, or someone else's in a process of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from shopworld.agents import ORACLE, Agent, AgentDeclaration, AgentName, make_agent
from shopworld.agents.registry import refuse_model_or_none
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import TrialKey
from shopworld.evaluation.running.declaring import declare
from shopworld.evaluation.running.guest import GuestProcess
from shopworld.evaluation.running.outside.agent import CommandAgent
from shopworld.evaluation.running.outside.commands import AgentCommand, outside_command
from shopworld.evaluation.trajectory import MODEL_CALLS
from shopworld.models import EpisodeModel, Models, ModelSettings
from shopworld.tasks import Task


@dataclass(frozen=True, slots=True)
class EpisodePlace:
    """Which episode it is, and where it is kept.

    Attributes:
        key: agent, task and trial.
        folder: of the attempt.
        ledger: file of what the run has spent on language models.
    """

    key: TrialKey
    folder: Path
    ledger: Path | None = None


class Players:
    """Makes the agents of a worker's episodes. Only the oracle is told the solution.

    Args:
        environment: where they shop.
        oracle: makes the oracle for a task.
        settings: how language models are called.
        seed: of the run.
        commands: agents that are programs, by name.
        declarations: of the agents, by name; what is lacking is asked.
    """

    def __init__(
        self,
        environment: str,
        oracle: Callable[[Task], Agent],
        settings: ModelSettings | None = None,
        seed: int = 0,
        commands: Mapping[str, AgentCommand] | None = None,
        declarations: Mapping[str, AgentDeclaration] | None = None,
    ) -> None:
        self.environment = environment
        self._oracle = oracle
        self._models = Models(settings, seed=seed)
        self._guests: dict[str, GuestProcess] = {}
        self._commands = commands or {}
        self._declarations = dict(declarations or {})
        self._kept: Agent | None = None

    @property
    def process_groups(self) -> tuple[int, ...]:
        """Of the program that shops, if one does."""
        group = self._kept.process_group if self._kept is not None else None
        return (group,) if group is not None else ()

    def declaration(self, name: str) -> AgentDeclaration:
        """What an agent declares.

        Raises:
            AgentError: see `declare`.
        """
        if name not in self._declarations:
            self._declarations[name] = declare(name, self._commands)
        return self._declarations[name]

    def keep(self, agent: Agent) -> Agent:
        """Keeps an agent, to be ended with the next one or at the end, whatever became of its episode."""
        self._end_kept()
        self._kept = agent
        return agent

    def _end_kept(self) -> None:
        if self._kept is not None:
            self._kept.end("")
            self._kept = None

    def agent(self, name: str, task: Task, place: EpisodePlace | None = None) -> Agent:
        """Makes the agent for one episode.

        Args:
            name: of the agent.
            task: of the episode.
            place: where a language model's replies are recorded, if anywhere.

        Raises:
            AgentError: it cannot be made.
            ModelError: its language model cannot be called as asked, or there is no recording to replay.
        """
        if AgentName.parse(name).base == ORACLE:
            return self._oracle(task)
        command = outside_command(name, self._commands)
        if command is not None:
            model = self._model(name, place) if command.model else None
            folder = place.folder if place is not None else None
            return self.keep(CommandAgent(name, command, self.environment, folder, model))
        declaration = self.declaration(name)
        if declaration.outside:
            model = self._model(name, place) if declaration.needs_model else None
            return self.keep(self._guest(declaration).agent(self.environment, model))
        return make_agent(name, self.environment, lambda model: self._open(model, place))

    def _guest(self, declaration: AgentDeclaration) -> GuestProcess:
        name = declaration.name
        if name not in self._guests:
            self._guests[name] = GuestProcess(name, declaration.code, declaration.variables)
        return self._guests[name]

    def _model(self, name: str, place: EpisodePlace | None) -> EpisodeModel:
        """The language model that an agent's name says."""
        refuse_model_or_none(AgentName.parse(name), needs_model=True)
        return self._open(AgentName.parse(name).model, place)

    def _open(self, model: str, place: EpisodePlace | None) -> EpisodeModel:
        settings = self._models.settings
        record = place.folder / MODEL_CALLS if place is not None and settings.record else None
        replay = None
        if place is not None and settings.replay:
            recorded = RunFolder(Path(settings.replay))
            attempts = recorded.attempts(place.key)
            replay = (attempts[-1] if attempts else recorded.attempt(place.key, 0)) / MODEL_CALLS
        return self._models.open(
            model, record=record, replay=replay, ledger=place.ledger if place is not None else None
        )

    def close(self) -> None:
        """Ends programs and the processes of guests, and closes connections to language models."""
        self._end_kept()
        self._models.close()
        for guest in self._guests.values():
            guest.close()
