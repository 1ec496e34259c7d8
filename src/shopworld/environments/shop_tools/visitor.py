"""A visitor of a mall without a browser: asks the shops' own applications, in process, and gets their pages as data.

What the shops record is what they record for a browser: an episode's checks cannot tell the two apart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote, urlencode, urljoin

from shopworld.episode import Episode
from shopworld.errors import ActionError, EnvironmentFault
from shopworld.mall.reply import HttpReply, call
from shopworld.mall.site import SOLUTION_SITE, Served
from shopworld.mall.target import Target, parse_target
from shopworld.shop.look.rendering import Page

_MOST_REDIRECTS = 5
_SAFE = "/:?#[]@!$&'()*+,;=-._~%"
"""What stays as it is in an address that somebody wrote."""


@dataclass(frozen=True, slots=True)
class ShopAnswer:
    """What a request led to.

    Attributes:
        shop: host that answered.
        address: of the page, after redirects.
        status: HTTP status.
        page: what is shown; None where the answer is no page of a shop.
        body: of an answer that is no page.
    """

    shop: str
    address: str
    status: int
    page: Page | None
    body: bytes = b""

    def absolute(self, path: str) -> str:
        """The full address of a link on the page."""
        return urljoin(self.address, path)


class MallVisitor:
    """Asks the sites of a mall in the name of one episode at a time.

    Args:
        mall: what is visited.
    """

    def __init__(self, mall: Served) -> None:
        self._sites = mall.sites
        self._loop = asyncio.new_event_loop()
        self.episode: Episode | None = None

    @property
    def hosts(self) -> tuple[str, ...]:
        """Of the shops, in the mall's order."""
        return tuple(site.host for site in self._sites if site.name != SOLUTION_SITE)

    def host_of(self, shop: str) -> str:
        """The host of a shop that is named by its address, host or name.

        Raises:
            ActionError: there is no such shop.
        """
        wanted = shop.strip().casefold()
        host = wanted.removeprefix("http://").removeprefix("https://").partition("/")[0]
        for site in self._sites:
            if site.name != SOLUTION_SITE and (host == site.host or wanted in (site.name, site.title.casefold())):
                return site.host
        raise ActionError(f"there is no shop {shop!r}; expected one of {', '.join(self.hosts)}")

    def get(self, address: str) -> ShopAnswer:
        """Opens an address, and follows where it leads.

        Raises:
            ActionError: it is no address of this mall's shops.
            EnvironmentFault: the shop broke.
        """
        target = self._target(address)
        return self._follow(target, self._ask("GET", target))

    def post(self, address: str, fields: Mapping[str, str]) -> ShopAnswer:
        """Sends a form, and follows where it leads.

        Raises:
            ActionError: it is no address of this mall's shops.
            EnvironmentFault: the shop broke.
        """
        target = self._target(address)
        return self._follow(target, self._ask("POST", target, urlencode(fields).encode()))

    def close(self) -> None:
        """Frees what requests need."""
        self._loop.close()

    def _target(self, address: str) -> Target:
        text = quote(address.strip().partition("#")[0], safe=_SAFE)
        if not text.startswith("http://"):
            raise ActionError(f"{address!r} is no full address, expected http://SHOP/…")
        target = parse_target("GET", text.encode("ascii"), ())
        site = self._sites.at(target.host) if isinstance(target, Target) and target.port == 80 else None
        if not isinstance(target, Target) or site is None or site.name == SOLUTION_SITE:
            raise ActionError(f"{address!r} is no address of a shop here; the shops are {', '.join(self.hosts)}")
        return target

    def _follow(self, target: Target, answer: tuple[HttpReply, list[Page]]) -> ShopAnswer:
        for _ in range(_MOST_REDIRECTS):
            reply, pages = answer
            location = reply.header(b"location")
            if not location:
                break
            target = self._target(f"http://{target.host}{location.decode('latin-1')}")
            answer = self._ask("GET", target)
        reply, pages = answer
        query = f"?{target.query.decode('ascii')}" if target.query else ""
        address = f"{target.origin}{target.path.decode('ascii')}{query}"
        return ShopAnswer(target.host, address, reply.status, pages[-1] if pages else None, reply.body)

    def _ask(self, method: str, target: Target, body: bytes = b"") -> tuple[HttpReply, list[Page]]:
        if self.episode is None:
            raise EnvironmentFault("nobody visits the mall: there is no episode")
        pages: list[Page] = []
        site = self._sites.at(target.host)
        assert site is not None
        scope: dict[str, object] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "server": (target.host, target.port),
            "client": None,
            "scheme": "http",
            "method": method,
            "root_path": "",
            "path": unquote(target.path.decode("ascii")),
            "raw_path": target.path,
            "query_string": target.query,
            "headers": [
                (b"host", target.host.encode("ascii")),
                (b"content-type", b"application/x-www-form-urlencoded"),
            ],
            "shopworld.episode": self.episode,
            "shopworld.pages": pages,
        }
        reply = self._wait_for(call(site.application, scope, body, origin=target.origin))
        if reply.status >= 500:
            raise EnvironmentFault(f"{target.host} answered {reply.status} at {target.path.decode('ascii')}")
        return reply, pages

    def _wait_for(self, answer: Coroutine[Any, Any, HttpReply]) -> HttpReply:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._loop.run_until_complete(answer)
        # Somebody else's loop runs in this thread, as in a notebook: ours needs one of its own.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(self._loop.run_until_complete, answer).result()
