"""Reviews of one product that hold all words of a query, as the original finds them: no stemming, no synonyms."""

from __future__ import annotations

import re

from shopworld.catalog import Catalog
from shopworld.catalog.model import Review

_TOKEN = re.compile(r"[^\W_]+")
_MOST_READ = 1000


def reviews_with_all_words(catalog: Catalog, product_id: str, query: str, limit: int) -> tuple[Review, ...]:
    """The most helpful reviews of a product whose title and text hold every word of the query.

    Args:
        catalog: where the reviews are.
        product_id: of the product.
        query: words; without any nothing is found.
        limit: most reviews returned.
    """
    wanted = set(_TOKEN.findall(query.casefold()))
    if not wanted:
        return ()
    reviews = catalog.reviews(product_id, limit=_MOST_READ)
    fitting = (one for one in reviews if wanted <= set(_TOKEN.findall(f"{one.title} {one.body}".casefold())))
    return tuple(fitting)[:limit]
