"""The prefetch: all that can be known of a site without a browser, in as few requests as that takes."""

from __future__ import annotations

import re
import urllib.parse
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from shopworld.arena.explore.prefetch.address import SiteAddress, template_of
from shopworld.arena.explore.prefetch.cache import Cache, FetchedReply
from shopworld.arena.explore.prefetch.crawl import PrefetchCrawl
from shopworld.arena.explore.prefetch.endpoints import ShopifyLike, WooLike
from shopworld.arena.explore.prefetch.fetcher import Fetcher
from shopworld.arena.explore.prefetch.identity import is_place, shape_of
from shopworld.arena.explore.prefetch.limits import LARGEST_PAGE, Pace, RequestBudgetSpent
from shopworld.arena.explore.prefetch.markup import Markup, MarkupLink
from shopworld.arena.explore.prefetch.reader import PageReader, PageRenderer
from shopworld.arena.explore.prefetch.site import LinkRecord, Omission, PrefetchedSite
from shopworld.arena.explore.prefetch.structured import StructuredData
from shopworld.arena.explore.words import CART, info_page_of
from shopworld.errors import ArenaError
from shopworld.files import write_whole
from shopworld.money import codes_in

_LOCATION = re.compile(r"<loc>\s*(?:<!\[CDATA\[)?\s*(.*?)\s*(?:\]\]>)?\s*</loc>", re.S)
_ROUNDS = 4
"""How often product pages lead to listings that lead to further products."""
_MOST_MAPS = 8
_MOST_ADDRESSES = 50_000
_TRIED_OF_A_SHAPE, _MOST_SHAPES = 2, 12
"""Pages of a sitemap that are read to learn whether others of their form are products, and of how many forms."""

SITE_FILE = "site.json"
DETAILED = 24
"""Product pages that tell enough of a catalog for a specification."""
_POLICIES = {
    "shipping-policy": "/policies/shipping-policy",
    "refund-policy": "/policies/refund-policy",
    "privacy-policy": "/policies/privacy-policy",
    "terms-of-service": "/policies/terms-of-service",
    "about-us": "/pages/about",
    "contact": "/pages/contact",
    "faq": "/pages/faq",
}
_HUB = re.compile(
    r"^(?:help|support|service|information|site ?map|(?:customer )?(?:care|service|support)|help cent(?:er|re))$", re.I
)
"""What leads to the page that gathers information pages, where the footer does not."""
_FEW_LINKS = 8
_RESERVED = 120
"""Requests that are left to the browser."""


def prefetch(
    site: SiteAddress,
    folder: Path,
    pace: Pace,
    *,
    largest: int = LARGEST_PAGE,
    details: int = DETAILED,
    renderer: Callable[[Fetcher], PageRenderer] | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> PrefetchedSite:
    """Reads a site's public pages and data.

    Args:
        site: where to begin.
        folder: keeps the answers, so that a second call goes on where the first one stopped, and `site.json`.
        pace: delay and budgets, shared with the browser.
        largest: bytes of a page.
        details: most product pages that are read where no end point tells of products.
        renderer: a browser for pages that show little without one; None where only plain pages are read.
        progress: hears what is being read.

    Raises:
        ArenaError: the site does not answer, blocks programs, forbids them by robots.txt, or its home page is too
            large.
    """
    with ExitStack() as opened:
        fetcher = opened.enter_context(Fetcher(site, Cache(folder / "pages"), pace, largest=largest))
        browser = opened.enter_context(renderer(fetcher)) if renderer is not None else None
        found = _Prefetch(fetcher, progress, details, browser).run()
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / SITE_FILE, found.model_dump_json(indent=1).encode())
    return found


def read_site(folder: Path) -> PrefetchedSite:
    """What an earlier prefetch wrote into that folder.

    Raises:
        OSError: there is none.
    """
    return PrefetchedSite.model_validate_json((folder / SITE_FILE).read_bytes())


