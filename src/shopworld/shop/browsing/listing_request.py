"""What a listing was asked for, read from its address, and back into addresses.

Names a shop does not offer as filters, and values nobody can read, are passed over: a bad address shows a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from shopworld.catalog import OfferQuery, Sort
from shopworld.money import DOT_DECIMAL, plain_short, read_amount
from shopworld.shop.addressing import Addresses, read_page
from shopworld.shop.capabilities import Capabilities, Filter, SortKey
from shopworld.shop.schemes import WOOCOMMERCE

LONGEST_TEXT = 200
"""Characters of a search text that are looked at."""
_MOST_VALUES = 40
_HIGHEST_PRICE = 10**12
_WHOLE_LISTING = 200
"""Offers on a page of a shop that has no pagination; what is beyond is still reached by pages."""
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]+")

SORT_LABELS: dict[Sort, str] = {
    Sort.RELEVANCE: "Relevance",
    Sort.FEATURED: "Featured",
    Sort.BEST_SELLING: "Best selling",
    Sort.RATING: "Top rated",
    Sort.NEWEST: "Newest first",
    Sort.OLDEST: "Oldest first",
    Sort.PRICE_ASCENDING: "Price: low to high",
    Sort.PRICE_DESCENDING: "Price: high to low",
    Sort.TITLE_ASCENDING: "Name: A to Z",
    Sort.TITLE_DESCENDING: "Name: Z to A",
}
"""What the sort field shows."""

_PLAIN_FILTERS = frozenset({"brand", "price", "availability", "on_sale", "rating"})
_ATTRIBUTE_OF = {"color": "colour"}
"""ShopGym's filter names that differ from the catalog's attribute names."""

Fields = tuple[tuple[str, str], ...]
"""Names and values of a query string, in order."""


def clean_text(text: str) -> str:
    """A search text without control characters, its spaces collapsed, cut to a sensible length."""
    return " ".join(_CONTROL_CHARACTERS.sub(" ", text).split())[:LONGEST_TEXT].strip()


def field_name(one: Filter) -> str:
    """The form field of a filter: its own name, or `attribute.<canonical name>`."""
    return one.name if one.name in _PLAIN_FILTERS else f"attribute.{_ATTRIBUTE_OF.get(one.name, one.name)}"


def read_cents(text: str) -> int | None:
    """A price as it is typed or stands in an address, in cents; None if it is none."""
    amount = read_amount(text, DOT_DECIMAL)
    return None if amount is None or not 0 <= amount.value <= _HIGHEST_PRICE else int(amount.value * 100)


@dataclass(frozen=True, slots=True)
class ListingRequest:
    """What a listing was asked for.

    Attributes:
        text: search text; empty on category pages.
        values: chosen values by field name, without prices.
        price_min, price_max: in cents.
        sort: the chosen sort, or the default one.
        sort_chosen: whether the address names it.
        page: from 1.
        addresses: of the shop that is asked.
    """

    text: str = ""
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    price_min: int | None = None
    price_max: int | None = None
    sort: Sort = Sort.FEATURED
    sort_chosen: bool = False
    page: int = 1
    addresses: Addresses = WOOCOMMERCE

    @property
    def is_filtered(self) -> bool:
        """Whether anything but text, sort and page was asked for."""
        return bool(self.values) or self.price_min is not None or self.price_max is not None

    def fields(self) -> Fields:
        """Its query string, without the page, in a stable order."""
        fields: list[tuple[str, str]] = [(self.addresses.search_field, self.text)] if self.text else []
        fields += [(name, value) for name, values in self.values.items() for value in values]
        if self.price_min is not None:
            fields.append(("price_min", plain_short(self.price_min)))
        if self.price_max is not None:
            fields.append(("price_max", plain_short(self.price_max)))
        if self.sort_chosen:
            fields.append((self.addresses.sort_field, self.addresses.sort_words[self.sort]))
        return tuple(fields)

    def without(self, name: str, value: str) -> ListingRequest:
        """The same, on page 1, without one value of a filter."""
        left = tuple(one for one in self.values.get(name, ()) if one != value)
        values = {key: left if key == name else kept for key, kept in self.values.items()}
        return replace(self, values={key: kept for key, kept in values.items() if kept}, page=1)

    def without_price(self) -> ListingRequest:
        """The same, on page 1, without a price range."""
        return replace(self, price_min=None, price_max=None, page=1)

    def without_filters(self) -> ListingRequest:
        """The same, on page 1, without any filter."""
        return replace(self, values={}, price_min=None, price_max=None, page=1)

    def recorded_filters(self) -> dict[str, tuple[str, ...]]:
        """The filters as an event holds them."""
        filters = dict(self.values)
        if self.price_min is not None:
            filters["price_min"] = (plain_short(self.price_min),)
        if self.price_max is not None:
            filters["price_max"] = (plain_short(self.price_max),)
        return filters

    def query(
        self, shop_id: str, category: tuple[str, ...], page_size: int, facets: tuple[str, ...] = ()
    ) -> OfferQuery:
        """The question to the catalog."""
        ratings = [float(value) for value in self.values.get("rating", ())]
        return OfferQuery(
            text=self.text,
            shop_id=shop_id,
            category=category,
            brands=self.values.get("brand", ()),
            price_min=self.price_min,
            price_max=self.price_max,
            attributes={
                name.removeprefix("attribute."): values
                for name, values in self.values.items()
                if name.startswith("attribute.")
            },
            rating_min=min(ratings) if ratings else None,
            in_stock="availability" in self.values,
            on_sale="on_sale" in self.values,
            sort=self.sort,
            offset=(self.page - 1) * page_size,
            limit=page_size,
            facets=facets,
        )


@dataclass(frozen=True, slots=True)
class ListingRules:
    """What listings of a shop understand.

    Attributes:
        filters: of the shop, by field name.
        sorts: offered on category pages.
        page_size: offers on a page.
        addresses: of the shop.
        joins_prices: whether several price ranges can be chosen at once; they count as one from the lowest to the
            highest.
    """

    filters: Mapping[str, Filter]
    sorts: tuple[Sort, ...]
    page_size: int
    addresses: Addresses
    joins_prices: bool = False

    @classmethod
    def of(cls, capabilities: Capabilities, addresses: Addresses, *, joins_prices: bool = False) -> ListingRules:
        """The rules that a shop's capabilities make."""
        collection = capabilities.collection
        keys = collection.sort or (SortKey.FEATURED,)
        return cls(
            filters={field_name(one): one for one in collection.filters},
            sorts=tuple(Sort(key.value) for key in keys),
            page_size=_WHOLE_LISTING if collection.pagination == "none" else collection.page_size,
            addresses=addresses,
            joins_prices=joins_prices,
        )

    def sorts_for(self, text: str) -> tuple[Sort, ...]:
        """The sorts offered: search results can also be sorted by relevance, and are so at first."""
        return (Sort.RELEVANCE, *self.sorts) if text else self.sorts

    def read(self, parameters: Iterable[tuple[str, str]], *, text: str = "", page: int | None = None) -> ListingRequest:
        """Reads an address.

        Args:
            parameters: names and values of the query string.
            text: search text, cleaned.
            page: from the path; else `page` or `paged` of the query string counts.
        """
        values: dict[str, list[str]] = {}
        prices: dict[str, int | None] = {"price_min": None, "price_max": None}
        sorts = self.sorts_for(text)
        sort, sort_chosen = sorts[0], False
        there, ranges = self.addresses, 0
        for name, raw in parameters:
            value = clean_text(raw)
            if name in prices and "price" in self.filters:
                prices[name] = read_cents(value)
            elif name == "price" and "price" in self.filters:
                low, high = _bucket(value)
                if self.joins_prices and ranges:
                    low, high = _joined(low, high, prices)
                ranges += bool(value)
                prices["price_min"], prices["price_max"] = low, high
            elif name == there.sort_field:
                wanted = there.sort_of(value)
                if wanted in sorts:
                    sort, sort_chosen = wanted, True
            elif name in {"page", "paged", there.page_field} and page is None:
                page = read_page(value)
            elif name in self.filters and name != "price":
                kept = values.setdefault(name, [])
                if _readable(name, value) and value not in kept and len(kept) < _MOST_VALUES:
                    kept.append(value)
        return ListingRequest(
            text=text,
            values={name: tuple(values[name]) for name in self.filters if values.get(name)},
            price_min=prices["price_min"],
            price_max=prices["price_max"],
            sort=sort,
            sort_chosen=sort_chosen,
            page=page or 1,
            addresses=there,
        )

    @property
    def facets(self) -> tuple[str, ...]:
        """Which facets the filters need."""
        names = []
        for name, one in self.filters.items():
            if name.startswith("attribute."):
                names.append("attribute:" + name.removeprefix("attribute."))
            else:
                names.append(one.name)
        return tuple(names)


def address_of(base: str, request: ListingRequest, *, page: int = 1) -> str:
    """The address of a page of a listing; `base` is the path of its first page."""
    return request.addresses.listing(base, request.fields(), page)


def _bucket(value: str) -> tuple[int | None, int | None]:
    low, _, high = value.partition("-")
    return read_cents(low) if low else None, read_cents(high) if high else None


def _joined(low: int | None, high: int | None, prices: Mapping[str, int | None]) -> tuple[int | None, int | None]:
    """A price range together with the one before."""
    before, after = prices["price_min"], prices["price_max"]
    return (
        None if low is None or before is None else min(low, before),
        None if high is None or after is None else max(high, after),
    )


def _readable(name: str, value: str) -> bool:
    match name:
        case "rating":
            return value in {"1", "2", "3", "4", "5", "4.5", "3.5"}
        case "availability":
            return value == "in-stock"
        case "on_sale":
            return value == "1"
        case _:
            return bool(value)
