"""The stage of interfaces that are function calls into the shops of a mall, in one worker process; no browser."""

from __future__ import annotations

from collections.abc import Mapping

from shopworld.agents import Agent, AgentDeclaration, make_oracle
from shopworld.catalog import Catalog
from shopworld.environments import Observation
from shopworld.environments.shop_tools import ShopToolEnvironment
from shopworld.episode import Episode
from shopworld.evaluation.running.outside.commands import AgentCommand
from shopworld.evaluation.running.players import EpisodePlace, Players
from shopworld.mall import Mall
from shopworld.models import ModelSettings
from shopworld.tasks import Task


class ShopToolStage:
    """The shops of a mall and the tools of one interface.

    Args:
        mall: whose shops; not closed with the stage.
        name: of the environment.
        environment: with the tools; closed with the stage.
        models: how language models are called.
        seed: of the run.
        commands: agents that are programs, by name.
        declarations: of the agents, by name.
    """

    def __init__(
        self,
        mall: Mall,
        name: str,
        environment: ShopToolEnvironment,
        models: ModelSettings | None = None,
        seed: int = 0,
        commands: Mapping[str, AgentCommand] | None = None,
        declarations: Mapping[str, AgentDeclaration] | None = None,
    ) -> None:
        self._mall = mall
        self._environment = environment
        self._name = name
        self._players = Players(name, lambda task: make_oracle(mall, task, name), models, seed, commands, declarations)

    @property
    def process_groups(self) -> tuple[int, ...]:
        """Those of programs that shop; everything else runs in the worker itself."""
        return self._players.process_groups

    @property
    def hosts(self) -> Mapping[str, str]:
        """Host of each shop to its id."""
        return self._mall.hosts

    @property
    def catalog(self) -> Catalog:
        """The mall's."""
        return self._mall.catalog

    def environment(self, agent: str) -> str:
        """That of this stage."""
        return self._name

    def agent(self, name: str, task: Task, place: EpisodePlace | None = None) -> Agent:
        """Makes the agent for one episode."""
        return self._players.agent(name, task, place)

    def open(self, episode: Episode, task: Task) -> ShopToolScene:
        """Sets the tools out for one episode."""
        return ShopToolScene(self._environment, episode, task)

    def renew(self) -> None:
        """Nothing to do: no part of it wears out."""

    def close(self) -> None:
        """Ends guests; the mall stays open."""
        self._players.close()
        self._environment.close()


class ShopToolScene:
    """One episode by shop tools."""

    def __init__(self, environment: ShopToolEnvironment, episode: Episode, task: Task) -> None:
        self._environment, self._episode, self._task = environment, episode, task

    def start(self) -> Observation:
        """What the agent sees first: goal and tools."""
        return self._environment.start(self._episode, self._task.goal, self._task.limits)

    def step(self, action: str) -> Observation:
        """Carries out one call."""
        return self._environment.step(action)

    @property
    def ended(self) -> bool:
        """Whether an answer was submitted, or the agent calls nothing any more."""
        return self._episode.ending is not None

    def close(self) -> None:
        """Nothing is held."""
