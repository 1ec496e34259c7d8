"""Lets a stranger into a mall: pages over HTTP by the mall's own proxy, tasks in their published form."""

from __future__ import annotations

import http.client
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlsplit

from shopworld.catalog import Catalog
from shopworld.environments.tools import call_catalog_tool
from shopworld.episode import WORLD_START, Episode, EpisodeIdentity
from shopworld.mall import Admission, Mall, MallServer
from shopworld.stranger import Stranger, StrangerOpinion, ToolStranger
from shopworld.tasks import Task

_SECRET = b"a stranger has an episode of its own"

Progress = Callable[[int, int], None]
"""Is told how much is done, and of how much."""


@contextmanager
def stranger_in(mall: Mall, *, progress: Progress | None = None) -> Iterator[Stranger]:
    """A stranger who can walk through a mall as long as the block lasts.

    Args:
        mall: is served on loopback meanwhile.
        progress: is told how many product pages of how many were read.
    """
    identity = EpisodeIdentity("stranger", mall.name)
    episode = Episode(identity, identity.label(_SECRET))
    with MallServer(mall, slots=0) as server:
        visit = _Visit(server.admit(episode))
        hosts = {shop.identity.id: shop.identity.host for shop in mall.shops}
        try:
            yield Stranger(visit.get, hosts, WORLD_START.date(), progress=progress)
        finally:
            visit.close()


def stranger_with_tools(catalog: Catalog) -> ToolStranger:
    """A stranger who sees what the tools return of a catalog, and nothing else of it."""
    return ToolStranger(partial(call_catalog_tool, catalog), WORLD_START.date())


class _Visit:
    """Requests of one visitor, over one connection.

    Args:
        admission: where the visitor's episode is reached.
    """

    def __init__(self, admission: Admission) -> None:
        proxy = admission.proxy
        place = urlsplit(proxy.server)
        known = b64encode(f"{proxy.username}:{proxy.password}".encode()).decode()
        self._headers = {"Proxy-Authorization": f"Basic {known}"}
        self._connection = http.client.HTTPConnection(place.hostname or "", place.port)

    def get(self, address: str) -> str | None:
        """The page at an address; None where there is none."""
        parts = urlsplit(address)
        self._connection.request(
            "GET", parts._replace(fragment="").geturl(), headers={**self._headers, "Host": parts.netloc}
        )
        reply = self._connection.getresponse()
        body = reply.read()
        return body.decode("utf-8", "replace") if reply.status == http.client.OK else None

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()


def public_form(task: Task) -> dict[str, object]:
    """A task as its suite is published: the JSON that anybody can read."""
    return task.model_dump(mode="json")


def opinions(tasks: Sequence[Task], stranger: Stranger | ToolStranger) -> Iterator[StrangerOpinion]:
    """What a stranger thinks of tasks, one by one."""
    forms = [public_form(task) for task in tasks]
    if isinstance(stranger, Stranger):
        stranger.prepare(forms)
    for form in forms:
        yield stranger.judge(form)
