"""What a composed shop shows under its search field: suggestions in groups, also before anything is typed.

ShopGym's four kinds: products (with picture and price), collections, suggested queries and shortcuts to collections.
The last two are a fixed list that is there as soon as the field is entered; while somebody types, queries that begin
like it are suggested.
"""

from __future__ import annotations

import re
from functools import lru_cache

from shopworld.catalog import Category, OfferQuery, Sort
from shopworld.shop.pages import Card, Link, SuggestionPanel
from shopworld.shop.shop import Shop

_PRODUCTS = 4
_COLLECTIONS = 4
_QUERIES = 4
_SHORTCUTS = 3
_LOOKED_AT = 60


def suggestion_panel(shop: Shop, text: str) -> SuggestionPanel:
    """The panel for a text; for an empty one, what is suggested to everybody.

    Args:
        shop: where.
        text: typed so far, cleaned.
    """
    kinds = shop.capabilities.search.predictive_types
    return SuggestionPanel(
        query=text,
        queries=_queries(shop, text) if "suggested_queries" in kinds else (),
        shortcuts=_links(shop, _largest(shop)[:_SHORTCUTS]) if "collection_shortcuts" in kinds and not text else (),
        collections=_collections(shop, text) if "collections" in kinds and text else (),
        cards=_products(shop, text) if "products" in kinds and text else (),
        all_results=Link(f"See all results for “{text}”", shop.addresses.search_for(text)) if text else None,
    )


def _products(shop: Shop, text: str) -> tuple[Card, ...]:
    """Products with all typed words in their titles first, then what a search finds for them."""
    slugs = [one.target[0] for one in shop.catalog.suggest(shop.id, text, _PRODUCTS) if one.kind == "product"]
    begun = [offer for slug in slugs if (offer := shop.catalog.offer_by_slug(shop.id, slug)) is not None]
    found = shop.catalog.search(OfferQuery(text=text, shop_id=shop.id, limit=_LOOKED_AT)).offers
    offers = {offer.id: offer for offer in (*begun, *found)}
    ranked = sorted(offers.values(), key=lambda offer: -_begun_words(text, offer.title))
    return shop.presentation.cards(ranked[:_PRODUCTS])


def _begun_words(text: str, title: str) -> int:
    """How many of the typed words begin a word of a title."""
    words = re.findall(r"\w+", title.casefold())
    return sum(any(word.startswith(typed) for word in words) for typed in re.findall(r"\w+", text.casefold()))


def _collections(shop: Shop, text: str) -> tuple[Link, ...]:
    words = text.casefold().split()
    matching = [one for one in _largest(shop) if all(word in one.name.casefold() for word in words)]
    return _links(shop, matching[:_COLLECTIONS])


def _links(shop: Shop, categories: list[Category]) -> tuple[Link, ...]:
    return tuple(Link(one.name, shop.addresses.category(one.slug_path)) for one in categories)


def _largest(shop: Shop) -> list[Category]:
    return sorted(shop.navigation.all_categories, key=lambda one: (-one.count, one.path))


def _queries(shop: Shop, text: str) -> tuple[Link, ...]:
    """Searches that many people are said to make: kinds of things and brands of best sellers."""
    typed = text.casefold()
    count = len(re.findall(r"\w+", typed))
    fitting = [one for one in _known_queries(shop) if _begun_words(text, one) == count and one.casefold() != typed]
    fitting.sort(key=lambda one: not one.casefold().startswith(typed))
    return tuple(Link(one, shop.addresses.search_for(one)) for one in fitting[:_QUERIES])


@lru_cache(maxsize=64)
def _known_queries(shop: Shop) -> tuple[str, ...]:
    query = OfferQuery(shop_id=shop.id, in_stock=True, sort=Sort.BEST_SELLING, limit=_LOOKED_AT)
    offers = shop.catalog.search(query).offers
    kinds = [offer.kind.replace("_", " ") for offer in offers if offer.kind]
    leaves = [path[-1].lower() for offer in offers for path in offer.categories]
    brands = [offer.brand for offer in offers if offer.brand]
    mixed = [word for words in zip(kinds or leaves, leaves or brands, brands, strict=False) for word in words]
    return tuple(dict.fromkeys(word for word in (*mixed, *kinds, *leaves, *brands) if 2 < len(word) < 40))
