"""A run that is ready to be played: what was asked, its world, its agents, and what holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from shopworld.agents import AgentDeclaration
from shopworld.evaluation.records import Isolation
from shopworld.evaluation.running.jailing import hidden_of_a_run, isolations
from shopworld.evaluation.running.opening import Opening
from shopworld.evaluation.running.players import OpenWorldPlayers
from shopworld.evaluation.running.worker import OpenPlayers
from shopworld.evaluation.running.worker_count import WorkerCount, Workers, choose_workers
from shopworld.evaluation.settings import RunSettings
from shopworld.jail import JailOptions, Level


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A run that is ready to be played.

    Attributes:
        opening: what was asked, the suite and its world.
        declared: what the agents declare, by name.
        jail: what holds somebody else's agents.
        workers_level: what holds the workers.
    """

    opening: Opening
    declared: Mapping[str, AgentDeclaration]
    jail: JailOptions = field(default_factory=JailOptions)
    workers_level: Level = Level.NONE

    @property
    def settings(self) -> RunSettings:
        """What was asked."""
        return self.opening.settings

    @property
    def isolations(self) -> Mapping[str, Isolation]:
        """What keeps each of somebody else's agents from the answers, by name."""
        return isolations(self.settings.agents, self.declared, self.settings.commands, self.jail)

    def open_players(self, folder: Path) -> OpenPlayers:
        """Makes a worker's agents and opens their world.

        Args:
            folder: of the run, which no agent sees.
        """
        settings = self.settings
        jail = replace(self.jail, hidden=(*self.jail.hidden, *hidden_of_a_run(folder)))
        return OpenWorldPlayers(
            self.opening.folders, settings.models, settings.seed, settings.commands, self.declared, jail
        )

    @property
    def trials(self) -> int:
        """Number of results the run will have."""
        return len(self.opening.tasks) * len(self.settings.agents) * self.settings.trials

    def choose_workers(self, asked: Workers) -> WorkerCount:
        """How many processes play it: the number asked for, or what this machine gives.

        Raises:
            InputError: it is neither number nor `auto`.
        """
        return choose_workers(asked, trials=self.trials, browser=bool(self.opening.provenance.browser))
