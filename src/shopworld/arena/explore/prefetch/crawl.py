"""Reads the pages of a site that has no end points: which are listings, which are products, what they say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from shopworld.arena.explore.prefetch.address import SiteAddress, template_of
from shopworld.arena.explore.prefetch.fetcher import Fetcher
from shopworld.arena.explore.prefetch.limits import RequestBudgetSpent
from shopworld.arena.explore.prefetch.markup import ListingCard, Markup, MarkupLink
from shopworld.arena.explore.prefetch.product_page import ProductMarkup
from shopworld.arena.explore.prefetch.site import CollectionRecord, ProductRecord
from shopworld.arena.explore.prefetch.structured import StructuredData
from shopworld.arena.explore.words import CART, CHECKOUT, info_page_of
from shopworld.errors import ArenaError

_LEAST_CARDS = 2
_MOST_LISTINGS = 60
_MOST_PAGES_OF_A_LISTING = 120
_ACCOUNT = re.compile(r"\b(?:account|log ?in|sign ?in|register|wish ?list|compare|track|orders?|admin)\b", re.I)
_STORY = re.compile(r"^/(?:[a-z]{2}/)?(?:blogs?|journal|articles?|news|stories|magazine|recipes?)/", re.I)
_EVERYTHING = re.compile(
    r"^\W*(?:(?:shop|view|see|browse|show)? ?(?:all|everything)(?: (?:our )?(?:products?|items|goods))?"
    r"|shop|(?:the |our )?catalog(?:ue)?|(?:our )?products)\W*$",
    re.I,
)

_MAKER = re.compile(r"^(?:brand|vendor|maker|manufacturer|made by|marke|hersteller)$", re.I)
_KIND = re.compile(r"^(?:product )?(?:type|category|class)$|^produktart$", re.I)


@dataclass(slots=True)
class PrefetchCrawl:
    """Reads pages and remembers what they list.

    Attributes:
        fetcher: asks the site.
        tell: hears of what was left out, and why.
        progress: hears of every page read.
    """

    fetcher: Fetcher
    tell: Callable[[str, str], None]
    progress: Callable[[str], None] = lambda _: None
    products: dict[str, ProductRecord] = field(default_factory=dict)
    collections: dict[str, CollectionRecord] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)
    sources: dict[str, None] = field(default_factory=dict)
    languages: Counter[str] = field(default_factory=Counter)
    pages: int = 0

    @property
    def site(self) -> SiteAddress:
        """The site that is read."""
        return self.fetcher.site

    def page(self, url: str) -> tuple[Markup, StructuredData] | None:
        """A page, with its products remembered; None where it cannot be read.

        Raises:
            RequestBudgetSpent: no further request is allowed.
        """
        try:
            reply = self.fetcher.get(url)
        except RequestBudgetSpent:
            raise
        except ArenaError as error:
            self.tell(self.site.path(url), error.message)
            return None
        if not reply.ok or not reply.is_html:
            return None
        self.pages += 1
        self.progress(self.site.path(url))
        data = StructuredData(reply.text, url, self.site)
        self.names |= dict.fromkeys(data.names())
        return Markup(reply.text, url, self.site), data

    def remember(self, markup: Markup, data: StructuredData) -> list[ListingCard]:
        """Takes in the products that a page shows; returns its cards."""
        for product in data.products():
            known = self.products.get(product.url)
            if known is None or not known.detailed:
                self.products[product.url] = product
            self.sources |= dict.fromkeys(data.syntaxes)
        cards = markup.cards()
        if cards:
            self.sources["pages"] = None
        for card in cards:
            known = self.products.get(card.url)
            if known is None:
                self.products[card.url] = ProductRecord(
                    url=card.url, title=card.title, price=card.price, compare_at=card.compare_at, currency=card.currency
                )
            elif known.price is None and card.price is not None:
                self.products[card.url] = known.model_copy(update={"price": card.price, "currency": card.currency})
        return cards

    def listings(self, links: list[MarkupLink]) -> None:
        """Reads the pages that navigation leads to and keeps those that list products."""
        for link in _candidates(links, self.site)[:_MOST_LISTINGS]:
            if link.url not in self.collections and link.url not in self.products:
                self.listing(link.url, link.text)

    def listing(self, url: str, text: str) -> CollectionRecord | None:
        """Reads one page and keeps it where it lists products."""
        read = self.page(url)
        if read is None:
            return None
        markup, data = read
        if markup.looks_like_product():
            self.remember(markup, data)
            return None
        cards = self.remember(markup, data)
        listed = [card.url for card in cards] or data.listed()
        if len(listed) < _LEAST_CARDS and not (listed and markup.count()):
            return None
        heading = re.sub(r"\s*\(\d+\)$", "", markup.heading or text)
        count = markup.count() or (None if markup.next_page() else len(listed))
        words = (heading, text)
        self.collections[url] = CollectionRecord(
            url=url,
            title=heading or text,
            count=count,
            products=tuple(listed),
            is_everything=any(_EVERYTHING.search(one) for one in words),
        )
        return self.collections[url]

    def everything(self) -> CollectionRecord | None:
        """The listing of the whole shop, else the largest one."""
        known = list(self.collections.values())
        whole = [one for one in known if one.is_everything]
        return max(whole or known, key=lambda one: one.count or len(one.products), default=None)

    def walk(self, listing: CollectionRecord) -> None:
        """Reads the pages of a listing, as far as there is something new on them."""
        seen = set(listing.products)
        visited = {listing.url}
        read = self.page(listing.url)
        for _ in range(_MOST_PAGES_OF_A_LISTING):
            following = read[0].next_page() if read else ""
            if not following or following in visited:
                break
            visited.add(following)
            read = self.page(following)
            if read is None:
                break
            fresh = {card.url for card in self.remember(*read)} - seen
            if not fresh:
                self.tell(self.site.path(listing.url), "its pagination goes on without new products; it was left there")
                break
            seen |= fresh
        else:
            self.tell(self.site.path(listing.url), f"stopped after {_MOST_PAGES_OF_A_LISTING} pages")
        self.collections[listing.url] = listing.model_copy(
            update={"products": (*listing.products, *sorted(seen - set(listing.products)))}
        )

    def details(self, urls: list[str]) -> None:
        """Reads product pages for what listings do not tell."""
        for url in urls:
            read = self.page(url)
            if read is None:
                continue
            markup, data = read
            own = [one for one in data.products() if one.url.rstrip("/") == url.rstrip("/")] or data.products()[:1]
            known = self.products.get(url)
            if own:
                self.sources |= dict.fromkeys(data.syntaxes)
                price = own[0].price if own[0].price is not None else (known.price if known else None)
                self.products[url] = own[0].model_copy(update={"url": url, "price": price})
            elif known is not None:
                title = markup.heading or known.title
                self.products[url] = known.model_copy(update={"title": title, "detailed": True})
            if url in self.products:
                self.products[url] = _completed(self.products[url], markup.product_page())

    def all_pages(self) -> None:
        """Reads the further pages of listings that hold more than their first page shows."""
        for one in list(self.collections.values()):
            if one.count is not None and one.count > len(one.products):
                self.walk(one)


def _completed(known: ProductRecord, page: ProductMarkup) -> ProductRecord:
    """A product with what its page says and nothing told before: maker, type, facts, description, choices."""
    rows = page.facts()
    vendor = known.vendor or next((one.value for one in rows if _MAKER.search(one.name)), "")
    kind = known.product_type or next((one.value for one in rows if _KIND.search(one.name)), "")
    facts = [one for one in rows if not _MAKER.search(one.name) and not _KIND.search(one.name)]
    stated = {one.name.casefold() for one in known.facts}
    axes = () if known.options or known.variants else tuple(page.choices())
    return known.model_copy(
        update={
            "vendor": vendor,
            "product_type": kind,
            "facts": (*known.facts, *(one for one in facts if one.name.casefold() not in stated)),
            "description": known.description or page.description(),
            "available": known.available if known.available is not None else page.available(),
            "reviews": known.reviews if known.reviews is not None else page.reviews(),
            "options": known.options or axes,
        }
    )


def _candidates(links: list[MarkupLink], site: SiteAddress) -> list[MarkupLink]:
    """Links that may lead to listings: navigation first, each address once, templates that repeat first."""
    by_template = Counter(template_of(link.url) for link in links if link.area == "header")
    kept: dict[str, MarkupLink] = {}
    for link in sorted(links, key=lambda one: ("header", "main", "footer").index(one.area)):
        path = site.path(link.url)
        words = f"{link.text} {path}"
        if path == "/" or "?" in path or link.url in kept or info_page_of(link.text, "") or _STORY.search(path):
            continue
        if CART.search(words) or CHECKOUT.search(words) or _ACCOUNT.search(words):
            continue
        if link.area == "footer" and not _EVERYTHING.search(link.text) and not by_template[template_of(link.url)]:
            continue
        kept[link.url] = link
    return sorted(
        kept.values(),
        key=lambda one: (
            not _EVERYTHING.search(one.text),
            ("header", "main", "footer").index(one.area),
            -min(by_template[template_of(one.url)], 3),
        ),
    )
