"""Public JSON end points of shop platforms: whole catalogs in a few requests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import orjson

from shopworld.arena.explore.prefetch.address import SiteAddress
from shopworld.arena.explore.prefetch.cache import FetchedReply
from shopworld.arena.explore.prefetch.fetcher import Fetcher
from shopworld.arena.explore.prefetch.site import CollectionRecord, OptionRecord, ProductRecord, VariantRecord
from shopworld.errors import ArenaError
from shopworld.money import minor_digits, read_value

MOST_PAGES = 60
_SHOPIFY_PAGE, _WOO_PAGE = 250, 100
_MOST_MEMBER_REQUESTS = 80
_DEFAULT_OPTION = "title"

Data = dict[str, Any]


def json_of(reply: FetchedReply) -> Any:
    """The data of an answer; None where it is none."""
    if not reply.ok or reply.is_html:
        return None
    try:
        return orjson.loads(reply.text)
    except orjson.JSONDecodeError:
        return None


class ShopifyLike:
    """`/products.json`, `/collections.json` and what belongs to them."""

    name = "shopify-like"
    source = "products.json"

    def __init__(self, fetcher: Fetcher, tell: Callable[[str, str], None]) -> None:
        self._fetcher, self._tell = fetcher, tell

    @property
    def _site(self) -> SiteAddress:
        return self._fetcher.site

    def answers(self) -> bool:
        """Whether the site has these end points."""
        return bool(self._page("/products.json", "products", 1))

    def products(self) -> list[ProductRecord]:
        """All products; stops where a page brings nothing new."""
        return [self._product(one) for one in self._pages("/products.json", "products")]

    def collections(self) -> list[CollectionRecord]:
        """All collections, with members as far as the budget allows."""
        found = []
        budget = _MOST_MEMBER_REQUESTS
        for one in self._pages("/collections.json", "collections"):
            handle = str(one.get("handle", ""))
            path = f"/collections/{handle}"
            members: list[Data] = []
            if budget > 0 and self._fetcher.pace.left > budget:
                members = list(self._pages(f"{path}/products.json", "products", most=4))
                budget -= 1 + len(members) // _SHOPIFY_PAGE
            count = one.get("products_count")
            found.append(
                CollectionRecord(
                    url=self._site.join(path),
                    title=str(one.get("title", handle)),
                    count=int(count) if isinstance(count, int) else (len(members) or None),
                    products=tuple(self._address(member) for member in members),
                    is_everything=handle == "all",
                )
            )
        return found

    def _pages(self, path: str, field: str, *, most: int = MOST_PAGES) -> Iterator[Data]:
        seen: set[str] = set()
        for number in range(1, most + 1):
            page = self._page(path, field, number)
            fresh = [one for one in page if str(one.get("handle") or one.get("id")) not in seen]
            seen.update(str(one.get("handle") or one.get("id")) for one in fresh)
            yield from fresh
            if not fresh or len(page) < _SHOPIFY_PAGE:
                return
        self._tell(path, f"stopped after {most} pages")

    def _page(self, path: str, field: str, number: int) -> list[Data]:
        try:
            data = json_of(self._fetcher.get(self._site.join(f"{path}?limit={_SHOPIFY_PAGE}&page={number}")))
        except ArenaError as error:
            self._tell(path, error.message)
            return []
        items = data.get(field) if isinstance(data, dict) else None
        return [one for one in items if isinstance(one, dict)] if isinstance(items, list) else []

    def _address(self, one: Data) -> str:
        return self._site.join(f"/products/{one.get('handle', '')}")

    def _product(self, one: Data) -> ProductRecord:
        variants = tuple(
            VariantRecord(
                title=str(variant.get("title") or ""),
                sku=str(variant.get("sku") or ""),
                price=_number(variant.get("price")),
                compare_at=_number(variant.get("compare_at_price")),
                available=variant.get("available") if isinstance(variant.get("available"), bool) else None,
                options=tuple(str(variant[f"option{n}"]) for n in (1, 2, 3) if variant.get(f"option{n}")),
            )
            for variant in one.get("variants") or ()
            if isinstance(variant, dict)
        )
        prices = [variant.price for variant in variants if variant.price is not None]
        tags = one.get("tags") or ()
        return ProductRecord(
            url=self._address(one),
            title=str(one.get("title") or ""),
            handle=str(one.get("handle") or ""),
            description=str(one.get("body_html") or one.get("description_html") or ""),
            vendor=str(one.get("vendor") or ""),
            product_type=str(one.get("product_type") or ""),
            tags=tuple(tags.split(", ")) if isinstance(tags, str) else tuple(str(tag) for tag in tags),
            price=min(prices) if prices else None,
            compare_at=max((variant.compare_at or 0 for variant in variants), default=0) or None,
            available=any(variant.available for variant in variants) if variants else None,
            options=tuple(_option(option) for option in one.get("options") or () if isinstance(option, dict)),
            variants=variants,
            images=tuple(str(image.get("src", "")) for image in one.get("images") or () if isinstance(image, dict)),
            detailed=True,
        )


class WooLike:
    """The Store API of WooCommerce."""

    name = "woocommerce-like"
    source = "Store API"
    _base = "/wp-json/wc/store/v1/products"

    def __init__(self, fetcher: Fetcher, tell: Callable[[str, str], None]) -> None:
        self._fetcher, self._tell = fetcher, tell

    def answers(self) -> bool:
        """Whether the site has these end points."""
        return bool(self._page(self._base, 1))

    def products(self) -> list[ProductRecord]:
        """All products."""
        return [self._product(one) for one in self._pages(self._base)]

    def collections(self) -> list[CollectionRecord]:
        """All categories."""
        return [
            CollectionRecord(
                url=self._fetcher.site.join(str(one.get("permalink") or "")),
                title=str(one.get("name") or ""),
                count=one["count"] if isinstance(one.get("count"), int) else None,
            )
            for one in self._pages(f"{self._base}/categories")
            if one.get("permalink")
        ]

    def _pages(self, path: str) -> Iterator[Data]:
        seen: set[str] = set()
        for number in range(1, MOST_PAGES + 1):
            page = self._page(path, number)
            fresh = [one for one in page if str(one.get("id")) not in seen]
            seen.update(str(one.get("id")) for one in fresh)
            yield from fresh
            if not fresh or len(page) < _WOO_PAGE:
                return
        self._tell(path, f"stopped after {MOST_PAGES} pages")

    def _page(self, path: str, number: int) -> list[Data]:
        try:
            data = json_of(self._fetcher.get(self._fetcher.site.join(f"{path}?per_page={_WOO_PAGE}&page={number}")))
        except ArenaError as error:
            self._tell(path, error.message)
            return []
        return [one for one in data if isinstance(one, dict)] if isinstance(data, list) else []

    def _product(self, one: Data) -> ProductRecord:
        prices = one.get("prices") if isinstance(one.get("prices"), dict) else {}
        assert isinstance(prices, dict)
        currency, minor = str(prices.get("currency_code") or ""), prices.get("currency_minor_unit")
        unit = 10 ** (minor if isinstance(minor, int) else minor_digits(currency))
        price, regular = _number(prices.get("price")), _number(prices.get("regular_price"))
        attributes = [entry for entry in one.get("attributes") or () if isinstance(entry, dict)]
        return ProductRecord(
            url=self._fetcher.site.join(str(one.get("permalink") or "")),
            title=str(one.get("name") or ""),
            handle=str(one.get("slug") or ""),
            description=str(one.get("description") or ""),
            price=price / unit if price is not None else None,
            compare_at=regular / unit if regular and price is not None and regular > price else None,
            currency=currency,
            available=one.get("is_in_stock") if isinstance(one.get("is_in_stock"), bool) else None,
            options=tuple(_option(entry) for entry in attributes if entry.get("has_variations")),
            images=tuple(str(image.get("src", "")) for image in one.get("images") or () if isinstance(image, dict)),
            rating=_number(one.get("average_rating")) or None,
            reviews=one.get("review_count") if isinstance(one.get("review_count"), int) else None,
            detailed=True,
        )


def _option(data: Data) -> OptionRecord:
    values = data.get("values") or data.get("terms") or ()
    return OptionRecord(
        name=str(data.get("name") or _DEFAULT_OPTION),
        values=tuple(str(one.get("name", "")) if isinstance(one, dict) else str(one) for one in values),
    )


def _number(value: Any) -> float | None:
    read = read_value(value)
    return None if read is None else float(read.value)
