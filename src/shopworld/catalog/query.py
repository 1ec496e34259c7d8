"""What a search asks and what it answers, whatever engine is behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from shopworld.catalog.model import Offer


class Sort(StrEnum):
    """Orders of a result list; ties are broken by shop and number."""

    RELEVANCE = "relevance"
    PRICE_ASCENDING = "price_asc"
    PRICE_DESCENDING = "price_desc"
    NEWEST = "date_new"
    OLDEST = "date_old"
    RATING = "rating_desc"
    BEST_SELLING = "best_selling"
    FEATURED = "featured"
    TITLE_ASCENDING = "alphabetically_az"
    TITLE_DESCENDING = "alphabetically_za"


@dataclass(frozen=True, slots=True)
class OfferQuery:
    """A search over offers. All conditions hold together; values within one condition are alternatives."""

    text: str = ""
    shop_id: str | None = None
    category: tuple[str, ...] = ()
    """Category path or a prefix of one, in the shop's own tree."""
    brands: tuple[str, ...] = ()
    price_min: int | None = None
    """In cents, inclusive."""
    price_max: int | None = None
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Canonical attribute name to accepted values in display form (as `FacetValue.value`)."""
    rating_min: float | None = None
    in_stock: bool = False
    on_sale: bool = False
    sort: Sort = Sort.RELEVANCE
    offset: int = 0
    limit: int = 24
    facets: tuple[str, ...] = ()
    """Which facets to count: `brand`, `category`, `rating`, `price`, `availability`, or `attribute:<name>`."""


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value of a facet."""

    value: str
    """What to send back in a query."""
    label: str
    """What to show."""
    count: int


class Match(StrEnum):
    """How the text of a query was matched."""

    EVERYTHING = "everything"
    """There was no text."""
    ALL_WORDS = "all_words"
    ANY_WORD = "any_word"
    """No offer has all words: any of them; where that would be very many offers, those with the rarer words."""
    CORRECTED = "corrected"
    """No word matched as typed: near spellings."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One page of results."""

    offers: tuple[Offer, ...]
    total: int
    match: Match
    facets: Mapping[str, tuple[FacetValue, ...]] = field(default_factory=dict)
    """Counted over all results, not over the page; values by falling count, then name."""
    price_range: tuple[int, int] | None = None
    """Lowest and highest price in cents over all results, where the facet `price` was asked for."""
    corrected_text: str | None = None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One line of a search field's suggestions."""

    text: str
    kind: str
    """`product`, `category`, `brand` or `query`."""
    target: tuple[str, ...]
    """What choosing it leads to: a product's slug, a category's path of names, a brand, or the words of a query."""


@dataclass(frozen=True, slots=True)
class Category:
    """A node of one shop's category tree."""

    path: tuple[str, ...]
    slug_path: tuple[str, ...]
    """URL segments of the path: `/product-category/{a}/{b}/`."""
    count: int
    """Offers in it and below."""
    children: tuple[Category, ...] = ()

    @property
    def name(self) -> str:
        """Its own name, without those above it."""
        return self.path[-1]


class ReviewSort(StrEnum):
    """Orders of a product's reviews; ties are broken by id."""

    MOST_HELPFUL = "most_helpful"
    NEWEST = "newest"
    OLDEST = "oldest"
    HIGHEST = "highest"
    LOWEST = "lowest"
