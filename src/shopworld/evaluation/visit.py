"""An episode in a slot of a served mall: its addresses, and what went wrong in the mall meanwhile."""

from __future__ import annotations

from shopworld.episode import Episode
from shopworld.errors import EnvironmentFault
from shopworld.evaluation.outside.watching import Entrance
from shopworld.mall import MallServer
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
