"""The agents of a run by name: built in, or someone else's in a process of their own."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from shopworld.agents import ORACLE, Agent, AgentName, Environment, make_agent
from shopworld.errors import AgentError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.guest import GuestProcess
from shopworld.evaluation.records import TrialKey
from shopworld.evaluation.trajectory import MODEL_CALLS
from shopworld.models import ChatRequest, EpisodeModel, Models, ModelSettings, Reply
from shopworld.models.chat import CallClock
from shopworld.tasks import Task


def check_agents(
    names: Sequence[str], environment: Environment = "browser", settings: ModelSettings | None = None
) -> None:
    """Makes each agent once, to find a wrong name before anything is played. No language model is called.

    Args:
        names: of the agents.
        environment: where they are to shop.
        settings: how language models are called.

    Raises:
        AgentError: there is no such agent, it cannot be made, or it is made for another environment.
        ModelError: its language model cannot be called as asked.
    """
    with contextlib.closing(Models(settings)) as models:

        def open_checked(model: str) -> EpisodeModel:
            models.check(model)
            return EpisodeModel(model, _NOBODY, models, None)

        for name in names:
            if AgentName.parse(name).is_guest:
                with contextlib.closing(GuestProcess(name, environment)) as guest:
                    guest.agent()
            elif AgentName.parse(name).base != ORACLE:
                make_agent(name, environment, open_checked)


class _Nobody:
    """Stands where an agent is made only to see whether it can be made."""

    async def complete(self, request: ChatRequest, *, clock: CallClock | None = None) -> Reply:
        raise AgentError("the agent asks its language model before it has a task")


_NOBODY = _Nobody()


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
    """

    def __init__(
        self,
        environment: Environment,
        oracle: Callable[[Task], Agent],
        settings: ModelSettings | None = None,
        seed: int = 0,
    ) -> None:
        self.environment = environment
        self._oracle = oracle
        self._models = Models(settings, seed=seed)
        self._guests: dict[str, GuestProcess] = {}

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
        if AgentName.parse(name).is_guest:
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
        """Ends the processes of guests, and closes connections to language models."""
        self._models.close()
        for guest in self._guests.values():
            guest.close()
