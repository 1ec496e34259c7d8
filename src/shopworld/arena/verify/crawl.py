"""One walk through a shop that all verifiers share: from the home page along its links."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from shopworld.arena.verify.finding import AREAS, Area
from shopworld.arena.verify.page import AREA_OF_KIND, Kind, VisitedPage, kind_of
from shopworld.arena.verify.shopper import VerifyingShopper

_MOST_PAGES = 20_000
_SAMPLE = 6
"""Pages of kinds that nobody asked for."""
_QUERIES = 4
"""Addresses that are visited of each set of parameters: filters and sorts combine without end."""


@dataclass
class CrawledShop:
    """What was walked.

    Attributes:
        pages: by path, in the order of the walk.
        linked: paths that pages link to, also those that were not visited.
        reached: those of them that a visitor comes to from the home page.
        by_listing: those that such a visitor finds in menus, footers, on the home page and in listings.
        whole: whether all pages of all kinds were walked.
    """

    pages: dict[str, VisitedPage] = field(default_factory=dict)
    linked: set[str] = field(default_factory=set)
    reached: set[str] = field(default_factory=set)
    by_listing: set[str] = field(default_factory=set)
    whole: bool = True

    def __iter__(self) -> Iterator[VisitedPage]:
        return iter(self.pages.values())

    def of_kind(self, *kinds: Kind, most: int | None = None) -> list[VisitedPage]:
        """Pages of these kinds that answered well, the first `most` of each."""
        taken: Counter[str] = Counter()
        found = []
        for page in self:
            if page.kind in kinds and page.answer.is_fine and (most is None or taken[page.kind] < most):
                taken[page.kind] += 1
                found.append(page)
        return found

    def sample(self, most: int) -> list[VisitedPage]:
        """Pages of every kind that answered well, the first `most` of each."""
        return self.of_kind(*AREA_OF_KIND, most=most)


def crawl(shopper: VerifyingShopper, seeds: Iterable[str] = (), areas: Collection[Area] | None = None) -> CrawledShop:
    """Walks a shop from its home page along its links.

    Pages of every collection, product and text are visited; of addresses with other parameters than the page of a
    listing only some of each set, which are not walked further.

    Args:
        shopper: who walks.
        seeds: further paths to begin at, though nothing may link to them; visited last.
        areas: only pages of these are walked in full, of others a few; None for all.
    """
    walk = _Walk(shopper, AREAS if areas is None else areas)
    walk.go([shopper.storefront.shop.addresses.home], as_visitor=True)
    walk.go(seeds, as_visitor=False)
    return walk.crawl


class _Walk:
    def __init__(self, shopper: VerifyingShopper, areas: Collection[Area]) -> None:
        self._shopper = shopper
        self._addresses = shopper.storefront.shop.addresses
        self._whole_kinds = {kind for kind, area in AREA_OF_KIND.items() if area in areas or "integration" in areas}
        self.crawl = CrawledShop(whole=len(self._whole_kinds) == len(AREA_OF_KIND))
        self._sets: Counter[tuple[str, ...]] = Counter()
        self._kinds: Counter[Kind] = Counter()

    def go(self, paths: Iterable[str], *, as_visitor: bool) -> None:
        queue = deque((path, "") for path in paths)
        while queue and len(self.crawl.pages) < _MOST_PAGES:
            path, found_on = queue.popleft()
            if path in self.crawl.pages:
                continue
            kind = kind_of(path, self._addresses)
            plain = self._is_plain(path)
            if not self._may_visit(path, kind, plain):
                continue
            page = VisitedPage(path, kind, self._shopper.get(path), found_on, self._shopper.host)
            self.crawl.pages[path] = page
            if page.answer.content_type == "text/html":
                page.read()
                for target in self._targets(page, as_visitor=as_visitor):
                    if plain and target not in self.crawl.pages:
                        queue.append((target, path))

    def _targets(self, page: VisitedPage, *, as_visitor: bool) -> Iterator[str]:
        lists = page.kind in ("home", "listing")
        for link in page.links:
            if link.outside or not link.target.startswith("/") or link.target == page.path:
                continue
            self.crawl.linked.add(link.target)
            if as_visitor:
                self.crawl.reached.add(link.target)
                if lists or link.region in ("header", "footer"):
                    self.crawl.by_listing.add(link.target)
            yield link.target

    def _may_visit(self, path: str, kind: Kind, plain: bool) -> bool:
        if kind not in self._whole_kinds and self._kinds[kind] >= _SAMPLE:
            self.crawl.whole = False
            return False
        if not plain:
            names = tuple(sorted({name for name, _ in parse_qsl(urlsplit(path).query, keep_blank_values=True)}))
            self._sets[kind, *names] += 1
            if self._sets[kind, *names] > _QUERIES:
                return False
        self._kinds[kind] += 1
        return True

    def _is_plain(self, path: str) -> bool:
        """Whether an address holds at most the number of a page."""
        query = parse_qsl(urlsplit(path).query, keep_blank_values=True)
        return all(name == self._addresses.page_field and value.isdigit() for name, value in query)
