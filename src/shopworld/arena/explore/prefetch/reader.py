"""Reads pages of a site as they are: plainly where that shows enough, else as a browser makes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol, Self

from shopworld.arena.explore.prefetch.cache import FetchedReply
from shopworld.arena.explore.prefetch.fetcher import Fetcher, Forbidden
from shopworld.arena.explore.prefetch.identity import is_route, shape_of
from shopworld.arena.explore.prefetch.limits import RequestBudgetSpent
from shopworld.arena.explore.prefetch.markup import Markup
from shopworld.arena.explore.prefetch.structured import StructuredData
from shopworld.errors import ArenaError

_MOST_TRIES = 2
_MOST_VAIN = 12
_MUCH_TEXT = 200
_DOUBTFUL_SHARE = 0.5


class PageRenderer(Protocol):
    """A browser that reads pages; see `explore/rendering.py`."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def page(self, url: str, *, to_the_end: bool = False) -> str:
        """A page's HTML as its scripts left it."""
        ...

    def opened(self, url: str) -> str:
        """A page's HTML with all that its menus bring."""
        ...

    def followed(self, url: str, node: str) -> str:
        """Where a click on an element leads."""
        ...

    def pass_gate(self, url: str) -> str:
        """Answers what a site asks before it shows its shop."""
        ...


@dataclass(slots=True)
class PageReader:
    """Reads pages, and learns for each form of address which way of reading it shows enough.

    Attributes:
        fetcher: asks the site.
        renderer: the browser; None where only plain pages are read.
        tell: hears of what was left out, and why.
        known: places of products in pages that were read.
        rendered: forms of addresses that only a browser shows.
        to_the_end: forms of addresses of listings that bring more products to the page.
    """

    fetcher: Fetcher
    renderer: PageRenderer | None
    tell: Callable[[str, str], None]
    known: set[str] = field(default_factory=set)
    rendered: set[str] = field(default_factory=set)
    to_the_end: set[str] = field(default_factory=set)
    _tries: Counter[str] = field(default_factory=Counter)

    def page(self, url: str, *, plain: bool = False) -> tuple[Markup, StructuredData] | None:
        """A page; None where it cannot be read.

        Args:
            url: its address.
            plain: whether the page is read as the site answers, whatever it shows.

        Raises:
            RequestBudgetSpent: no further request is allowed.
        """
        shape = shape_of(url)
        try:
            if self.renderer is not None and (shape in self.rendered or is_route(url)):
                return self._rendered(url, to_the_end=shape in self.to_the_end)
            reply = self.fetcher.get(url)
        except RequestBudgetSpent:
            raise
        except ArenaError as error:
            self.tell(self.fetcher.site.path(url), error.message)
            return None
        if not reply.ok or not reply.is_html:
            return None
        read = self._read(reply.text, reply.final_url)
        return read if plain or self.renderer is None else self._better(url, shape, read)

    def _better(self, url: str, shape: str, read: tuple[Markup, StructuredData]) -> tuple[Markup, StructuredData]:
        """The page as a browser shows it, where plainly it shows little and a browser shows more."""
        markup = read[0]
        cards = markup.cards()
        doubtful = sum(one.doubtful for one in cards) > len(cards) * _DOUBTFUL_SHARE
        poor = not markup.has_cards and not markup.looks_like_product() and markup.has_scripts
        vain = sum(self._tries.values()) >= _MOST_VAIN
        if not (poor or doubtful) or vain or self._tries[shape] >= _MOST_TRIES:
            return read
        self._tries[shape] += 1
        try:
            again = self._rendered(url)
        except RequestBudgetSpent:
            raise
        except ArenaError:
            return read
        if again is None:
            return read
        if _shows_more(again[0], markup):
            self.rendered.add(shape)
            self._tries[shape] = 0
            return again
        return read

    def whole(self, url: str, read: tuple[Markup, StructuredData]) -> tuple[Markup, StructuredData]:
        """A listing with all that comes by scrolling or by a button; asked of a browser until it brings nothing."""
        shape = shape_of(url)
        tried = f"end of {shape}"
        if self.renderer is None or not read[0].has_scripts or self._tries[tried] >= _MOST_TRIES:
            return read
        self._tries[tried] += 1
        try:
            again = self._rendered(url, to_the_end=True)
        except RequestBudgetSpent:
            raise
        except ArenaError:
            return read
        if again is not None and len(again[0].cards()) > len(read[0].cards()):
            self._tries[tried] = 0
            self.to_the_end.add(shape)
            return again
        return read

    def menus(self, url: str) -> Markup | None:
        """A page with what its menus bring; None where it cannot be read."""
        try:
            return None if self.renderer is None else self._read(self.renderer.opened(url), url)[0]
        except RequestBudgetSpent:
            raise
        except ArenaError:
            return None

    def _rendered(self, url: str, *, to_the_end: bool = False) -> tuple[Markup, StructuredData] | None:
        assert self.renderer is not None
        if not self.fetcher.allows(url):
            raise Forbidden(f"robots.txt of {self.fetcher.site.host} forbids {self.fetcher.site.path(url)}")
        name = f"{url} {'to the end' if to_the_end else 'rendered'}"
        kept = self.fetcher.cache.read(name)
        if kept is None:
            kept = FetchedReply(name, url, 200, "text/html", self.renderer.page(url, to_the_end=to_the_end))
            self.fetcher.cache.write(kept)
        return self._read(kept.text, url) if kept.text else None

    def _read(self, text: str, url: str) -> tuple[Markup, StructuredData]:
        site = self.fetcher.site
        return Markup(text, url, site, frozenset(self.known)), StructuredData(text, url, site)


def _shows_more(one: Markup, other: Markup) -> bool:
    """Whether a page shows more than it did: products, something to buy, links, text; or settles what was in doubt."""
    cards, before = one.cards(), other.cards()
    if len(cards) != len(before) or cards:
        doubts = sum(card.doubtful for card in cards) < sum(card.doubtful for card in before)
        return len(cards) > len(before) or doubts
    if len(one.unlinked()) > 1 or (one.looks_like_product() and not other.looks_like_product()):
        return True
    if one.looks_like_product() and (one.own_price() is not None) > (other.own_price() is not None):
        return True
    return len(one.text) > 2 * len(other.text) + _MUCH_TEXT or len(one.links()) > 1.5 * len(other.links()) + 3
