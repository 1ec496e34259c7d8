"""What the catalog benchmark asks: the same words of real titles for us and for the peer."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from words_of_titles import plain_words

from shopworld.catalog import Catalog
from shopworld.catalog.importers.amazon import SHOP_ID
from shopworld.catalog.model import Offer
from shopworld.catalog.query import OfferQuery, Sort

PAGE = 20
MISSING_WORD = "submarine"
"""Fits no product, so that no product has all words and any word must do."""
_REVIEW_WORDS = ("battery life", "easy to use", "broke after a week", "great value", "does not fit", "quality")


@dataclass(frozen=True)
class Question:
    """One product, and words of its title.

    Attributes:
        product_id: of the product.
        words: three words of its title.
        price: in cents.
        brand: its brand.
        review_words: what to look for in its reviews.
    """

    product_id: str
    words: str
    price: int
    brand: str
    review_words: str


def make_questions(catalog: Catalog, count: int, seed: int = 42) -> list[Question]:
    """Questions about products drawn evenly from the whole catalog; the same arguments give the same ones."""
    chance = random.Random(f"{seed}:questions")
    found: list[Question] = []
    while len(found) < count:
        offer = catalog.offer_by_number(SHOP_ID, chance.randint(1, catalog.manifest.offers))
        if offer is not None:
            found.append(_question(offer, chance))
    return found


def _question(offer: Offer, chance: random.Random) -> Question:
    words = plain_words(offer.title)
    # The brand stands first: without it the words fit many products.
    chosen = chance.sample(words[1:] or words, min(3, len(words[1:] or words)))
    return Question(
        product_id=offer.product_id,
        words=" ".join(chosen),
        price=offer.price or 2000,
        brand=offer.brand or "",
        review_words=chance.choice(_REVIEW_WORDS),
    )


def _plain(catalog: Catalog, one: Question) -> object:
    return catalog.search(OfferQuery(text=one.words, limit=PAGE))


def _any_word(catalog: Catalog, one: Question) -> object:
    return catalog.search(OfferQuery(text=f"{one.words} {MISSING_WORD}", limit=PAGE))


def _filtered(catalog: Catalog, one: Question) -> object:
    low, high = one.price // 2, one.price * 2
    return catalog.search(OfferQuery(text=one.words, price_min=low, price_max=high, rating_min=4.0, limit=PAGE))


def _with_facets(catalog: Catalog, one: Question) -> object:
    facets = ("brand", "attribute:colour", "attribute:material")
    return catalog.search(OfferQuery(text=one.words, facets=facets, limit=PAGE))


def _sorted(catalog: Catalog, one: Question) -> object:
    return catalog.search(OfferQuery(text=one.words, sort=Sort.PRICE_ASCENDING, limit=PAGE))


def _of_brand(catalog: Catalog, one: Question) -> object:
    return catalog.search(OfferQuery(brands=(one.brand,), sort=Sort.RATING, limit=PAGE))


def _product(catalog: Catalog, one: Question) -> object:
    return catalog.offers_of_product(one.product_id)


def _reviews(catalog: Catalog, one: Question) -> object:
    return catalog.search_reviews(one.product_id, one.review_words)


KINDS: dict[str, Callable[[Catalog, Question], object]] = {
    "plain": _plain,
    "any word": _any_word,
    "filters": _filtered,
    "facets": _with_facets,
    "sorted by price": _sorted,
    "a brand by rating": _of_brand,
    "product look-up": _product,
    "review search": _reviews,
}
"""What is timed."""
