"""What is asked of the shops when their pages are timed: the same addresses in every run."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import quote_plus, urlencode

from shopworld.catalog.model import Offer
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import Mall
from shopworld.shop import Storefront
from shopworld.shop.schemes import addresses_of

PAGES = ("home", "listing", "search", "product", "cart", "checkout")
SEED = 20
_CART_LINES = 3


@dataclass(frozen=True)
class Address:
    """One page of one shop: path and query."""

    shop: str
    path: str
    query: str = ""

    @property
    def target(self) -> str:
        """As in a request line."""
        return f"{self.path}?{self.query}" if self.query else self.path


def sample_offers(mall: Mall, shop: str, count: int) -> list[Offer]:
    """Offers of a shop that can be bought as they are, drawn from a fixed seed."""
    offers = [one for one in mall.catalog.iterate_offers(shop) if one.price and not one.variants and one.stock != 0]
    return random.Random(f"{SEED}:{shop}").sample(offers, min(count, len(offers)))


def search_text(offer: Offer, words: int = 2) -> str:
    """Words of an offer's title, as somebody might type them."""
    return " ".join(islice((word for word in offer.title.split() if word.isalnum()), words)) or offer.title


def addresses(mall: Mall, page: str, each: int) -> list[Address]:
    """So many addresses of that page in each shop, the shops in turn."""
    shops = [shop.identity.id for shop in mall.shops]
    by_shop = [list(islice(_of_shop(mall, shop, page, each), each)) for shop in shops]
    return [address for row in zip(*by_shop, strict=True) for address in row]


def _of_shop(mall: Mall, shop: str, page: str, each: int) -> Iterator[Address]:
    if page == "listing":
        categories = mall.catalog.category_tree(shop)
        for number in range(each):
            category = categories[number % len(categories)]
            yield Address(shop, f"/product-category/{'/'.join(category.slug_path)}/", ("", "orderby=price")[number % 2])
    elif page in ("search", "product"):
        offers = sample_offers(mall, shop, each)
        there = addresses_of(next(one.identity.addresses for one in mall.shops if one.identity.id == shop))
        for number in range(each):
            offer = offers[number % len(offers)]
            if page == "product":
                yield Address(shop, there.product(offer.slug))
            else:
                yield Address(shop, "/", f"s={quote_plus(search_text(offer))}")
    else:
        path = {"home": "/", "cart": "/cart/", "checkout": "/checkout/"}[page]
        yield from (Address(shop, path) for _ in range(each))


class Shopper:
    """One episode in one storefront, in this process and without a network; some goods lie in the cart."""

    def __init__(self, mall: Mall, shop: str, loop: asyncio.AbstractEventLoop) -> None:
        self._storefront: Storefront = mall.storefronts[shop]
        self._host = mall.specification(shop).identity.host.encode()
        self._loop = loop
        identity = EpisodeIdentity("benchmark", shop)
        self._episode = Episode(identity, identity.label(b"benchmark" * 2))
        for offer in sample_offers(mall, shop, _CART_LINES):
            self.ask("/cart/add", form={"offer": str(offer.number), "quantity": "1", "return_path": "/"}, expected=303)

    def ask(self, path: str, query: str = "", form: Mapping[str, str] | None = None, expected: int = 200) -> int:
        """Asks for a page; returns its length in bytes.

        Raises:
            RuntimeError: the answer has another status.
        """
        body = urlencode(form).encode() if form is not None else b""
        headers = [(b"host", self._host)]
        if form is not None:
            headers.append((b"content-type", b"application/x-www-form-urlencoded"))
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET" if form is None else "POST",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": (self._host.decode(), 80),
            "shopworld.episode": self._episode,
        }
        status, length = self._loop.run_until_complete(self._answer(scope, body))
        if status != expected:
            raise RuntimeError(f"{self._host.decode()}{path}?{query} answered {status}, expected {expected}")
        return length

    async def _answer(self, scope: dict[str, Any], body: bytes) -> tuple[int, int]:
        status, length = 0, 0

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            nonlocal status, length
            status = message.get("status", status)
            length += len(message.get("body", b""))

        answer: Awaitable[None] = self._storefront.application(scope, receive, send)
        await answer
        return status, length
