"""The sites of a mall: its shops and the solution page, each with an address and an application."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from shopworld.errors import MallError
from shopworld.mall.reply import Application
from shopworld.shop import Style

SOLUTION_SITE = "solution"
"""Name of the solution page among the sites."""


@dataclass(frozen=True, slots=True)
class Site:
    """One address of the mall.

    Attributes:
        name: id of the shop, or `solution`.
        title: for people.
        host: stable address, without scheme.
        application: answers requests; expects `scope["shopworld.episode"]`.
        text: one line about it.
        description: a few sentences more.
        style: how it looks, for its card on the front page; None for the solution page.
    """

    name: str
    title: str
    host: str
    application: Application
    text: str = ""
    description: str = ""
    style: Style | None = None

    @property
    def address(self) -> str:
        """Address of its first page."""
        return f"http://{self.host}/"


class Sites:
    """Sites by host and by name, in order.

    Raises:
        MallError: two share a host or a name, or a host is no host name in lower case.
    """

    def __init__(self, sites: Sequence[Site]) -> None:
        self._by_host = {site.host: site for site in sites}
        self._by_name = {site.name: site for site in sites}
        for site in sites:
            if self._by_host[site.host] is not site:
                raise MallError(f"the host {site.host!r} is used twice in this mall")
            if self._by_name[site.name] is not site:
                raise MallError(f"the name {site.name!r} is used twice in this mall")
            bare = site.host.replace("-", "").replace(".", "")
            if "." not in site.host or not (bare.isascii() and bare.isalnum() and bare == bare.lower()):
                raise MallError(f"{site.host!r} is no host name: expected lower case, such as 'techtalk.example'")

    def __iter__(self) -> Iterator[Site]:
        return iter(self._by_name.values())

    def __len__(self) -> int:
        return len(self._by_name)

    def at(self, host: str) -> Site | None:
        """The site with that host, or None."""
        return self._by_host.get(host)

    def named(self, name: str) -> Site | None:
        """The site of that name, or None."""
        return self._by_name.get(name)


class Served(Protocol):
    """What a server needs to know of a mall."""

    @property
    def name(self) -> str:
        """Name of the mall."""

    @property
    def sites(self) -> Sites:
        """Its shops in order, then the solution page."""
