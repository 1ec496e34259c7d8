"""Time of a search in the catalog, by the kind of match and what else is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from measure import Rows, Section, milliseconds, tell, timed
from visits import sample_offers, search_text

from shopworld.catalog.model import Offer
from shopworld.catalog.query import OfferQuery, Sort
from shopworld.mall import Mall

_FACETS = ("brand", "category", "price", "rating", "availability")


def measure_search(folder: Path, *, rounds: int) -> Section:
    """Times searches for words of real titles, in all shops in turn."""
    section = Section("search")
    mall = Mall.open(folder)
    try:
        tell(f"search: {rounds} of each kind")
        each = -(-(rounds + 3) // len(mall.shops))
        by_shop = [sample_offers(mall, shop.identity.id, each) for shop in mall.shops]
        offers = [offer for row in zip(*by_shop, strict=True) for offer in row]
        rows: Rows = [("search in one shop", "median", "p95", "rounds", "matched by")]
        for name, query in _QUERIES.items():
            figures = timed(partial(_search, mall, query, offers), rounds)
            matches = Counter(mall.catalog.search(query(offer)).match.value for offer in offers)
            most = ", ".join(f"{match} {count / len(offers):.0%}" for match, count in matches.most_common(2))
            rows.append((name, milliseconds(figures.median), milliseconds(figures.p95), str(rounds), most))
            section.data[name] = {**figures.data(), "matches": dict(matches)}
        figures = timed(lambda number: _suggest(mall, offers[number % len(offers)]), rounds)
        rows.append(("suggestions", milliseconds(figures.median), milliseconds(figures.p95), str(rounds), "-"))
        section.data["suggestions"] = figures.data()
    finally:
        mall.close()
    section.tables.append(("Search, one page of 24 offers with their data", rows))
    return section


def _search(mall: Mall, query: Callable[[Offer], OfferQuery], offers: list[Offer], number: int) -> None:
    mall.catalog.search(query(offers[number % len(offers)]))


def _suggest(mall: Mall, offer: Offer) -> None:
    mall.catalog.suggest(offer.shop_id, offer.title[:5])


def _all_words(offer: Offer) -> OfferQuery:
    return OfferQuery(text=search_text(offer), shop_id=offer.shop_id)


def _any_word(offer: Offer) -> OfferQuery:
    return OfferQuery(text=f"{search_text(offer)} submarine", shop_id=offer.shop_id)


def _typo(offer: Offer) -> OfferQuery:
    """The longest word of the title with two of its letters in the wrong order."""
    word = max((word for word in offer.title.split() if word.isalpha()), key=len, default=offer.title)
    middle = len(word) // 2
    return OfferQuery(
        text=word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :], shop_id=offer.shop_id
    )


def _facets(offer: Offer) -> OfferQuery:
    return OfferQuery(text=search_text(offer, 1), shop_id=offer.shop_id, facets=_FACETS)


def _by_price(offer: Offer) -> OfferQuery:
    return OfferQuery(shop_id=offer.shop_id, category=offer.categories[0][:1], sort=Sort.PRICE_ASCENDING)


_QUERIES: dict[str, Callable[[Offer], OfferQuery]] = {
    "all words": _all_words,
    "any word (one word fits nothing)": _any_word,
    "typo": _typo,
    f"one word, {len(_FACETS)} facets": _facets,
    "category by price": _by_price,
}
