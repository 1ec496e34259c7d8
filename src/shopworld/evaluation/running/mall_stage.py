"""The stage of a mall that agents meet by several interfaces: each agent gets the one that its name asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.agents import Agent, AgentDeclaration
from shopworld.catalog import Catalog
from shopworld.environments.corpus import Corpus, CorpusEnvironment, Retrieval
from shopworld.environments.nlweb import NlwebEnvironment
from shopworld.environments.shop_tools import ShopToolEnvironment
from shopworld.episode import Episode
from shopworld.evaluation.running.attempt import Scene, Stage
from shopworld.evaluation.running.outside.commands import AgentCommand
from shopworld.evaluation.running.players import EpisodePlace
from shopworld.evaluation.running.shop_tool_stage import ShopToolStage
from shopworld.evaluation.running.stage import BrowserStage
from shopworld.evaluation.settings import Screenshots
from shopworld.mall import Mall
from shopworld.models import ModelSettings
from shopworld.tasks import Task


@dataclass(frozen=True, slots=True)
class OpenMallStage:
    """Makes a `MallStage` in a worker.

    Attributes:
        mall: folder of the mall.
        screenshots: whether pictures are wanted, of episodes in a browser.
        pictures: whether an agent looks at them.
        models: how language models are called.
        seed: of the run.
        commands: agents that are programs, by name.
        declarations: of the agents, by name.
        corpus: folder of the mall's corpus, where an agent searches it.
        retrieval: how it is searched.
    """

    mall: Path
    screenshots: Screenshots
    pictures: bool = False
    models: ModelSettings | None = None
    seed: int = 0
    commands: Mapping[str, AgentCommand] = field(default_factory=dict)
    declarations: Mapping[str, AgentDeclaration] = field(default_factory=dict)
    corpus: Path | None = None
    retrieval: Retrieval = Retrieval.BM25

    def __call__(self) -> MallStage:
        return MallStage(Mall.open(self.mall), self)


class MallStage:
    """A mall, and a stage for each interface that an agent has asked for so far.

    Args:
        mall: closed with the stage.
        options: how the interfaces are set up.
    """

    def __init__(self, mall: Mall, options: OpenMallStage) -> None:
        self._mall, self._options = mall, options
        self._stages: dict[str, Stage] = {}

    @property
    def process_groups(self) -> tuple[int, ...]:
        """The browser's, while one runs."""
        return tuple(group for stage in self._stages.values() for group in stage.process_groups)

    @property
    def hosts(self) -> Mapping[str, str]:
        """Host of each shop to its id."""
        return self._mall.hosts

    @property
    def catalog(self) -> Catalog:
        """The mall's."""
        return self._mall.catalog

    def environment(self, agent: str) -> str:
        """By which an agent meets the mall."""
        return self._options.declarations[agent].environment("mall")

    def agent(self, name: str, task: Task, place: EpisodePlace | None = None) -> Agent:
        """Makes the agent for one episode, for its interface."""
        return self._stage(name).agent(name, task, place)

    def open(self, episode: Episode, task: Task) -> Scene:
        """Opens an episode by the interface of its agent."""
        return self._stage(episode.identity.agent).open(episode, task)

    def renew(self) -> None:
        """Replaces what may be broken of each interface."""
        for stage in self._stages.values():
            stage.renew()

    def close(self) -> None:
        """Closes all interfaces, then the mall."""
        for stage in self._stages.values():
            stage.close()
        self._mall.close()

    def _stage(self, agent: str) -> Stage:
        environment = self.environment(agent)
        if environment not in self._stages:
            self._stages[environment] = self._open(environment)
        return self._stages[environment]

    def _open(self, environment: str) -> Stage:
        options = self._options
        if environment == "shop_tools":
            return self._by_calls(environment, ShopToolEnvironment(self._mall))
        if environment == "corpus":
            return self._by_calls(environment, CorpusEnvironment(self._mall, self._corpus()))
        if environment == "nlweb":
            return self._by_calls(environment, NlwebEnvironment(self._mall, self._corpus()))
        return BrowserStage(
            self._mall,
            screenshots=options.screenshots is not Screenshots.NONE,
            pictures=options.pictures,
            models=options.models,
            seed=options.seed,
            commands=options.commands,
            declarations=options.declarations,
        )

    def _by_calls(self, name: str, environment: ShopToolEnvironment) -> Stage:
        options = self._options
        return ShopToolStage(
            self._mall, name, environment, options.models, options.seed, options.commands, options.declarations
        )

    def _corpus(self) -> Corpus:
        assert self._options.corpus is not None, "it is made before a run begins"
        return Corpus(self._options.corpus, self._options.retrieval)
