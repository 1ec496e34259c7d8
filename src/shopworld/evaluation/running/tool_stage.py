"""The stage of the tool sandbox: a catalog, its tools and the agents in one worker process; no browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.agents import Agent, AgentDeclaration, make_tool_oracle
from shopworld.catalog import Catalog
from shopworld.environments import Observation
from shopworld.environments.tools import ToolEnvironment, ToolProfile
from shopworld.episode import Episode
from shopworld.evaluation.running.outside.commands import AgentCommand
from shopworld.evaluation.running.players import EpisodePlace, Players
from shopworld.models import ModelSettings
from shopworld.tasks import Task


@dataclass(frozen=True, slots=True)
class OpenToolStage:
    """Makes a `ToolStage` in a worker.

    Attributes:
        catalog: folder of the catalog.
        profile: how the tools behave.
        models: how language models are called.
        seed: of the run.
        commands: agents that are programs, by name.
        declarations: of the agents, by name.
    """

    catalog: Path
    profile: ToolProfile
    models: ModelSettings | None = None
    seed: int = 0
    commands: Mapping[str, AgentCommand] = field(default_factory=dict)
    declarations: Mapping[str, AgentDeclaration] = field(default_factory=dict)

    def __call__(self) -> ToolStage:
        return ToolStage(
            Catalog.open(self.catalog), self.profile, self.models, self.seed, self.commands, self.declarations
        )


class ToolStage:
    """A catalog and its tools.

    Args:
        catalog: what can be bought; closed with the stage.
        profile: how the tools behave.
        models: how language models are called.
        seed: of the run.
        commands: agents that are programs, by name.
    """

    def __init__(
        self,
        catalog: Catalog,
        profile: ToolProfile,
        models: ModelSettings | None = None,
        seed: int = 0,
        commands: Mapping[str, AgentCommand] | None = None,
        declarations: Mapping[str, AgentDeclaration] | None = None,
    ) -> None:
        self._catalog = catalog
        self._environment = ToolEnvironment(catalog, profile)
        self._players = Players(
            "tools", lambda task: make_tool_oracle(catalog, task), models, seed, commands, declarations
        )

    @property
    def process_groups(self) -> tuple[int, ...]:
        """Those of programs that shop; everything else runs in the worker itself."""
        return self._players.process_groups

    @property
    def hosts(self) -> Mapping[str, str]:
        """None: the tool sandbox has no addresses."""
        return {}

    @property
    def catalog(self) -> Catalog:
        """What recommendations are graded against."""
        return self._catalog

    def environment(self, agent: str) -> str:
        """That of this stage."""
        return "tools"

    def agent(self, name: str, task: Task, place: EpisodePlace | None = None) -> Agent:
        """Makes the agent for one episode."""
        return self._players.agent(name, task, place)

    def open(self, episode: Episode, task: Task) -> ToolScene:
        """Sets the tools out for one episode."""
        return ToolScene(self._environment, episode, task)

    def renew(self) -> None:
        """Nothing to do: no part of it wears out."""

    def close(self) -> None:
        """Ends guests and closes the catalog."""
        self._players.close()
        self._environment.close()
        self._catalog.close()


class ToolScene:
    """One episode in the tool sandbox."""

    def __init__(self, environment: ToolEnvironment, episode: Episode, task: Task) -> None:
        self._environment, self._episode, self._task = environment, episode, task

    def start(self) -> Observation:
        """What the agent sees first: goal and tools."""
        task = self._task
        return self._environment.start(self._episode, task.goal, task.shopper, task.limits)

    def step(self, action: str) -> Observation:
        """Carries out one call."""
        return self._environment.step(action)

    @property
    def ended(self) -> bool:
        """Whether a product was recommended, or the agent calls nothing any more."""
        return self._episode.ending is not None

    def close(self) -> None:
        """Nothing is held."""
