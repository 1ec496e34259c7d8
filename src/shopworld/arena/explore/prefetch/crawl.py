"""Reads the pages of a site that has no end points: which are listings, which are products, what they say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from shopworld.arena.explore.prefetch.address import SiteAddress
from shopworld.arena.explore.prefetch.candidates import candidates
from shopworld.arena.explore.prefetch.completion import completed
from shopworld.arena.explore.prefetch.fetcher import Fetcher
from shopworld.arena.explore.prefetch.identity import PageIdentity, is_place, page_number, shape_of
from shopworld.arena.explore.prefetch.markup import Markup, MarkupLink
from shopworld.arena.explore.prefetch.mentions import mentioned
from shopworld.arena.explore.prefetch.reader import PageReader
from shopworld.arena.explore.prefetch.repeats import ListingCard
from shopworld.arena.explore.prefetch.site import CollectionRecord, ProductRecord
from shopworld.arena.explore.prefetch.structured import StructuredData
from shopworld.arena.explore.prefetch.unlinked import ScriptedAddresses
from shopworld.arena.explore.words import EVERYTHING

_LEAST_CARDS = 2
_MOST_LISTINGS = 90
_MOST_PAGES_OF_A_LISTING = 120
_MOST_OF_A_SHAPE = 8
"""Pages of one form of address that are read without finding products: calendars and the like go on for ever."""
_DEEPEST = 3
_SOURCES_OF_A_SHAPE = 4
_VERIFIED = 2
_OF_ONE_SIGN = {
    "USD": "[A-Z]{2}D|MXN|ARS|CLP|COP",
    **dict.fromkeys(("SEK", "NOK", "DKK", "ISK"), "SEK|NOK|DKK|ISK"),
    **dict.fromkeys(("JPY", "CNY"), "JPY|CNY"),
}
"""The currencies that may be meant where one was read from a sign: $, kr, ¥."""


@dataclass(slots=True)
class PrefetchCrawl:
    """Reads pages and remembers what they list.

    Attributes:
        reader: reads them.
        tell: hears of what was left out, and why.
        progress: hears of every page read.
        identity: which addresses lead to one page.
        products: by the name of their page.
        collections: by the name of their page.
    """

    reader: PageReader
    tell: Callable[[str, str], None]
    progress: Callable[[str], None] = lambda _: None
    identity: PageIdentity = field(default_factory=PageIdentity)
    products: dict[str, ProductRecord] = field(default_factory=dict)
    collections: dict[str, CollectionRecord] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)
    sources: dict[str, None] = field(default_factory=dict)
    languages: Counter[str] = field(default_factory=Counter)
    mentions: set[str] = field(default_factory=set)
    pages: int = 0
    _vain: Counter[str] = field(default_factory=Counter)
    _doubtful: set[str] = field(default_factory=set)
    _crumbs: dict[str, MarkupLink] = field(default_factory=dict)
    _followed: set[str] = field(default_factory=set)
    _scripted: ScriptedAddresses = field(init=False)

    def __post_init__(self) -> None:
        self._scripted = ScriptedAddresses(self.reader)

    @property
    def fetcher(self) -> Fetcher:
        """Asks the site."""
        return self.reader.fetcher

    @property
    def site(self) -> SiteAddress:
        """The site that is read."""
        return self.fetcher.site

    def page(self, url: str) -> tuple[Markup, StructuredData] | None:
        """A page, with its products remembered; None where it cannot be read.

        Raises:
            RequestBudgetSpent: no further request is allowed.
        """
        read = self.reader.page(url)
        if read is None:
            return None
        self.pages += 1
        self.progress(self.site.path(url))
        self.names |= dict.fromkeys(read[1].names())
        self.look_for_mentions(url, read[0])
        return read

    def look_for_mentions(self, url: str, markup: Markup) -> None:
        """Takes in what the source of a page speaks of; some pages of each form of address are enough."""
        shape = f"source of {shape_of(url)}"
        if self._vain[shape] < _SOURCES_OF_A_SHAPE:
            self._vain[shape] += 1
            self.mentions |= mentioned(markup.source)

    def remember(self, markup: Markup, data: StructuredData) -> list[ListingCard]:
        """Takes in the products that a page shows; returns its cards."""
        for product in data.products():
            known = self.products.get(self.identity.product(product.url))
            if known is None or not known.detailed:
                self.products[self.identity.product(product.url)] = product
            self.sources |= dict.fromkeys(data.syntaxes)
        cards = markup.cards()
        if len(cards) < _LEAST_CARDS:
            scripted = markup.unlinked() if markup.has_scripts or not markup.goods else []
            cards = (self._scripted.linked(markup.url, scripted) if scripted else []) or markup.goods or cards
        if len(cards) > 1:
            self.reader.known |= {one.signature for one in cards}
        if cards:
            self.sources["pages"] = None
        learned = [self.identity.observe(card.url, card.title, card.price) for card in cards]
        if any(learned):
            self._name_anew()
        for card in cards:
            name = self.identity.product(card.url)
            known = self.products.get(name)
            if known is None:
                self.products[name] = ProductRecord(
                    url=card.url,
                    title=card.title,
                    price=card.price,
                    compare_at=card.compare_at,
                    currency=card.currency or markup.stated_currency,
                    available=False if card.gone else True if is_place(card.url) else None,
                    detailed=is_place(card.url),
                )
                if card.doubtful:
                    self._doubtful.add(name)
            elif card.price is not None and (known.price is None or (name in self._doubtful and not card.doubtful)):
                self._doubtful.discard(name)
                self.products[name] = known.model_copy(update={"price": card.price, "currency": card.currency})
        return cards

    def _name_anew(self) -> None:
        """Gives products and listings the names that their addresses have by now."""
        for name, one in list(self.products.items()):
            now = self.identity.product(one.url)
            if now != name:
                del self.products[name]
                known = self.products.get(now)
                if known is None or (one.detailed and not known.detailed):
                    self.products[now] = one
        for name, listing in list(self.collections.items()):
            now = self.identity.key(listing.url)
            if now != name:
                del self.collections[name]
                self.collections.setdefault(now, listing)

    def listings(self, links: list[MarkupLink], home: str) -> None:
        """Reads the pages that navigation leads to and keeps those that list products; then those that they lead to."""
        waiting = [(link, 0) for link in candidates(links, self.site)]
        seen = {self.identity.key(home)}
        read = 0
        while waiting and read < _MOST_LISTINGS:
            link, depth = waiting.pop(0)
            name = self.identity.key(link.url)
            is_product = link.area != "header" and self.identity.product(link.url) in self.products
            if name in seen or is_product or self._is_known_variation(link.url):
                continue
            seen.add(name)
            shape = shape_of(link.url)
            if self._vain[shape] >= _MOST_OF_A_SHAPE:
                continue
            read += 1
            page = self.page(link.url)
            if page is None:
                self._vain[shape] += 1
                continue
            found = self._take_listing(link.url, link.text, *page)
            self._vain[shape] = 0 if found is not None else self._vain[shape] + 1
            if depth < _DEEPEST and (found is not None or not self._is_product(page[0])):
                inner = [one for one in candidates(page[0].links(), self.site) if one.area == "main"]
                waiting += [(one, depth + 1) for one in inner]
        else:
            if waiting:
                self.tell("further listings", f"stopped after {read} pages")

    def _is_known_variation(self, url: str) -> bool:
        """Whether an address is a known listing, sorted, filtered or on a further page."""
        return any(
            self.identity.is_variation(url, one.url) or (page_number(url, one.url) or 0) > 0
            for one in self.collections.values()
        )

    def listing(self, url: str, text: str) -> CollectionRecord | None:
        """Reads one page and keeps it where it lists products."""
        page = self.page(url)
        return None if page is None else self._take_listing(url, text, *page)

    def _take_listing(self, url: str, text: str, markup: Markup, data: StructuredData) -> CollectionRecord | None:
        if self._is_product(markup):
            self.remember(markup, data)
            return None
        if len(markup.cards()) >= _LEAST_CARDS and not markup.further_pages():
            markup, data = self.reader.whole(url, (markup, data))
        cards = self.remember(markup, data)
        if not cards:
            cards = self._without_prices(markup)
        listed = self._main_cards(cards) or data.listed()
        if not listed or (len(listed) < _LEAST_CARDS and not (cards and cards[0].signature in self.reader.known)):
            return None
        heading = re.sub(r"\s*\(\d+\)$", "", markup.heading or text)
        more = markup.further_pages()
        count = markup.count() or (None if more else len(listed))
        words = (heading, text)
        record = CollectionRecord(
            url=url,
            title=heading or text,
            count=count,
            products=tuple(dict.fromkeys(listed)),
            first_page=len(listed),
            is_everything=any(EVERYTHING.search(one) for one in words),
        )
        self.collections[self.identity.key(url)] = record
        return record

    def _is_product(self, markup: Markup) -> bool:
        """Whether a page is of one product: it can be bought there, or is called like a known one and has its price."""
        known = self.products.get(self.identity.product(markup.url))
        named = known is not None and markup.heading.casefold() == known.title.casefold()
        named = named and not self._is_tile(known, markup)
        return markup.looks_like_product() or (named and markup.own_price() is not None)

    def _is_tile(self, known: ProductRecord | None, markup: Markup) -> bool:
        """Whether what looked like a product is a tile of the listing behind it, with one of its prices."""
        if known is None or known.price is None or markup.looks_like_product():
            return False
        return any(one.price == known.price for one in (*markup.cards(), *markup.goods))

    def _main_cards(self, cards: list[ListingCard]) -> list[str]:
        """The products that a page lists: those of its largest group; others are recommended or advertised."""
        if not cards:
            return []
        groups = Counter(card.signature for card in cards)
        common = groups.most_common(1)[0][0]
        return [card.url for card in cards if card.signature == common]

    def _without_prices(self, markup: Markup) -> list[ListingCard]:
        """What a page lists without prices, where its first entries are products."""
        able = [one for one in markup.pictured() if self.identity.key(one.url) not in self.collections]
        if len(able) < _LEAST_CARDS or self._vain[f"pictured {shape_of(able[0].url)}"] >= _VERIFIED:
            return []
        for one in able[:_VERIFIED]:
            if self.identity.product(one.url) in self.products:
                continue
            page = self.page(one.url)
            if page is None or not page[0].looks_like_product() or page[0].own_price() is None:
                self._vain[f"pictured {shape_of(one.url)}"] += 1
                return []
        for one in able:
            name = self.identity.product(one.url)
            self.products.setdefault(name, ProductRecord(url=one.url, title=one.title))
        self.reader.known.add(able[0].signature)
        return able

    def everything(self) -> CollectionRecord | None:
        """The listing of the whole shop, else the largest one."""
        known = list(self.collections.values())
        whole = [one for one in known if one.is_everything]
        return max(whole or known, key=lambda one: one.count or len(one.products), default=None)

    def walk(self, listing: CollectionRecord) -> None:
        """Reads the pages of a listing, as far as there is something new on them."""
        names = {self.identity.product(one) for one in listing.products}
        products = list(listing.products)
        visited = {self.identity.key(listing.url), self.identity.key(self.site.join(f"{listing.url}?page=1"))}
        read = self.page(listing.url)
        waiting = read[0].further_pages() if read else []
        for _ in range(_MOST_PAGES_OF_A_LISTING):
            following = next((one for one in waiting if self.identity.key(one) not in visited), "")
            if not following:
                break
            visited.add(self.identity.key(following))
            read = self.page(following)
            if read is None:
                continue
            listed = self._main_cards(self.remember(*read))
            fresh = [one for one in listed if self.identity.product(one) not in names]
            if not fresh:
                if (page_number(following, listing.url) or 0) > 1:
                    self.tell(
                        self.site.path(listing.url), "its pagination goes on without new products; it was left there"
                    )
                    break
                continue
            names |= {self.identity.product(one) for one in fresh}
            products += fresh
            waiting = sorted({*waiting, *read[0].further_pages()}, key=lambda one: page_number(one, listing.url) or 0)
        else:
            self.tell(self.site.path(listing.url), f"stopped after {_MOST_PAGES_OF_A_LISTING} pages")
        self.collections[self.identity.key(listing.url)] = listing.model_copy(update={"products": tuple(products)})

    def details(self, urls: Iterable[str]) -> bool:
        """Reads product pages for what listings do not tell; what is no product is forgotten.

        Returns:
            Whether listings were found on the way: tiles that look like products, the crumbs above a product.
        """
        contents: dict[tuple[str, ...], str] = {}
        before = len(self.collections)
        for url in urls:
            name = self.identity.product(url)
            known = self.products.get(name)
            if known is not None and known.detailed and known.url != url:
                continue
            read = self.page(url)
            if read is None:
                continue
            markup, data = read
            if not self.site.owns(markup.url):
                continue
            if self._take_off(name, known, markup, data):
                if known is not None and self.identity.key(markup.url) not in self.collections:
                    self._take_listing(url, known.title, markup, data)
                continue
            self._crumbs |= {self.identity.key(one.url): one for one in markup.crumbs()}
            self._join_addresses(url, markup, contents)
            name = self._moved(name, url)
            self._detail(name, url, markup, data)
        self._follow_crumbs()
        return len(self.collections) > before

    def _follow_crumbs(self) -> None:
        """Reads the listings that only the crumbs above products lead to."""
        for name, link in list(self._crumbs.items()):
            shape = f"crumb {shape_of(link.url)}"
            known = name in self.collections or self.identity.product(link.url) in self.products
            if known or name in self._followed or self._vain[shape] >= _VERIFIED:
                continue
            self._followed.add(name)
            self._vain[shape] = 0 if self.listing(link.url, link.text) is not None else self._vain[shape] + 1

    def _moved(self, name: str, url: str) -> str:
        """The name of a product by now; where two turn out to be one, one stays."""
        now = self.identity.product(url)
        if now != name:
            record = self.products.pop(name, None)
            if record is not None:
                self.products.setdefault(now, record)
        return now

    def _take_off(self, name: str, known: ProductRecord | None, markup: Markup, data: StructuredData) -> bool:
        """Forgets what a listing shows like a product and is none: an article, a category, a page of no price."""
        is_listing = self.identity.key(markup.url) in self.collections
        told = bool(data.products()) or self._is_product(markup)
        told = told or (known is not None and markup.own_price() is not None and not self._is_tile(known, markup))
        if told and not is_listing:
            return False
        if known is not None and not known.detailed:
            self.products.pop(name, None)
        return known is None or not known.detailed

    def _join_addresses(self, url: str, markup: Markup, contents: dict[tuple[str, ...], str]) -> None:
        """Learns that two addresses show one product: a redirect, a canonical address, or one content."""
        if not self.identity.same_page(url, markup.url):
            self.identity.join(url, markup.url)
        canonical = markup.canonical()
        if canonical:
            self.identity.claim(url, canonical, markup.heading, self.site.start)
        content = markup.product_page().content()
        if content:
            self.identity.join(url, contents.setdefault(content, url))

    def _detail(self, name: str, url: str, markup: Markup, data: StructuredData) -> None:
        known = self.products.get(name)
        own = [one for one in data.products() if self.identity.product(one.url) == name] or data.products()[:1]
        read = markup.own_price()
        if own:
            self.sources |= dict.fromkeys(data.syntaxes)
            price = own[0].price if own[0].price is not None else (known.price if known else None)
            self.products[name] = own[0].model_copy(update={"url": url, "price": price})
        else:
            title = markup.heading or (known.title if known else "")
            if not title:
                return
            known = known or ProductRecord(url=url, title=title)
            update: dict[str, object] = {"title": title, "detailed": True}
            if known.price is None and read is not None:
                update |= {"price": read[0], "currency": read[1]}
            self.products[name] = known.model_copy(update=update)
        if not own or not self.products[name].currency:
            currency = _currency_of(self.products[name], markup)
            self.products[name] = self.products[name].model_copy(update={"currency": currency})
        self.products[name] = completed(self.products[name], markup.product_page())

    def all_pages(self) -> None:
        """Reads the further pages of listings that hold more than their first page shows."""
        for one in list(self.collections.values()):
            if one.count is None or one.count > len(one.products):
                self.walk(one)

    def _join_places(self) -> None:
        """Counts once what is sold on several pages without a page of its own, or has one after all."""
        known: dict[tuple[str, float | None], str] = {}
        for name, one in sorted(self.products.items(), key=lambda pair: is_place(pair[1].url)):
            first = known.setdefault((one.title.casefold(), one.price), name)
            if is_place(one.url) and first != name:
                self.identity.join(one.url, first)
                del self.products[name]

    def settle(self) -> None:
        """Brings products and listings together at the end: names, counts, which listing holds the whole shop."""
        self._join_places()
        self._name_anew()
        listed = {self.identity.product(one.url) for one in self.collections.values()}
        self.products = {name: one for name, one in self.products.items() if name not in listed}
        known = set(self.products)
        by_name = {self.identity.product(one.url): one.url for one in self.products.values()}
        for name, one in list(self.collections.items()):
            named = dict.fromkeys(self.identity.product(url) for url in one.products)
            products = tuple(by_name[product] for product in named if product in known)
            if not products:
                del self.collections[name]
                continue
            told = one.count
            if told is not None and told == len(one.products):
                told = len(products)
            whole = one.is_everything or (
                len(products) >= 0.95 * len(known)
                and len(products) > max((len(o.products) for n, o in self.collections.items() if n != name), default=0)
                and (len(self.collections) > 2 or all(is_place(url) for url in products))
            )
            self.collections[name] = one.model_copy(
                update={"products": products, "count": told or len(products), "is_everything": whole}
            )
        same: dict[tuple[str, frozenset[str]], str] = {}
        for name, one in list(self.collections.items()):
            if same.setdefault((one.title.casefold(), frozenset(one.products)), name) != name:
                del self.collections[name]


def _currency_of(product: ProductRecord, markup: Markup) -> str:
    """The currency of a product's price; what its sign leaves open is told by the head of its page."""
    stated = (markup.meta("product:price:currency") or markup.meta("og:price:currency")).upper()
    read = product.currency
    able = _OF_ONE_SIGN.get(read, read or "[A-Z]{3}")
    exact = bool(read) and re.search(rf"\b{read}\b|\b{read[:2]}\$", markup.text) is not None
    return stated if re.fullmatch(able, stated) and not exact else read
