"""The six tools that read the catalog, in the default profile."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol

from shopworld.catalog import Catalog, Offer, OfferQuery, Review
from shopworld.environments.tools.arguments import (
    FilterByAttributeArguments,
    GetProductDetailsArguments,
    GetProductReviewStatsArguments,
    GetReviewContentArguments,
    GetStoreProductsArguments,
    SearchProductsArguments,
)
from shopworld.environments.tools.attribute_values import read_wanted, value_fits
from shopworld.environments.tools.results import (
    FilteredProducts,
    FoundProducts,
    ProductDetailsResult,
    ReviewContent,
    ReviewStats,
    StorePage,
)
from shopworld.errors import ActionError

PAGE_SIZE = 20
MOST_REVIEWS = 5

_PARAGRAPH_ENDS = re.compile(r"</(?:p|li|h3|h4|tr)>|<br\s*/?>")


class CatalogTools(Protocol):
    """The tools that read a catalog. All raise ActionError with what to do where a call cannot be answered."""

    def search_products(self, asked: SearchProductsArguments) -> FoundProducts:
        """Products by words."""

    def filter_by_attribute(self, asked: FilterByAttributeArguments) -> FilteredProducts:
        """Those of some products that have an attribute's value."""

    def get_product_details(self, asked: GetProductDetailsArguments) -> ProductDetailsResult:
        """All of one product."""

    def get_review_content(self, asked: GetReviewContentArguments) -> ReviewContent:
        """Reviews of one product by words."""

    def get_product_review_stats(self, asked: GetProductReviewStatsArguments) -> ReviewStats:
        """Ratings of some products."""

    def get_store_products(self, asked: GetStoreProductsArguments) -> StorePage:
        """Products of one store."""

    def close(self) -> None:
        """Frees what they hold besides the catalog."""


class DefaultCatalogTools:
    """The catalog's own search behind the original's tools.

    Args:
        catalog: where each product is one offer; of a product with several, the first is shown.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def search_products(self, asked: SearchProductsArguments) -> FoundProducts:
        """Searches titles, brands, attributes and texts: all words; else spelling corrected; else any word."""
        found = self._catalog.search(OfferQuery(text=asked.query, offset=asked.page * PAGE_SIZE, limit=PAGE_SIZE))
        return FoundProducts(
            named_products(found.offers),
            asked.page,
            found.total,
            match=str(found.match),
            corrected_query=found.corrected_text,
        )

    def filter_by_attribute(self, asked: FilterByAttributeArguments) -> FilteredProducts:
        """Keeps the products whose attribute has that value, a narrower one, or the value among several.

        The name may be canonical, an alias or as the product writes it; numbers are compared in canonical units.
        """
        wanted = read_wanted(asked.attribute_name, asked.attribute_value)
        if not wanted.words:
            raise ActionError(f"attribute_value: {asked.attribute_value[:40]!r} holds no word and no number")
        kept, silent, unknown = [], [], []
        for product_id in dict.fromkeys(asked.product_ids):
            offer = first_offer(self._catalog, product_id)
            if offer is None:
                unknown.append(product_id)
                continue
            fits = value_fits(offer, wanted)
            if fits:
                kept.append(product_id)
            elif fits is None:
                silent.append(product_id)
        notes = []
        if silent:
            notes.append(f"{', '.join(silent)}: no {wanted.label} stated.")
        if unknown:
            notes.append(f"{', '.join(unknown)}: no such product.")
        return FilteredProducts(tuple(kept), " ".join(notes) or None)

    def get_product_details(self, asked: GetProductDetailsArguments) -> ProductDetailsResult:
        """Everything the catalog has on a product, ratings among it."""
        offer = known_offer(self._catalog, asked.product_id)
        return ProductDetailsResult(detail_fields(offer), (offer.rating, offer.review_count))

    def get_review_content(self, asked: GetReviewContentArguments) -> ReviewContent:
        """The reviews of the product that fit the words best; without words the most helpful ones."""
        known_offer(self._catalog, asked.product_id)
        if asked.query:
            reviews = self._catalog.search_reviews(asked.product_id, asked.query, limit=MOST_REVIEWS)
        else:
            reviews = self._catalog.reviews(asked.product_id, limit=MOST_REVIEWS)
        return ReviewContent(tuple(review_fields(one) for one in reviews))

    def get_product_review_stats(self, asked: GetProductReviewStatsArguments) -> ReviewStats:
        """Ratings of the products; unknown ids are refused."""
        return ReviewStats(tuple(stat_fields(known_offer(self._catalog, one)) for one in asked.product_ids))

    def get_store_products(self, asked: GetStoreProductsArguments) -> StorePage:
        """The products of a store, the best sellers of the search first; the name's case does not matter."""
        found = self._store_page(asked.store_name, asked.page)
        if not found.total_count:
            name = self._spelling_of(asked.store_name)
            if name is not None:
                found = self._store_page(name, asked.page)
        return found

    def close(self) -> None:
        """There is nothing to free."""

    def _store_page(self, name: str, page: int) -> StorePage:
        found = self._catalog.search(OfferQuery(brands=(name,), offset=page * PAGE_SIZE, limit=PAGE_SIZE))
        return StorePage(named_products(found.offers), found.total)

    def _spelling_of(self, name: str) -> str | None:
        """The store's name as the catalog writes it, among the stores of what the name finds."""
        facets = self._catalog.search(OfferQuery(text=name, limit=1, facets=("brand",))).facets
        folded = name.casefold()
        return next((one.value for one in facets.get("brand", ()) if one.value.casefold() == folded), None)


