"""A page of a shop as verifiers read it: its kind, its links, what it loads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal
from urllib.parse import urljoin, urlsplit, urlunsplit

from pydantic_core import from_json
from selectolax.lexbor import LexborHTMLParser, LexborNode

from shopworld.arena.verify.finding import Area
from shopworld.arena.verify.shopper import ShopResponse
from shopworld.shop import Addresses

Kind = Literal["home", "listing", "product", "cart", "checkout", "search", "info", "other"]
"""What a page is, by its address."""
AREA_OF_KIND: dict[Kind, Area] = {
    "home": "shell",
    "listing": "collections",
    "product": "product",
    "cart": "cart",
    "checkout": "cart",
    "search": "search",
    "info": "info",
    "other": "integration",
}
_REGIONS = ("main", "nav", "aside", "footer", "header")
"""Later ones win: a menu in the header belongs to the header."""
_LOADED = (("img", "src"), ("script", "src"), ("link[rel=stylesheet]", "href"), ("link[rel=icon]", "href"))


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link of a page.

    Attributes:
        target: path and query within the shop; an absolute address outside of it; as written where it is neither.
        fragment: after the `#`.
        text: what a person reads or hears.
        region: the landmark that it is in: `header`, `footer`, `main`, `nav`, `aside`; empty for none.
        outside: whether it leads out of the shop.
    """

    target: str
    fragment: str
    text: str
    region: str
    outside: bool = False


@dataclass
class VisitedPage:
    """A page that was visited.

    Attributes:
        path: path and query that were asked for.
        kind: by its address.
        answer: of the shop.
        found_on: path of the page that led here; empty for the first.
    """

    path: str
    kind: Kind
    answer: ShopResponse
    found_on: str = ""
    host: str = field(default="", repr=False)

    @property
    def area(self) -> Area:
        """The step of generation that makes this page."""
        return AREA_OF_KIND[self.kind]

    @cached_property
    def tree(self) -> LexborHTMLParser:
        """The page, parsed as browsers do."""
        return LexborHTMLParser(self.answer.text)

    @cached_property
    def links(self) -> tuple[PageLink, ...]:
        """Its links in order, those that only repeat each other once."""
        found = {}
        for region in _REGIONS:
            for node in self.tree.css(f"{region} a[href]"):
                found[node.mem_id] = region
        links = [self._link(node, found.get(node.mem_id, "")) for node in self.tree.css("a[href]")]
        return tuple(dict.fromkeys((*links, *self._listed())))

    def _listed(self) -> Iterator[PageLink]:
        """What a list of schema.org leads to: where a script draws a listing, its products stand there."""
        for node in self.tree.css('script[type="application/ld+json"]'):
            told = from_json(node.text() or "{}")
            for one in told.get("itemListElement", ()) if isinstance(told, dict) else ():
                item = one.get("item", {})
                target, fragment, outside = self._inside(str(item.get("url", "")))
                yield PageLink(target, fragment, str(item.get("name", "")), "main", outside)

    @cached_property
    def identifiers(self) -> frozenset[str]:
        """The ids on the page."""
        return frozenset(node.attributes.get("id") or "" for node in self.tree.css("[id]"))

    @cached_property
    def loaded(self) -> tuple[str, ...]:
        """Paths of the pictures, scripts and styles that it loads from the shop."""
        found: dict[str, None] = {}
        for selector, name in _LOADED:
            for node in self.tree.css(selector):
                address = (node.attributes.get(name) or "").strip()
                if name in node.attributes and not address.startswith("data:"):
                    found[self._inside(address)[0]] = None
        return tuple(found)

    def _link(self, node: LexborNode, region: str) -> PageLink:
        written = (node.attributes.get("href") or "").strip()
        target, fragment, outside = self._inside(written)
        return PageLink(target, fragment, spoken(node), region, outside)

    def _inside(self, written: str) -> tuple[str, str, bool]:
        """Where a written address leads: path and query within the shop, fragment, whether it leads out."""
        base = "/" if written.startswith("/") else self.answer.path
        return _resolved(written, base, self.host)

    def read(self) -> None:
        """Reads links and ids, and forgets the parsed page, which is large; it is parsed again where it is needed."""
        assert self.links is not None
        assert self.identifiers is not None
        del self.tree


@lru_cache(maxsize=50_000)
def _resolved(written: str, base: str, host: str) -> tuple[str, str, bool]:
    scheme = written.split(":", 1)[0].lower()
    if not written or scheme in ("javascript", "vbscript", "data"):
        return written, "", False
    if scheme in ("mailto", "tel"):
        return written, "", True
    try:
        parts = urlsplit(urljoin(f"http://{host}{base}", written))
    except ValueError:
        return written, "", False
    if parts.netloc.casefold() != host.casefold():
        return urlunsplit(parts), "", True
    return urlunsplit(("", "", parts.path or "/", parts.query, "")), parts.fragment, False


def kind_of(path: str, addresses: Addresses) -> Kind:
    """What stands at a path, by its address alone."""
    bare = path.partition("?")[0]
    if bare == addresses.home:
        return "search" if addresses.search == addresses.home and "?" in path else "home"
    if bare == addresses.cart:
        return "cart"
    if bare == addresses.checkout or addresses.leads(bare, addresses.order_route):
        return "checkout"
    if addresses.search != addresses.home and bare == addresses.search:
        return "search"
    if addresses.leads(bare, addresses.product_route):
        return "product"
    listed = (addresses.all_products, *addresses.bare_roots)
    if addresses.split_page(bare)[0] in listed or addresses.leads(bare, addresses.category_route):
        return "listing"
    texts = (addresses.policy_route, addresses.page_route, addresses.blog_route, addresses.article_route)
    if bare == addresses.contact or any(addresses.leads(bare, one) for one in texts):
        return "info"
    return "other"


def spoken(node: LexborNode) -> str:
    """The words of a link or button: its label, else its text, else what its pictures show."""
    label = (node.attributes.get("aria-label") or "").strip()
    text = label or " ".join(node.text(deep=True, separator=" ").split())
    if text:
        return text
    return " ".join((one.attributes.get("alt") or "").strip() for one in node.css("img[alt]")).strip()
