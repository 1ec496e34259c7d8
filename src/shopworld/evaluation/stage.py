"""The real stage: a mall, a browser and the agents in one worker process."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from shopworld.agents import Agent, make_oracle, sees_pictures
from shopworld.catalog import Catalog
from shopworld.environments import BrowserEnvironment, BrowserProcess, Observation
from shopworld.episode import Episode
from shopworld.errors import EnvironmentFault
from shopworld.evaluation.players import EpisodePlace, Players
from shopworld.evaluation.settings import Screenshots
from shopworld.mall import Mall, MallServer
from shopworld.models import ModelSettings
from shopworld.tasks import Task


@dataclass(frozen=True, slots=True)
class OpenBrowserStage:
    """Makes a `BrowserStage` in a worker.

    Attributes:
        mall: folder of the mall.
        screenshots: whether pictures are wanted.
        pictures: whether an agent looks at them.
        models: how language models are called.
        seed: of the run.
    """

    mall: Path
    screenshots: Screenshots
    pictures: bool = False
    models: ModelSettings | None = None
    seed: int = 0

    def __call__(self) -> BrowserStage:
        kept = self.screenshots is not Screenshots.NONE
        return BrowserStage(
            Mall.open(self.mall), screenshots=kept, pictures=self.pictures, models=self.models, seed=self.seed
        )


class BrowserStage:
    """A served mall with one slot, and a browser.

    Args:
        mall: what to serve.
        screenshots: whether each observation carries a picture.
        pictures: whether an agent looks at pictures, of which the browser then loads those of pages.
        models: how language models are called.
        seed: of the run.
        owns_mall: whether the mall is closed with the stage.
    """

    def __init__(
        self,
        mall: Mall,
        *,
        screenshots: bool,
        pictures: bool = False,
        models: ModelSettings | None = None,
        seed: int = 0,
        owns_mall: bool = True,
    ) -> None:
        self.mall = mall
        self._owns_mall = owns_mall
        self.server = MallServer(mall, slots=1).start()
        self.screenshots = screenshots
        self.browser = BrowserProcess(images=screenshots or pictures)
        self._players = Players("browser", lambda task: make_oracle(mall, task), models, seed)

    @property
    def process_groups(self) -> tuple[int, ...]:
        """The browser's, while one runs."""
        group = self.browser.process_id
        return (group,) if group is not None else ()

    @property
    def hosts(self) -> Mapping[str, str]:
        """Host of each shop to its id."""
        return self.mall.hosts

    @property
    def catalog(self) -> Catalog:
        """The mall's: products that an agent chose are looked up in it."""
        return self.mall.catalog

    def agent(self, name: str, task: Task, place: EpisodePlace | None = None) -> Agent:
        """Makes the agent for one episode."""
        return self._players.agent(name, task, place)

    def open(self, episode: Episode, task: Task) -> BrowserScene:
        """Lets the episode into the slot. Raises EnvironmentFault where the browser does not start."""
        return BrowserScene(self, episode, task)

    def renew(self) -> None:
        """Replaces browser and server; the browser starts with the next episode.

        Raises:
            MallError: the new server does not start.
        """
        self.browser.discard()
        with contextlib.suppress(EnvironmentFault):  # a request of the old one may hang for good
            self.server.stop()
        self.server = MallServer(self.mall, slots=1).start()

    def close(self) -> None:
        """Ends guests, browser and server, and the mall where it is the stage's own."""
        self._players.close()
        self.browser.discard()
        self.server.stop()
        if self._owns_mall:
            self.mall.close()


class BrowserScene:
    """One episode, open in the stage's slot, seen through the stage's browser."""

    def __init__(self, stage: BrowserStage, episode: Episode, task: Task) -> None:
        self._stage, self._episode, self._task = stage, episode, task
        self._slot = stage.server.slots[0]
        stage.server.open(self._slot, episode)
        self._environment = BrowserEnvironment(
            stage.browser,
            screenshots=stage.screenshots,
            marks=sees_pictures(episode.identity.agent),
            allowed_hosts=(*stage.mall.hosts, stage.mall.solution_host),
        )

    def start(self) -> Observation:
        """Opens the first page."""
        return self._environment.start(
            self._episode, self._slot.proxy_address, start_url=self._task.start, goal=self._task.goal
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
            faults = self._stage.server.close(self._slot)
        if faults:
            first = faults[0]
            raise EnvironmentFault(f"the mall failed at {first.address}: {first.summary}\n{first.traceback}")
