"""An episode in a slot of a served mall: its addresses, and what went wrong in the mall meanwhile."""

from __future__ import annotations

from collections.abc import Mapping

from shopworld.episode import Episode
from shopworld.errors import EnvironmentFault
from shopworld.evaluation.outside.watching import Entrance, WatchedScene
from shopworld.mall import SOLUTION_SITE, MallServer
from shopworld.tasks import Task


class Visit:
    """Lets an episode into the first slot, until it is closed.

    Args:
        server: with at least one slot, free.
        episode: that becomes reachable.
    """

    def __init__(self, server: MallServer, episode: Episode) -> None:
        self._server, self._slot = server, server.slots[0]
        self.episode = episode
        server.open(self._slot, episode)

    @property
    def proxy_address(self) -> str:
        """`host:port` of the episode's forward proxy."""
        return self._slot.proxy_address

    @property
    def hosts(self) -> Mapping[str, str]:
        """Host of each shop to its id."""
        return {site.host: site.name for site in self._server.mall.sites if site.name != SOLUTION_SITE}

    def entrance(self, task: Task) -> Entrance:
        """How the episode is reached from outside."""
        server = self._server
        doors = {site.address: server.door_address(site.name, self.episode) for site in server.mall.sites}
        return Entrance(task.start, f"http://{self.proxy_address}", doors)

    def close(self) -> None:
        """Takes the episode out of reach.

        Raises:
            EnvironmentFault: something went wrong inside the mall while it ran.
        """
        faults = self._server.close(self._slot)
        if faults:
            first = faults[0]
            raise EnvironmentFault(f"the mall failed at {first.address}: {first.summary}\n{first.traceback}")


class WatchedVisit(WatchedScene):
    """One episode, open in the first slot for somebody who brings a browser."""

    def __init__(self, visit: Visit, task: Task) -> None:
        super().__init__(visit.episode, visit.hosts, task.start)
        self._visit = visit
        self.entrance = visit.entrance(task)

    def close(self) -> None:
        """Closes the slot.

        Raises:
            EnvironmentFault: something went wrong inside the mall while the episode ran.
        """
        self._visit.close()