class _Prefetch:
    def __init__(
        self, fetcher: Fetcher, progress: Callable[[str], None], details: int, renderer: PageRenderer | None
    ) -> None:
        self._fetcher = fetcher
        self._details = details
        self._omissions: dict[str, str] = {}
        self._reader = PageReader(fetcher, renderer, self._tell)
        self._crawl = PrefetchCrawl(self._reader, self._tell, progress)
        self._gate = ""
        self._cut_off = ""
        self._progress = progress
        self._links: list[MarkupLink] = []
        self._info: dict[str, str] = {}
        self._policies: dict[str, str] = {}
        self._asked: set[str] = set()

    def _tell(self, what: str, reason: str) -> None:
        self._omissions.setdefault(what, reason)

    def run(self) -> PrefetchedSite:
        reply, home = self._home()
        self._links = home.links()
        self._crawl.look_for_mentions(home.url, home)
        self._crawl.identity.observe_links(one.url for one in self._links)
        platform, total = "other", None
        reserve = min(_RESERVED, self._fetcher.pace.requests // 3)
        self._fetcher.pace.requests -= reserve
        try:
            platform, total = self._catalog(home, reply)
            self._information()
        except RequestBudgetSpent as error:
            self._cut_off = error.message
            self._tell("further pages", error.message)
            self._crawl.settle()
        finally:
            self._fetcher.pace.requests += reserve
        return self._site(home, reply, platform, total)

    def _home(self) -> tuple[FetchedReply, Markup]:
        """The home page as a visitor sees it, once all is answered that the site asks first."""
        reply = self._fetcher.home()
        site = self._fetcher.site
        home = Markup(reply.text, reply.final_url, site)
        if home.leads_on_to and len(home.links()) < _FEW_LINKS:
            self._fetcher.site = self._fetcher.site.moved_to(home.leads_on_to)
            reply = self._fetcher.home()
            site = self._fetcher.site
            home = Markup(reply.text, reply.final_url, site)
        if home.is_gate and self._reader.renderer is not None:
            rendered = self._reader.page(site.start)
            if rendered is not None and not rendered[0].is_gate:
                return replace(reply, text=rendered[0].source), rendered[0]
            self._gate = self._passed(site.start)
            if self._gate:
                reply = self._fetcher.home()
                home = Markup(reply.text, reply.final_url, site)
        if reply.final_url.partition("?")[0] != site.start.partition("?")[0]:
            self._fetcher.site = site = site.moved_to(reply.final_url)
            home = Markup(reply.text, reply.final_url, site)
        if self._reader.renderer is not None and home.has_scripts:
            read = self._reader.page(site.start)
            if read is not None:
                return reply, read[0]
        return reply, home

    def _passed(self, start: str) -> str:
        assert self._reader.renderer is not None
        try:
            return self._reader.renderer.pass_gate(start)
        except ArenaError as error:
            self._tell("what is asked of visitors first", error.message)
            return ""

    def _catalog(self, home: Markup, reply: FetchedReply) -> tuple[str, int | None]:
        self._crawl.remember(home, StructuredData(reply.text, reply.final_url, self._fetcher.site))
        for platform in (ShopifyLike(self._fetcher, self._tell), WooLike(self._fetcher, self._tell)):
            if platform.answers():
                products = platform.products()
                identity = self._crawl.identity
                self._crawl.products = {identity.product(one.url): one for one in products}
                self._crawl.collections = {identity.key(one.url): one for one in platform.collections()}
                self._crawl.sources = {platform.source: None}
                return platform.name, len(products)
        addresses = sitemap_addresses(self._fetcher)
        start = self._fetcher.site.start
        if home.further_pages() and home.has_cards:
            self._crawl.listing(start, home.heading)  # a shop whose home page is a listing
        self._crawl.listings(self._links, start)
        if not self._crawl.collections and (menus := self._reader.menus(start)) is not None:
            self._links = menus.links()
            self._crawl.listings(self._links, start)
        if not self._crawl.collections:  # categories may stand below the page only
            self._crawl.listings([replace(one, area="main") for one in self._links if one.area == "footer"], start)
        if not self._crawl.collections:
            self._crawl.listings([MarkupLink(url, "", "main") for url in _likely_listings(addresses)], start)
        everything = self._crawl.everything()
        if everything is not None:
            self._crawl.walk(everything)
        if self._details > DETAILED:
            self._crawl.all_pages()
        for _ in range(_ROUNDS):
            shapes = self._shapes()
            found = self._crawl.details([*self._sample(), *self._named(addresses)])
            if not found and self._shapes() <= shapes:
                break
            self._crawl.all_pages()
        self._crawl.settle()
        return _platform_of_pages(home, reply.text, self._crawl), self._total(addresses)

    def _sample(self) -> list[str]:
        """Products whose own pages are read: spread over the catalog."""
        known = [one.url for one in self._crawl.products.values() if not one.detailed]
        step = max(1, len(known) // self._details)
        return known[::step][: self._details]

    def _shapes(self) -> set[str]:
        """Forms of the addresses that products have."""
        return {shape_of(one.url) for one in self._crawl.products.values() if not is_place(one.url)}

    def _named(self, addresses: list[str]) -> list[str]:
        """What sitemaps name and no listing showed: all that is addressed as products are, some of every other form.

        Args:
            addresses: of the sitemaps.
        """
        crawl, shapes = self._crawl, self._shapes()
        able: list[str] = []
        tried: Counter[str] = Counter()
        for url in addresses:
            shape = shape_of(url)
            is_known = crawl.identity.key(url) in crawl.collections or crawl.identity.product(url) in crawl.products
            if is_known or url in self._asked or (shape not in shapes and tried[shape] >= _TRIED_OF_A_SHAPE):
                continue
            tried[shape] += shape not in shapes
            if shape in shapes or len(tried) <= _MOST_SHAPES:
                able.append(url)
        most = max(self._details, self._fetcher.pace.left // 2)
        if len(able) > most:
            self._tell("products of the sitemap", f"{most} of {len(able)} pages that no listing shows were read")
        chosen = able[:: -(-len(able) // most)] if able else []
        self._asked |= set(chosen)
        return chosen

    def _total(self, addresses: list[str]) -> int | None:
        everything = self._crawl.everything()
        if everything is not None and everything.is_everything and everything.count:
            return everything.count
        templates = {template_of(one.url) for one in self._crawl.products.values()}
        named = {self._crawl.identity.product(url) for url in addresses if template_of(url) in templates}
        in_maps = len(named) if len(templates) < 3 and "/*" not in templates else 0
        return max(in_maps, len(self._crawl.products)) or None

    def _information(self) -> None:
        hubs = [link.url for link in self._links if _HUB.search(link.text.strip())]
        for link in (*self._links, *(one for url in dict.fromkeys(hubs) for one in self._links_of(url))):
            name = info_page_of(link.text, self._fetcher.site.path(link.url))
            known = self._crawl.identity.key(link.url) in self._crawl.collections
            if name and not known and self._crawl.identity.product(link.url) not in self._crawl.products:
                self._info.setdefault(name, link.url)
        for name, path in _POLICIES.items():
            if name not in self._info and self._crawl.sources.keys() & {ShopifyLike.source}:
                url = self._fetcher.site.join(path)
                if self._read_policy(name, url):
                    self._info[name] = url
        for name, url in self._info.items():
            self._read_policy(name, url)

    def _links_of(self, url: str) -> list[MarkupLink]:
        """What a page leads to that gathers information pages."""
        read = self._crawl.page(url)
        return read[0].links() if read is not None else []

    def _read_policy(self, name: str, url: str) -> bool:
        read = self._crawl.page(url)
        if read is not None:
            self._policies[name] = read[0].main_text
        return read is not None

    def _site(self, home: Markup, reply: FetchedReply, platform: str, total: int | None) -> PrefetchedSite:
        crawl, address = self._crawl, self._fetcher.site
        data = StructuredData(reply.text, reply.final_url, address)
        name = _shop_name(home, data)
        currencies = Counter(one.currency for one in crawl.products.values() if one.currency)
        if not currencies and (written := codes_in(home.text)):
            currencies.update(written)
        if not currencies and home.stated_currency:
            currencies.update([home.stated_currency])
        cart = next((link.url for link in self._links if CART.search(link.text) and "/" in link.url), "")
        if not cart or self._fetcher.site.path(cart) == "/":
            cart = address.join("/cart")
        return PrefetchedSite(
            start=address.start,
            host=address.host,
            name=name,
            tagline=home.meta("description"),
            platform=platform,
            currency=currencies.most_common(1)[0][0] if currencies else "",
            language=home.language,
            title=home.title,
            products=tuple(crawl.products.values()),
            products_total=max(total, len(crawl.products)) if total is not None else None,
            collections=tuple(crawl.collections.values()),
            info_pages=self._info,
            policies=self._policies,
            cart=cart,
            search=home.search_address(),
            links=tuple(LinkRecord(url=one.url, text=one.text, area=one.area) for one in self._links),
            names=tuple(crawl.names),
            cut_off=self._cut_off,
            mentions=tuple(sorted(crawl.mentions)),
            gate=self._gate,
            cookies=tuple(self._fetcher.cookies()) if self._gate else (),
            pages_read=crawl.pages + 1,
            requests=self._fetcher.pace.made,
            omissions=tuple(Omission(what=what, reason=reason) for what, reason in self._omissions.items()),
            sources=tuple(crawl.sources),
        )


def _likely_listings(addresses: list[str]) -> list[str]:
    return [url for url in addresses if re.search(r"collection|categor|shop|catalog", template_of(url))]


def _platform_of_pages(home: Markup, text: str, crawl: PrefetchCrawl) -> str:
    """What the shop is built with, by what it serves to everybody."""
    generator = home.meta("generator").lower()
    for word in ("woocommerce", "shopify", "magento", "prestashop", "opencart", "bigcommerce", "shopware", "wix"):
        if word in generator:
            return f"{word}-like"
    known = [one.url for one in crawl.products.values()] + [one.url for one in crawl.collections.values()]
    templates = {template_of(url).split("/")[1] for url in known}
    if "cdn.shopify.com" in text or {"products", "collections"} <= templates:
        return "shopify-like"
    if "product-category" in templates or "/wp-content/" in text:
        return "woocommerce-like"
    return "other"


_NOT_NAMES = frozenset(
    {"home", "homepage", "welcome", "shop", "store", "products", "all products", "catalog", "catalogue"}
)
"""What stands in titles of home pages beside the shop's name."""


def _shop_name(home: Markup, data: StructuredData) -> str:
    named = home.meta("og:site_name") or next(iter(data.names()), "")
    if named:
        return named
    parts = [part.strip() for part in re.split(r"\s+[|–—-]\s+|:\s+", home.title) if part.strip()]
    parts = [part for part in parts if part.casefold() not in _NOT_NAMES] or parts
    words = Counter(part for part in parts for _ in range(1 + home.text.count(part)))
    return words.most_common(1)[0][0] if words else ""


def sitemap_addresses(fetcher: Fetcher) -> list[str]:
    """Addresses of this site in its sitemaps, in order; empty where it has none that can be read."""
    waiting = [*fetcher.sitemaps, fetcher.site.join("/sitemap.xml")]
    seen: set[str] = set()
    found: dict[str, None] = {}
    while waiting and len(seen) < _MOST_MAPS and len(found) < _MOST_ADDRESSES:
        address = waiting.pop(0)
        if not fetcher.site.owns(address):  # named for another host, as of a shop that was moved
            address = fetcher.site.join(fetcher.site.path(address))
        if address in seen:
            continue
        seen.add(address)
        try:
            reply = fetcher.get(address)
        except ArenaError:
            continue
        if not reply.ok or "<loc" not in reply.text:
            continue
        locations = [one.replace("&amp;", "&") for one in _LOCATION.findall(reply.text)]
        if "<sitemapindex" in reply.text[:2000]:
            waiting += sorted(locations, key=_usefulness)
        else:
            found |= dict.fromkeys(locations)
    own = [one for one in found if fetcher.site.owns(one)]
    if not own and len({urllib.parse.urlsplit(one).netloc for one in found}) == 1:
        # A map made for another host, as of a shop that was moved: its paths are this site's.
        own = [fetcher.site.join(fetcher.site.path(one)) for one in found]
    return own[:_MOST_ADDRESSES]


def _usefulness(address: str) -> int:
    return next((rank for rank, word in enumerate(("product", "collection", "categor", "page")) if word in address), 9)
