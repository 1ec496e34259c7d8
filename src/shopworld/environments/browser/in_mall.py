"""The browser as an interface: pages of a mall's shops, one episode after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shopworld.environments.browser.environment import BrowserEnvironment
from shopworld.environments.browser.process import BrowserProcess
from shopworld.environments.observation import Observation, Pictures, ToolDescription
from shopworld.environments.protocol import TaskStart
from shopworld.episode import Episode

if TYPE_CHECKING:
    from shopworld.environments.world import OpenWorld


class MallBrowser(BrowserEnvironment):
    """A Chromium of its own, in the shops of a mall.

    Args:
        world: whose mall; each episode gets a free slot of its server.

    Raises:
        BrowserMissing: there is no browser.
    """

    def __init__(self, world: OpenWorld) -> None:
        mall = world.mall
        super().__init__(
            BrowserProcess(images=world.folders.images or world.folders.screenshots, sealed=True),
            allowed_hosts=(*mall.hosts, mall.solution_host),
        )
        self._world = world
        self._visited: Episode | None = None

    @property
    def tools(self) -> tuple[ToolDescription, ...]:
        """None: an agent meets pages."""
        return ()

    @property
    def process_groups(self) -> tuple[int, ...]:
        """The browser's, while it runs."""
        group = self.browser.process_id
        return (group,) if group is not None else ()

    def start(self, episode: Episode, task: TaskStart, pictures: Pictures = Pictures.NONE) -> Observation:
        """Lets the episode into a slot and opens the first page.

        Raises:
            EnvironmentFault: the browser does not work, or the first page cannot be opened.
        """
        self._go()
        self._screenshots = self._world.folders.screenshots or pictures is Pictures.PLAIN
        self._marks = pictures is Pictures.MARKED
        self._visited = episode
        return self.open(episode, self._world.enter(episode), task.url, task.goal)

    def leave(self) -> None:
        """Closes context and slot, and lets the browser make the next context meanwhile.

        Raises:
            EnvironmentFault: something went wrong inside the mall while the episode ran.
        """
        came_from_somewhere = self._visited is not None
        self._go()
        if came_from_somewhere and (proxy := self._world.next_entrance()):
            self.prepare(proxy)

    def _go(self) -> None:
        visited, self._visited = self._visited, None
        try:
            self._dispose()
        finally:
            if visited is not None:
                self._world.leave(visited)

    def renew(self) -> None:
        """Ends the browser; another one starts with the next episode."""
        self._spare = None
        self.browser.discard()

    def close(self) -> None:
        """Leaves, and ends the browser."""
        try:
            self._go()
        finally:
            self.renew()


def open_browser(world: OpenWorld) -> MallBrowser:
    """The environment `browser`."""
    return MallBrowser(world)
