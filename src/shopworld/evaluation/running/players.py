"""The agents of a run by name: built in, or someone else's in a process of their own."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from shopworld.agents import ORACLE, Agent, AgentName, Environment, is_guest, make_agent
from shopworld.errors import AgentError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import TrialKey
from shopworld.evaluation.running.guest import GuestProcess
from shopworld.evaluation.running.outside.agent import CommandAgent
from shopworld.evaluation.running.outside.commands import AgentCommand, outside_command
from shopworld.evaluation.trajectory import MODEL_CALLS
from shopworld.models import ChatRequest, EpisodeModel, Models, ModelSettings, Reply
from shopworld.models.chat import CallClock
from shopworld.tasks import Task


def check_agents(
    names: Sequence[str],
    environment: Environment = "browser",
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
    """

    def __init__(
        self,
        environment: Environment,
        oracle: Callable[[Task], Agent],
        settings: ModelSettings | None = None,
        seed: int = 0,
        commands: Mapping[str, AgentCommand] | None = None,
    ) -> None:
        self.environment = environment
        self._oracle = oracle
        self._models = Models(settings, seed=seed)
        self._guests: dict[str, GuestProcess] = {}
        self._commands = commands or {}
        self._program: Program | None = None

    @property
    def process_groups(self) -> tuple[int, ...]:
        """Of the program that shops, if one does."""
        group = self._program.process_group if self._program is not None else None
        return (group,) if group is not None else ()

    def keep(self, program: KeptProgram) -> KeptProgram:
        """Keeps an agent that is a program, to be ended with the next one or at the end."""
        self._end_program()
        self._program = program
        return program

    def _end_program(self) -> None:
        if self._program is not None:
            self._program.end("")
            self._program = None

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
            folder = place.folder if place is not None else None
            return self.keep(CommandAgent(name, command, self.environment, folder))
        if is_guest(name):
            return self._guests.setdefault(name, GuestProcess(name, self.environment)).agent()
        return make_agent(name, self.environment, lambda model: self._open(model, place))

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
        self._end_program()
        self._models.close()
        for guest in self._guests.values():
            guest.close()
