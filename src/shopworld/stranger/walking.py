"""A walk through shops over HTTP: from the home page by links, page by page, to product pages as they are needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from urllib.parse import urlencode, urlsplit

from shopworld.stranger.reading import Page, StrangerCard, StrangerListing, read_listing, read_page

Fetch = Callable[[str], str | None]
"""The text of the page at an address; None where there is none."""

_ALL = re.compile(r"all products|shop all|everything|whole range|full range", re.IGNORECASE)
_WHOLE = re.compile(r"/(?:all|shop|products|catalog)/?$")
_PART = re.compile(r"/(?:collections?|product-category|categor(?:y|ies)|c|departments?)/")
_COUNT = re.compile(r"\s+\(?\d+(?: (?:products|items))?\)?$")
_MOST_PAGES = 5000


class StrangerShop:
    """One shop as a visitor finds it.

    Args:
        home: address of its first page.
        fetch: gets pages.
    """

    def __init__(self, home: str, fetch: Fetch) -> None:
        self.home = home
        self.host = urlsplit(home).hostname or ""
        self._fetch = fetch
        self._opened: dict[str, StrangerListing | None] = {}
        self._pages: dict[str, Page] = {}

    def page(self, address: str) -> Page:
        """A page that lists or tells; read once."""
        if address not in self._pages:
            self._pages[address] = read_page(address, self._fetch(address) or "")
        return self._pages[address]

    def listed(self, address: str) -> Iterator[StrangerCard]:
        """The products of a list, over all its pages."""
        seen: set[str] = set()
        for _ in range(_MOST_PAGES):
            page = read_page(address, self._fetch(address) or "") if "page" in address else self.page(address)
            new = [card for card in page.cards if card.address not in seen]
            yield from new
            seen.update(card.address for card in new)
            if not new or not page.following or page.following == address:
                return
            address = page.following

    @cached_property
    def cards(self) -> tuple[StrangerCard, ...]:
        """All products that the shop lists."""
        links = self.page(self.home).links
        own = [(said, link) for said, link in links if urlsplit(link).hostname == self.host]
        whole = [link for said, link in own if _ALL.search(said) or _WHOLE.search(urlsplit(link).path)]
        parts = [link for _, link in own if _PART.search(urlsplit(link).path)]
        found: dict[str, StrangerCard] = {}
        plain = dict.fromkeys(link.partition("?")[0] for link in whole)
        for start in plain or [f"http://{self.host}/shop/", *dict.fromkeys(parts)]:
            for card in self.listed(start):
                found.setdefault(card.address, card)
            if found and start.endswith("/shop/"):
                break
        return tuple(found.values())

    def open(self, address: str) -> StrangerListing | None:
        """A product's page, read once."""
        if address not in self._opened:
            text = self._fetch(address)
            self._opened[address] = read_listing(address, text) if text else None
        return self._opened[address]

    @cached_property
    def offers(self) -> tuple[StrangerListing, ...]:
        """Everything that the shop sells, page by page."""
        return tuple(one for card in self.cards if (one := self.open(card.address)) is not None)

    def collection(self, name: str, above: str = "") -> str:
        """Address of the collection of a name, as menus link to it; empty where there is none."""
        said = name.casefold()
        for start in (self.home, f"http://{self.host}/shop/"):
            own = [(words, link) for words, link in self.page(start).links if urlsplit(link).hostname == self.host]
            for wanted in (said, f"shop all {said}", f"all {said}"):
                for words, link in own:
                    if _COUNT.sub("", words).casefold() == wanted:
                        return link
        return ""

    def filtered(self, address: str, filters: Sequence[tuple[str, str]], sort: str = "") -> str:
        """Address of a list under filters (group and value, in words) and a sort; empty where it is not offered."""
        page = self.page(address)
        query = []
        for group, value in filters:
            found = next(
                (
                    (name, own)
                    for label, said, name, own in page.filters
                    if label.casefold() == group.casefold() and said.casefold() == value.casefold()
                ),
                None,
            )
            if found is None:
                return ""
            query.append(found)
        if sort:
            way = next(((name, own) for said, name, own in page.sorts if said.casefold() == sort.casefold()), None)
            if way is None:
                return ""
            query.append(way)
        return f"{address.partition('?')[0]}?{urlencode(query)}"
