"""Crawls the shops of a mall as a visitor sees them: every product that lists lead to, and the information pages."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from shopworld.environments.corpus.document import Document, Kind
from shopworld.environments.corpus.schema_org import product_object
from shopworld.environments.shop_tools.arguments import ListProductsArguments, OpenShopArguments
from shopworld.environments.shop_tools.content import Content, page_content
from shopworld.environments.shop_tools.shops import Shops
from shopworld.environments.shop_tools.visitor import MallVisitor, ShopAnswer
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import Mall
from shopworld.shop import ProductPage
from shopworld.shop.pages import ErrorPage

Progress = Callable[[int, int], None]
"""Is told how many pages were read, and of how many that are known by now."""

_SECRET = b"the crawler has an episode of its own for each page"


def crawl(mall: Mall, progress: Progress | None = None) -> Iterator[Document]:
    """Reads all shops, in the mall's order; products in the order of the shops' own lists.

    Each page is asked for in an episode of its own: nothing is ever in a cart, and nothing recently viewed.

    Args:
        mall: whose shops.
        progress: is told of each page.
    """
    with contextlib.closing(_Crawler(mall)) as crawler:
        found = [(host, url) for host in crawler.hosts for url in crawler.addresses(host)]
        for done, (host, url) in enumerate(found, start=1):
            document = crawler.read(host, url)
            if document is not None:
                yield document
            if progress is not None:
                progress(done, len(found))


class _Crawler:
    def __init__(self, mall: Mall) -> None:
        self._visitor = MallVisitor(mall)
        self._there = Shops(mall, self._visitor)
        self.hosts = self._visitor.hosts
        self._asked = 0

    def close(self) -> None:
        self._visitor.close()

    def addresses(self, host: str) -> Iterator[str]:
        """Of the products, then of the information pages."""
        once: dict[str, None] = {}
        pages, page = 1, 1
        while page <= pages:
            self._anew()
            # An agent may not ask for so late a page; who reads all may.
            asked = ListProductsArguments.model_construct(url=f"http://{host}/", page=page)
            listed = self._there.list_products(asked)
            once |= dict.fromkeys(one["url"] for one in listed.get("products", ()))
            pages, page = listed["pages"], page + 1
        self._anew()
        once |= dict.fromkeys(
            one["url"] for one in self._there.open_shop(OpenShopArguments(shop=host)).get("pages", ())
        )
        return iter(once)

    def read(self, host: str, url: str) -> Document | None:
        """The page as a document; None where it says that there is nothing."""
        seen = self._get(url)
        if seen.page is None or isinstance(seen.page, ErrorPage):
            return None
        content = page_content(seen)
        kind: Kind = "product" if isinstance(seen.page, ProductPage) else "information"
        title, text = str(content.get("title", "")), document_text(content)
        data = product_object(content, seen.page.shell.specification.identity) if kind == "product" else {}
        return Document(url=seen.address, shop=host, kind=kind, title=title, text=text, data=data) if text else None

    def _get(self, url: str) -> ShopAnswer:
        self._anew()
        return self._visitor.get(url)

    def _anew(self) -> None:
        self._asked += 1
        identity = EpisodeIdentity("crawler", "corpus", self._asked)
        self._visitor.episode = Episode(identity, identity.label(_SECRET))


_LEFT_OUT = frozenset(
    {"url", "title", "related", "products", "can_add", "more_reviews", "reviews_count", "variants", "fields"}
)
_BARE = frozenset({"text", "description", "summary", "title", "badges", "label", "name", "stores", "categories"})
"""What needs no name before it."""
_LAST = ("description", "reviews")
"""What is long comes last: searches show the beginning."""


def document_text(content: Content) -> str:
    """What a page says as lines of text, in the order of the page: `price: €4.00`, `Capacity: 1 TB`, …."""
    return "\n".join(_lines(content))


def _lines(content: Content) -> Iterator[str]:
    for name in sorted(content, key=lambda one: _LAST.index(one) if one in _LAST else -1):
        if name not in _LEFT_OUT:
            yield from _told(name, content[name])


def _told(name: str, value: Any) -> Iterator[str]:
    label = "" if name in _BARE else f"{name.replace('_', ' ')}: "
    match value:
        case dict():
            for key, one in value.items():
                yield from _told(str(key), one)
        case list():
            for one in value:
                if isinstance(one, dict):
                    parts = [str(part) for key, part in one.items() if key not in ("url", "verified")]
                    yield f"{label}{', '.join(parts)}"
                else:
                    yield f"{label}{', '.join(map(str, one)) if isinstance(one, list) else one}"
        case _:
            yield f"{label}{value}"
