"""One episode in the shops of a mall that a client plays from outside, by any interface of function calls."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shopworld.environments.shop_tools.environment import ShopToolEnvironment
from shopworld.environments.tools.served_episode import PlayedFromOutside
from shopworld.mall import Mall
from shopworld.tasks import Score, Task, score


class ServedShopping(PlayedFromOutside):
    """An episode in a mall.

    Args:
        mall: whose shops.
        environment: shop tools, corpus or questions over that mall.
        interface: what it is called.
        task: what is wanted; without one the tools can be tried out.
        out: folder for what is left of it; None: nothing is written.
    """

    def __init__(
        self,
        mall: Mall,
        environment: ShopToolEnvironment,
        interface: str,
        task: Task | None = None,
        out: Path | None = None,
    ) -> None:
        addresses = ", ".join(f"http://{host}/" for host in mall.hosts)
        free_play = f"Shop with the tools in these shops: {addresses}. There is no task: nothing is scored."
        super().__init__(environment, task, out, free_play)
        self._mall, self._interface = mall, interface
        environment.start(self.episode, self.goal, task.limits if task is not None else None)

    def _grade(self, task: Task) -> Score:
        events, ending = self.episode.events, self.episode.ending
        return score(task, events, ending=ending, hosts=self._mall.hosts, catalog=self._mall.catalog)

    def _about(self) -> Mapping[str, Any]:
        return {"interface": self._interface, "mall": self._mall.name, "mall_hash": self._mall.content_hash}
