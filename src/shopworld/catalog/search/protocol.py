"""What a catalog needs from a search engine, whichever it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from shopworld.catalog.model import Offer
from shopworld.catalog.query import FacetValue, Match, OfferQuery


@dataclass(frozen=True, slots=True)
class Hits:
    """One page of results, as ordinals of offers (positions in the order of shop and number)."""

    ordinals: tuple[int, ...]
    total: int
    match: Match
    facets: Mapping[str, tuple[FacetValue, ...]] = field(default_factory=dict)
    price_range: tuple[int, int] | None = None


class SearchEngine(Protocol):
    """Searches the offers of one catalog; read-only."""

    def search(self, query: OfferQuery) -> Hits:
        """The page of results that the query asks for."""

    def complete(self, shop_id: str, text: str, limit: int) -> tuple[int, ...]:
        """Ordinals of the shop's offers whose titles hold the words of `text`, the last one perhaps unfinished."""

    def similar(self, offer: Offer, limit: int) -> tuple[int, ...]:
        """Ordinals of offers of the same shop that are of the same kind, brand or category, the best first."""

    def resembling(self, query: OfferQuery) -> tuple[int, ...]:
        """Ordinals of offers whose titles hold a word spelt like one of the query's, the best first."""

    def doubtful(self, text: str) -> tuple[str, ...]:
        """The words of a text that may be misspelt: few offers hold them, or none."""

    def titled(self, text: str, offset: int, limit: int) -> tuple[int, ...]:
        """Ordinals of the offers whose titles hold all tokens of a text as they are written, the best first."""

    def of_brand(self, brand: str, offset: int, limit: int) -> tuple[tuple[int, ...], int]:
        """Ordinals of the offers of exactly this brand in their order, and how many there are."""
