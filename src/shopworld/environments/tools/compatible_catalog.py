"""The six tools that read the catalog, with the original's semantics.

Each of them is pinned by a test: search reads titles alone, requires all words, does not stem, 20 a page;
`filter_by_attribute` compares raw keys exactly; details carry no ratings; reviews must hold all words.
"""

from __future__ import annotations

from shopworld.catalog import Catalog
from shopworld.environments.tools.arguments import (
    FilterByAttributeArguments,
    GetProductDetailsArguments,
    GetProductReviewStatsArguments,
    GetReviewContentArguments,
    GetStoreProductsArguments,
    SearchProductsArguments,
)
from shopworld.environments.tools.catalog_tools import (
    MOST_REVIEWS,
    PAGE_SIZE,
    detail_fields,
    first_offer,
    known_offer,
    named_products,
    review_fields,
    stat_fields,
)
from shopworld.environments.tools.results import (
    FilteredProducts,
    FoundProducts,
    ProductDetailsResult,
    ReviewContent,
    ReviewStats,
    StorePage,
)
from shopworld.environments.tools.review_words import reviews_with_all_words


class CompatibleCatalogTools:
    """EComAgentBench's own behaviour over a catalog of ours.

    Args:
        catalog: where each product is one offer.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def close(self) -> None:
        """There is nothing to free."""

    def search_products(self, asked: SearchProductsArguments) -> FoundProducts:
        """Products whose titles hold all words; `total_found` is what the page holds, as in the original."""
        found = self._catalog.titled(asked.query, asked.page * PAGE_SIZE, PAGE_SIZE)
        return FoundProducts(named_products(found), asked.page, len(found))

    def filter_by_attribute(self, asked: FilterByAttributeArguments) -> FilteredProducts:
        """Products whose raw details have exactly this key, with a value that holds the given one in any case."""
        wanted = asked.attribute_value.lower()
        kept = []
        for product_id in asked.product_ids:
            offer = first_offer(self._catalog, product_id)
            if offer is None:
                continue
            details = detail_fields(offer)["details"]
            if asked.attribute_name in details and wanted in str(details[asked.attribute_name]).lower():
                kept.append(product_id)
        return FilteredProducts(tuple(kept))

    def get_product_details(self, asked: GetProductDetailsArguments) -> ProductDetailsResult:
        """A product without its ratings."""
        return ProductDetailsResult(detail_fields(known_offer(self._catalog, asked.product_id)))

    def get_review_content(self, asked: GetReviewContentArguments) -> ReviewContent:
        """Reviews of the product that hold all words."""
        found = reviews_with_all_words(self._catalog, asked.product_id, asked.query, MOST_REVIEWS)
        return ReviewContent(tuple(review_fields(one) for one in found))

    def get_product_review_stats(self, asked: GetProductReviewStatsArguments) -> ReviewStats:
        """Ratings of those products that are known."""
        offers = (first_offer(self._catalog, product_id) for product_id in asked.product_ids)
        return ReviewStats(tuple(stat_fields(offer) for offer in offers if offer is not None))

    def get_store_products(self, asked: GetStoreProductsArguments) -> StorePage:
        """Products of the store of exactly this name."""
        offers, total = self._catalog.offers_of_brand(asked.store_name, asked.page * PAGE_SIZE, PAGE_SIZE)
        return StorePage(named_products(offers), total)
