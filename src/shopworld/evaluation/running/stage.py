"""The real stage: a mall, a browser and the agents in one worker process."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from shopworld.agents import Agent, AgentDeclaration, make_oracle
from shopworld.catalog import Catalog
from shopworld.environments import BrowserEnvironment, BrowserProcess, Observation
from shopworld.environments.observation import Pictures
from shopworld.episode import Episode
from shopworld.errors import EnvironmentFault
from shopworld.evaluation.running.outside.commands import AgentCommand, outside_command
from shopworld.evaluation.running.outside.watching import ShoppingProgram, Watcher
from shopworld.evaluation.running.players import EpisodePlace, Players
from shopworld.evaluation.running.visit import Visit, WatchedVisit
from shopworld.mall import Mall, MallServer
from shopworld.models import ModelSettings
from shopworld.tasks import Task


class BrowserStage:
    """A served mall with one slot, and a browser.

    Args:
        mall: what to serve; it stays open.
        screenshots: whether each observation carries a picture.
        pictures: whether an agent looks at pictures, of which the browser then loads those of pages.
        models: how language models are called.
        seed: of the run.
        commands: agents that are programs, by name.
        declarations: of the agents, by name.
    """

    def __init__(
        self,
        mall: Mall,
        *,
        screenshots: bool,
        pictures: bool = False,
        models: ModelSettings | None = None,
        seed: int = 0,
        commands: Mapping[str, AgentCommand] | None = None,
        declarations: Mapping[str, AgentDeclaration] | None = None,
    ) -> None:
        self.mall = mall
        self.server = MallServer(mall, slots=1).start()
        self.screenshots = screenshots
        self._pictures = screenshots or pictures
        self._browser: BrowserProcess | None = None
        self._commands = dict(commands or {})
        self._watched: WatchedVisit | None = None
        self._players = Players(
            "browser", lambda task: make_oracle(mall, task), models, seed, self._commands, declarations
        )

    @property
    def browser(self) -> BrowserProcess:
        """The browser; found when it is needed first, as who brings one of their own does not need it.

        Raises:
            BrowserMissing: there is none.
        """
        if self._browser is None:
            self._browser = BrowserProcess(images=self._pictures)
        return self._browser

    @property
    def process_groups(self) -> tuple[int, ...]:
        """The browser's, while one runs, and those of programs that shop."""
        group = self._browser.process_id if self._browser is not None else None
        return (*((group,) if group is not None else ()), *self._players.process_groups)

    @property
    def hosts(self) -> Mapping[str, str]:
        """Host of each shop to its id."""
        return self.mall.hosts

    @property
    def catalog(self) -> Catalog:
        """The mall's: products that an agent chose are looked up in it."""
        return self.mall.catalog

    def environment(self, agent: str) -> str:
        """That of this stage."""
        return "browser"

    def pictures(self, agent: str) -> Pictures:
        """What an agent wants to see of pages."""
        return self._players.declaration(agent).pictures

    def agent(self, name: str, task: Task, place: EpisodePlace | None = None) -> Agent:
        """Makes the agent for one episode; of one with a browser of its own, the episode is the one opened last."""
        command = outside_command(name, self._commands)
        if command is None or not command.browser or self._watched is None:
            return self._players.agent(name, task, place)
        scene = self._watched
        folder = place.folder if place is not None else None
        program = ShoppingProgram(name, command, scene.episode, scene.entrance, folder)
        return self._players.keep(Watcher(program, scene))

    def open(self, episode: Episode, task: Task) -> BrowserScene | WatchedVisit:
        """Lets the episode into the slot. Raises EnvironmentFault where the browser does not start."""
        command = outside_command(episode.identity.agent, self._commands)
        if command is None or not command.browser:
            return BrowserScene(self, episode, task)
        self._watched = WatchedVisit(Visit(self.server, episode), task)
        return self._watched

    def renew(self) -> None:
        """Replaces browser and server; the browser starts with the next episode.

        Raises:
            MallError: the new server does not start.
        """
        if self._browser is not None:
            self._browser.discard()
        with contextlib.suppress(EnvironmentFault):  # a request of the old one may hang for good
            self.server.stop()
        self.server = MallServer(self.mall, slots=1).start()

    def close(self) -> None:
        """Ends guests, browser and server."""
        self._players.close()
        if self._browser is not None:
            self._browser.discard()
        self.server.stop()


class BrowserScene:
    """One episode, open in the stage's slot, seen through the stage's browser."""

    def __init__(self, stage: BrowserStage, episode: Episode, task: Task) -> None:
        self._stage, self._episode, self._task = stage, episode, task
        self._visit = Visit(stage.server, episode)
        pictures = stage.pictures(episode.identity.agent)
        self._environment = BrowserEnvironment(
            stage.browser,
            screenshots=stage.screenshots or pictures is Pictures.PLAIN,
            marks=pictures is Pictures.MARKED,
            allowed_hosts=(*stage.mall.hosts, stage.mall.solution_host),
        )

    def start(self) -> Observation:
        """Opens the first page."""
        return self._environment.start(
            self._episode, self._visit.proxy_address, start_url=self._task.start, goal=self._task.goal
        )

    def step(self, action: str) -> Observation:
        """Carries out one action."""
        return self._environment.step(action)

    @property
    def ended(self) -> bool:
        """Whether the agent has ended the episode, on the solution page or by a message."""
        return self._episode.ending is not None

    def close(self) -> None:
        """Closes context and slot.

        Raises:
            EnvironmentFault: something went wrong inside the mall while the episode ran.
        """
        try:
            self._environment.close()
        finally:
            self._visit.close()
