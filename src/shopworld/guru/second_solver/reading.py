"""Reads product pages as a visitor gets them: title, price, brand, categories, and the specification table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape

from selectolax.lexbor import LexborHTMLParser, LexborNode

from shopworld.episode import Episode, EpisodeIdentity
from shopworld.errors import TaskError
from shopworld.mall import Mall, Scope, call
from shopworld.money import read_price
from shopworld.shop import addresses_of, product_slug

_BLOCK_END = re.compile(r"<br\s*/?>|</(?:p|li|h\d|td|tr)>|\n")
_ROW = re.compile(r"^\W*(\w[^:]{0,50}): (.+)$")
_RATED = re.compile(r"Rated (\d(?:\.\d)?) out of 5, (\d[\d,]*) review")
_SECRET = b"the second solver has an episode of its own"

Progress = Callable[[int, int], None]
"""Is told how much is done, and of how much."""


@dataclass(frozen=True, slots=True)
class ProductSheet:
    """A product page, read.

    Attributes:
        shop: id of the shop.
        slug: of the page.
        title: its heading.
        brand: as printed; empty without one.
        price: in cents; None without one.
        categories: names of the categories above it, top first.
        specifications: label and text of each row.
        text: short description and description, plain.
        lines: label and text of lines of the description that are made like rows.
        rating: stars on average; None without reviews.
        reviews: how many there are.
        in_stock: whether it can be bought.
        picture: path of its first picture; empty without one.
    """

    shop: str
    slug: str
    title: str
    brand: str
    price: int | None
    categories: tuple[str, ...]
    specifications: tuple[tuple[str, str], ...]
    text: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    rating: float | None = None
    reviews: int = 0
    in_stock: bool = True
    picture: str = ""

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """The rows of the table; of a page without one, the lines that are made like rows."""
        return self.specifications or self.lines


def read_product_pages(mall: Mall, *, progress: Progress | None = None) -> list[ProductSheet]:
    """Reads every product page that the listings of all shops lead to.

    Args:
        mall: to read.
        progress: is told how many pages of how many were read.

    Raises:
        TaskError: a page that a listing links to cannot be read.
    """
    return asyncio.run(_read_all(mall, progress))


def read_pictures(mall: Mall, sheets: Sequence[ProductSheet]) -> list[str]:
    """The first picture of each page, as SVG; empty where there is none."""
    return asyncio.run(_pictures(mall, sheets))


async def _pictures(mall: Mall, sheets: Sequence[ProductSheet]) -> list[str]:
    visitors = {}
    for shop in mall.shops:
        identity = EpisodeIdentity("second solver", shop.identity.id)
        visitors[shop.identity.id] = _Visitor(
            mall, shop.identity.id, shop.identity.host, Episode(identity, identity.label(_SECRET))
        )
    return [(await visitors[one.shop].body(one.picture)).decode() if one.picture else "" for one in sheets]


async def _read_all(mall: Mall, progress: Progress | None) -> list[ProductSheet]:
    found: list[tuple[_Visitor, str]] = []
    for shop in mall.shops:
        identity = EpisodeIdentity("second solver", shop.identity.id)
        visitor = _Visitor(mall, shop.identity.id, shop.identity.host, Episode(identity, identity.label(_SECRET)))
        found.extend([(visitor, path) for path in await visitor.product_paths()])
    sheets = []
    for visitor, path in found:
        sheets.append(visitor.sheet(path, await visitor.get(path)))
        if progress is not None:
            progress(len(sheets), len(found))
    return sheets


@dataclass(frozen=True, slots=True)
class _Visitor:
    """Who walks through one shop by its pages."""

    mall: Mall
    shop: str
    host: str
    episode: Episode

    async def get(self, path: str) -> LexborHTMLParser:
        return LexborHTMLParser(await self.body(path))

    async def body(self, path: str) -> bytes:
        """What an address answers."""
        route, _, query = path.partition("?")
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": route,
            "raw_path": route.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(b"host", self.host.encode())],
            "server": (self.host, 80),
            "client": ("127.0.0.1", 1),
            "shopworld.episode": self.episode,
        }
        application = self.mall.storefronts[self.shop].application
        reply = await call(application, scope, b"", origin=f"http://{self.host}")
        if reply.status != 200:
            raise TaskError(f"{self.shop}: {path} answers {reply.status}, expected 200")
        return reply.body

    async def product_paths(self) -> list[str]:
        """Paths of all products, by paging through the list of all products."""
        found: dict[str, None] = {}
        there = addresses_of(self.mall.specification(self.shop).identity.addresses)
        for number in range(1, 10_000):
            page = await self.get(there.listing(there.all_products, (), number))
            before = len(found)
            for link in page.css("main a[href]"):
                path = link.attributes.get("href") or ""
                if "?" not in path and "#" not in path and product_slug(path):
                    found.setdefault(path)
            if len(found) == before:
                return list(found)
        raise TaskError(f"{self.shop}: the list of all products has no end")

    def sheet(self, path: str, page: LexborHTMLParser) -> ProductSheet:
        product = page.css_first("article.product")
        heading = page.css_first("h1")
        if product is None or heading is None:
            raise TaskError(f"{self.shop}: {path} is no product page")
        categories = tuple(_text(node) for node in page.css(".breadcrumbs li")[1:-1])
        return ProductSheet(
            shop=self.shop,
            slug=product_slug(path) or "",
            title=_text(heading),
            brand=_text(product.css_first(".product-brand")),
            price=_price(_text(product.css_first(".price-now"))),
            categories=categories,
            specifications=tuple(_rows(page)),
            text=" ".join(_text(node) for node in page.css(".product-short, .product-details .prose:not(.reviews)")),
            lines=tuple(row for node in page.css(".product-details .prose:not(.reviews)") for row in _lines(node)),
            rating=_stars(product)[0],
            reviews=_stars(product)[1],
            in_stock=product.css_first('form[action$="/cart/add"]') is not None
            and "sold out" not in _text(product.css_first(".stock")).casefold()
            and "out of stock" not in _text(product.css_first(".stock")).casefold(),
            picture=_picture(product),
        )


def _stars(product: LexborNode) -> tuple[float | None, int]:
    """Stars and number of reviews, as the page says them to those who do not see the stars."""
    node = product.css_first(".rating")
    said = (node.attributes.get("aria-label") or "") if node is not None else ""
    match = _RATED.search(said)
    return (float(match[1]), int(match[2].replace(",", ""))) if match is not None else (None, 0)


def _picture(product: LexborNode) -> str:
    image = product.css_first(".gallery-stage img, .product-gallery img")
    return (image.attributes.get("src") or "") if image is not None else ""


def _rows(page: LexborHTMLParser) -> Iterator[tuple[str, str]]:
    for row in page.css("table.specifications tr"):
        label, value = row.css_first("th"), row.css_first("td")
        if label is not None and value is not None:
            yield _text(label), _text(value)


def _lines(node: LexborNode) -> Iterator[tuple[str, str]]:
    """Lines of a text that say `label: value`, with or without a mark in front."""
    for line in _BLOCK_END.split(node.html or ""):
        match = _ROW.match(" ".join(LexborHTMLParser(line).text().split()) if "<" in line else unescape(line).strip())
        if match is not None:
            yield match[1].strip(), match[2].strip()


def _text(node: LexborNode | None) -> str:
    return " ".join(node.text().split()) if node is not None else ""


def _price(text: str) -> int | None:
    lowest = read_price(text).lowest
    return None if lowest is None else lowest.cents