def call_catalog_tool(catalog: Catalog, name: str, arguments: Mapping[str, Any]) -> Any:
    """What an agent would see of a call in the default profile, as JSON values, without an episode; None for a refusal.

    Args:
        catalog: that is read.
        name: `search_products` or `get_product_details`.
        arguments: by name.
    """
    tools = DefaultCatalogTools(catalog)
    try:
        if name == "search_products":
            return tools.search_products(SearchProductsArguments.model_validate(arguments)).content()
        return tools.get_product_details(GetProductDetailsArguments.model_validate(arguments)).content()
    except ActionError:
        return None


def first_offer(catalog: Catalog, product_id: str) -> Offer | None:
    """The offer that stands for a product, or None."""
    return next(iter(catalog.offers_of_product(product_id)), None)


def known_offer(catalog: Catalog, product_id: str) -> Offer:
    """The offer that stands for a product.

    Raises:
        ActionError: there is no such product.
    """
    offer = first_offer(catalog, product_id)
    if offer is None:
        raise ActionError(f"there is no product {product_id!r}; use a product_id as search_products returns it")
    return offer


def named_products(offers: tuple[Offer, ...]) -> tuple[tuple[str, str], ...]:
    """Id and title of each product."""
    return tuple((offer.product_id, offer.title) for offer in offers)


def detail_fields(offer: Offer) -> dict[str, Any]:
    """A product by the original's names."""
    return {
        "product_id": offer.product_id,
        "title": offer.title,
        "main_category": offer.department,
        "store": offer.brand,
        "price": None if offer.price is None else offer.price / 100,
        "features": list(offer.features),
        "description": _paragraphs(offer.description_html),
        "details": {one.label: one.text for one in offer.specifications},
        "bought_together": list(offer.bought_together) or None,
    }


def review_fields(review: Review) -> dict[str, Any]:
    """A review by the original's names."""
    return {
        "product_id": review.product_id,
        "rating": float(review.rating),
        "title": review.title,
        "text": review.body,
    }


def stat_fields(offer: Offer) -> dict[str, Any]:
    """A product's ratings by the original's names."""
    return {"product_id": offer.product_id, "average_rating": offer.rating, "rating_number": offer.review_count}


def _paragraphs(html: str) -> list[str]:
    """The plain text of sanitised HTML, one entry a paragraph."""
    from shopworld.catalog import plain_text

    texts = (" ".join(plain_text(part).split()) for part in _PARAGRAPH_ENDS.split(html))
    return [text for text in texts if text]
