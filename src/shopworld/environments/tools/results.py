"""What the tools return. The shape of the JSON is the original's; extra fields of the default profile come last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import orjson


class ToolResult(Protocol):
    """What every result can do."""

    def content(self) -> Any:
        """What the agent sees, as JSON values."""

    @property
    def listed_products(self) -> tuple[str, ...]:
        """Ids of the products in it, in order, each once."""


def result_json(result: ToolResult) -> str:
    """A result as the agent gets it."""
    return orjson.dumps(result.content()).decode()


@dataclass(frozen=True, slots=True)
class FoundProducts:
    """Result of `search_products`.

    Attributes:
        products: id and title of each on this page.
        page: its number, from 0.
        total_found: how many products were found.
        match: how the words were matched (`all_words`, `any_word`, `corrected`, `nothing`); None: not told.
        corrected_query: the query with its spelling corrected, where that is what was searched.
    """

    products: tuple[tuple[str, str], ...]
    page: int
    total_found: int
    match: str | None = None
    corrected_query: str | None = None

    def content(self) -> dict[str, Any]:
        """`products`, `page`, `total_found`."""
        shown: dict[str, Any] = {
            "products": _named(self.products),
            "page": self.page,
            "total_found": self.total_found,
        }
        return shown | _told(match=self.match, corrected_query=self.corrected_query)

    @property
    def listed_products(self) -> tuple[str, ...]:
        """The page."""
        return tuple(product_id for product_id, _ in self.products)


@dataclass(frozen=True, slots=True)
class FilteredProducts:
    """Result of `filter_by_attribute`.

    Attributes:
        product_ids: those that have the value.
        note: what to know of the others; None: nothing is told.
    """

    product_ids: tuple[str, ...]
    note: str | None = None

    def content(self) -> dict[str, Any]:
        """`product_ids`."""
        return {"product_ids": list(self.product_ids)} | _told(note=self.note)

    @property
    def listed_products(self) -> tuple[str, ...]:
        """Those that have the value."""
        return self.product_ids


@dataclass(frozen=True, slots=True)
class ProductDetailsResult:
    """Result of `get_product_details`.

    Attributes:
        fields: by the original's names.
        rating: mean and number of ratings; None: not told.
    """

    fields: dict[str, Any]
    rating: tuple[float | None, int] | None = None

    def content(self) -> dict[str, Any]:
        """`product_id`, `title`, `main_category`, `store`, `price`, `features`, `description`, `details`, …"""
        if self.rating is None:
            return self.fields
        return self.fields | {"average_rating": self.rating[0], "rating_number": self.rating[1]}

    @property
    def listed_products(self) -> tuple[str, ...]:
        """The one."""
        return (self.fields["product_id"],)


@dataclass(frozen=True, slots=True)
class ReviewContent:
    """Result of `get_review_content`.

    Attributes:
        reviews: `product_id`, `rating`, `title`, `text` of each.
    """

    reviews: tuple[dict[str, Any], ...]

    def content(self) -> list[dict[str, Any]]:
        """A list."""
        return list(self.reviews)

    @property
    def listed_products(self) -> tuple[str, ...]:
        """The one they are about."""
        return tuple(dict.fromkeys(one["product_id"] for one in self.reviews))


@dataclass(frozen=True, slots=True)
class ReviewStats:
    """Result of `get_product_review_stats`.

    Attributes:
        stats: `product_id`, `average_rating`, `rating_number` of each known product.
    """

    stats: tuple[dict[str, Any], ...]

    def content(self) -> list[dict[str, Any]]:
        """A list."""
        return list(self.stats)

    @property
    def listed_products(self) -> tuple[str, ...]:
        """Those that are known."""
        return tuple(dict.fromkeys(one["product_id"] for one in self.stats))


@dataclass(frozen=True, slots=True)
class StorePage:
    """Result of `get_store_products`.

    Attributes:
        products: id and title of each on this page.
        total_count: how many the store has.
    """

    products: tuple[tuple[str, str], ...]
    total_count: int

    def content(self) -> dict[str, Any]:
        """`products`, `total_count`."""
        return {"products": _named(self.products), "total_count": self.total_count}

    @property
    def listed_products(self) -> tuple[str, ...]:
        """The page."""
        return tuple(product_id for product_id, _ in self.products)


@dataclass(frozen=True, slots=True)
class PlainResult:
    """A result without products: a profile, an answer, an output."""

    fields: dict[str, Any]

    def content(self) -> dict[str, Any]:
        """The fields."""
        return self.fields

    @property
    def listed_products(self) -> tuple[str, ...]:
        """None."""
        return ()


def _named(products: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    return [{"product_id": product_id, "title": title} for product_id, title in products]


def _told(**fields: str | None) -> dict[str, str]:
    return {name: value for name, value in fields.items() if value is not None}
