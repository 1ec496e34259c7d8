"""A catalog on disk, opened for reading: products, offers, reviews and their search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from shopworld.catalog.categories import build_category_tree
from shopworld.catalog.manifest import INDEX_FOLDER, STORE_FILE, CatalogManifest
from shopworld.catalog.model import Offer, Product, Review
from shopworld.catalog.query import Category, Match, OfferQuery, ReviewSort, SearchResult, Suggestion
from shopworld.catalog.review_search import rank_reviews
from shopworld.catalog.search import SearchEngine, TantivyEngine
from shopworld.catalog.search.spelling import correct_text
from shopworld.catalog.search.suggestions import suggest_names
from shopworld.catalog.store import Store

_RELATED_CANDIDATES = 60


class Catalog:
    """A catalog, read-only; a context manager. Made by `Catalog.open`. May be used from several threads."""

    def __init__(self, manifest: CatalogManifest, store: Store, engine: SearchEngine) -> None:
        self.manifest = manifest
        self._store = store
        self._engine = engine
        self._trees: dict[str, tuple[Category, ...]] = {}
        self._brands: dict[str, tuple[tuple[str, int], ...]] = {}

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the catalog in a folder.

        Raises:
            CatalogError: there is none, or it cannot be read.
        """
        folder = Path(path)
        manifest = CatalogManifest.read(folder)
        return cls(manifest, Store(folder / STORE_FILE), TantivyEngine(folder / INDEX_FOLDER))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close its files; it cannot be used afterwards."""
        self._store.close()

    @property
    def name(self) -> str:
        """What the catalog is called."""
        return self.manifest.name

    @property
    def content_hash(self) -> str:
        """SHA-256 over all its records, in hexadecimal."""
        return self.manifest.content_hash

    @cached_property
    def shop_ids(self) -> tuple[str, ...]:
        """The shops that have offers, by id."""
        return tuple(self._store.shop_ids())

    def offer(self, offer_id: str) -> Offer | None:
        """The offer with that id, or None."""
        return self._offer_at(self._store.offer_ordinal("id", offer_id))

    def offers(self, offer_ids: Iterable[str]) -> tuple[Offer, ...]:
        """The offers with these ids, in their order; unknown ids are left out."""
        ordinals = (self._store.offer_ordinal("id", offer_id) for offer_id in offer_ids)
        return tuple(self._store.offers_at([ordinal for ordinal in ordinals if ordinal is not None]))

    def offer_by_slug(self, shop_id: str, slug: str) -> Offer | None:
        """The offer at `/product/{slug}/` in a shop, or None."""
        return self._offer_at(self._store.offer_ordinal("slug", shop_id, slug))

    def offer_by_number(self, shop_id: str, number: int) -> Offer | None:
        """The offer with that number in a shop, or None."""
        return self._offer_at(self._store.offer_ordinal("number", shop_id, number))

    def _offer_at(self, ordinal: int | None) -> Offer | None:
        return None if ordinal is None else self._store.offers_at([ordinal])[0]

    def product(self, product_id: str) -> Product | None:
        """The product with that id, or None."""
        return self._store.product(product_id)

    def offers_of_product(self, product_id: str) -> tuple[Offer, ...]:
        """All offers of a product, by shop and number."""
        return tuple(self._store.offers_at(self._store.ordinals_of_product(product_id)))

    def iterate_offers(self, shop_id: str | None = None) -> Iterator[Offer]:
        """All offers, or those of one shop, by shop and number, as a stream."""
        return self._store.iterate_offers(shop_id)

    def iterate_products(self) -> Iterator[Product]:
        """All products by id, as a stream."""
        return self._store.iterate_products()

    def reviews(
        self, product_id: str, offset: int = 0, limit: int = 10, sort: ReviewSort = ReviewSort.MOST_HELPFUL
    ) -> tuple[Review, ...]:
        """One page of a product's reviews."""
        return tuple(self._store.reviews(product_id, offset, limit, ReviewSort(sort)))

    def search_reviews(self, product_id: str, text: str, limit: int = 5) -> tuple[Review, ...]:
        """The reviews of a product that hold words of the text, the best first; words are compared by their stems."""
        return rank_reviews(self._store.review_set(product_id), text, limit)

    def rating_counts(self, product_id: str) -> dict[int, int]:
        """How many reviews of a product gave 5, 4, 3, 2 and 1 stars."""
        counts = self._store.rating_counts(product_id)
        return {stars: counts.get(stars, 0) for stars in (5, 4, 3, 2, 1)}

    def category_tree(self, shop_id: str) -> tuple[Category, ...]:
        """The categories of a shop, top first, siblings by name."""
        if shop_id not in self._trees:
            self._trees[shop_id] = build_category_tree(self._store.category_counts(shop_id))
        return self._trees[shop_id]

    def brands(self, shop_id: str) -> tuple[tuple[str, int], ...]:
        """The brands of a shop by name, each with the number of its offers."""
        if shop_id not in self._brands:
            self._brands[shop_id] = tuple(self._store.brand_counts(shop_id))
        return self._brands[shop_id]

    def search(self, query: OfferQuery) -> SearchResult:
        """Search offers: all words of the text; else the text with its spelling corrected; else any word."""
        hits = self._engine.search(query)
        corrected = None
        if hits.match in (Match.ANY_WORD, Match.NOTHING) and query.text.strip():
            corrected = self._corrected(query)
            if corrected is not None:
                better = self._engine.search(replace(query, text=corrected))
                if better.match is Match.ALL_WORDS or (hits.match is Match.NOTHING and better.total):
                    hits = replace(better, match=Match.CORRECTED)
                else:
                    corrected = None
        return SearchResult(
            offers=tuple(self._store.offers_at(hits.ordinals)),
            total=hits.total,
            match=hits.match,
            facets=hits.facets,
            price_range=hits.price_range,
            corrected_text=corrected,
        )

    def _corrected(self, query: OfferQuery) -> str | None:
        doubtful = self._engine.doubtful(query.text)
        if not doubtful:
            return None
        titles = (offer.title for offer in self._store.offers_at(self._engine.resembling(query)))
        return correct_text(query.text, doubtful, titles)

    def titled(self, text: str, offset: int = 0, limit: int = 24) -> tuple[Offer, ...]:
        """Offers whose titles hold all words of a text as they are written, the best first.

        Words are runs of letters and digits; case and accents do not matter, endings do. Without a word nothing fits.
        """
        return tuple(self._store.offers_at(self._engine.titled(text, offset, limit)))

    def offers_of_brand(self, brand: str, offset: int = 0, limit: int = 24) -> tuple[tuple[Offer, ...], int]:
        """The offers of the brand of exactly this name by shop and number, and how many there are."""
        ordinals, total = self._engine.of_brand(brand, offset, limit)
        return tuple(self._store.offers_at(ordinals)), total

    def suggest(self, shop_id: str, prefix: str, limit: int = 8) -> tuple[Suggestion, ...]:
        """Categories, brands and products of a shop for a text that is being typed."""
        names = suggest_names(prefix, self.category_tree(shop_id), self.brands(shop_id), max(1, limit // 2))[:limit]
        ordinals = self._engine.complete(shop_id, prefix, limit - len(names))
        offers = self._store.offers_at(ordinals)
        return (*names, *(Suggestion(offer.title, "product", (offer.slug,)) for offer in offers))

    def related(self, offer: Offer, limit: int = 4) -> tuple[Offer, ...]:
        """Offers of the same shop like this one: same kind, category or brand, and a similar price."""
        candidates = self._store.offers_at(self._engine.similar(offer, _RELATED_CANDIDATES))
        others = [one for one in candidates if one.id != offer.id]
        others.sort(key=lambda one: (one.kind != offer.kind, _price_distance(offer, one), one.number))
        return tuple(others[:limit])


def _price_distance(first: Offer, second: Offer) -> float:
    if not first.price or not second.price:
        return 10.0
    higher, lower = max(first.price, second.price), min(first.price, second.price)
    return higher / lower - 1
