"""Reviews of one product by words: ranked by stems, or as the original finds them, with all words as they are."""

from __future__ import annotations

import re

from shopworld.catalog import Catalog
from shopworld.catalog.model import Review
from shopworld.catalog.stems import stems

_FILLERS = frozenset(
    stems("a an and are as at be but for from has have i in is it its my of on or so that the this to was with")
)
_TOKEN = re.compile(r"[^\W_]+")
_MOST_READ = 1000


def best_reviews(catalog: Catalog, product_id: str, query: str, limit: int) -> tuple[Review, ...]:
    """The reviews of a product that hold most words of a query, whatever their inflection; then by helpfulness.

    Args:
        catalog: where the reviews are.
        product_id: of the product.
        query: words; without any but fillers nothing is found.
        limit: most reviews returned.
    """
    wanted = set(stems(query)) - _FILLERS
    held = [
        (len(wanted.intersection(stems(f"{one.title} {one.body}"))), one)
        for one in catalog.reviews(product_id, limit=_MOST_READ)
    ]
    held.sort(key=lambda pair: -pair[0])
    return tuple(one for count, one in held if count)[:limit]


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
