"""A visitor who looks at a shop twice: as people see it, to know what to do, and as agents see it, to measure it."""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from shopworld.arena.explore.browser_session import BrowserSession, Rules
from shopworld.arena.explore.obstacles import clear_the_way
from shopworld.arena.explore.prefetch import SiteAddress
from shopworld.arena.explore.sight import Sight
from shopworld.arena.similarity.subjects import ComparedShop
from shopworld.arena.similarity.tree import Tree, links_of, read_tree
from shopworld.environments.browser import BrowserProcess
from shopworld.environments.browser.connection import CommandRefused
from shopworld.errors import EnvironmentFault

_READ_ATTEMPTS = 4
_ERRORS = 400
_LINKS = "JSON.stringify([...document.querySelectorAll('a[href]')].map((one) => one.href))"
_STATUS = "(performance.getEntriesByType('navigation')[0] || {}).responseStatus || 0"


@dataclass(frozen=True, slots=True)
class AgentView:
    """A page as an agent would see it now.

    Attributes:
        url: its address.
        title: of the tab.
        tree: its accessibility tree.
        links: pages of the shop that its tree links to.
        picture: JPEG of the window.
    """

    url: str
    title: str
    tree: Tree
    links: tuple[str, ...]
    picture: bytes


class SimilarityVisitor:
    """Somebody who has just come to a shop.

    Attributes:
        visit: the tab.
        home: address of the home page.
    """

    def __init__(self, visit: BrowserSession, home: str) -> None:
        self.visit = visit
        self.home = home
        self._site = SiteAddress(home)

    def open(self, path: str) -> Sight:
        """Opens a page of the shop by its path."""
        return self.visit.open(urllib.parse.urljoin(self.home, path))

    def dismiss(self, sight: Sight) -> Sight:
        """Answers what lies over the page, from now on over every page that is opened."""
        self.visit.clear_the_way = clear_the_way
        return clear_the_way(self.visit, sight)

    def look(self) -> AgentView:
        """The page as it is now.

        Raises:
            EnvironmentFault: it never stands still, or the browser is gone.
        """
        for _ in range(_READ_ATTEMPTS):
            page = self.visit.page
            page.settle(pictures=True)
            try:
                tree = read_tree(page)
                return AgentView(page.url, page.title, tree, self._pages(links_of(tree)), self.visit.picture())
            except CommandRefused:
                continue
        raise EnvironmentFault(f"the page at {self.visit.page.url} never stands still")

    def all_links(self) -> tuple[str, ...]:
        """Pages of the shop that the present page links to, also from what is folded; places of the page are none."""
        return self._pages(json.loads(self._evaluate(_LINKS) or "[]"))

    @property
    def failed(self) -> bool:
        """Whether the present page was answered with an error."""
        return int(self._evaluate(_STATUS) or 0) >= _ERRORS

    def path(self, address: str) -> str:
        """Path and query of an address of the shop: what stays the same from visit to visit."""
        return self._site.path(address)

    def _pages(self, addresses: list[str]) -> tuple[str, ...]:
        here = self.visit.page.url.partition("#")[0]
        pages = (
            self._site.join(address)
            for address in addresses
            if self._site.owns(address) and not ("#" in address and address.partition("#")[0] == here)
        )
        return tuple(dict.fromkeys(self.path(one) for one in pages if one))

    def _evaluate(self, expression: str) -> Any:
        answer = self.visit.page.call("Runtime.evaluate", expression=expression, returnByValue=True)
        return answer["result"].get("value")


@contextmanager
def visitor_of(subject: ComparedShop, browser: BrowserProcess) -> Iterator[SimilarityVisitor]:
    """Sends somebody who was never there into a shop; `dismiss` lets them answer what lies over the pages."""
    home = subject.arrive()
    site = SiteAddress(home)
    with BrowserSession(browser, Rules(site.owns, lambda _: True, lambda: None)) as visit:
        yield SimilarityVisitor(visit, home)
