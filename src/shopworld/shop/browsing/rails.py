"""Rails: rows of products that follow from the one shown, from the cart, or from what was viewed before."""

from __future__ import annotations

from collections.abc import Iterable

from shopworld.catalog import Offer, OfferQuery, Sort
from shopworld.shop.gift_cards import is_gift_card
from shopworld.shop.pages import Rail
from shopworld.shop.shop import Shop
from shopworld.shop.state import ShopState

_TOGETHER = 4
_VIEWED = 8
_LOOKED_AT = 12


def bought_together(shop: Shop, offer: Offer, without: Iterable[str] = (), limit: int = _TOGETHER) -> tuple[Offer, ...]:
    """What is often bought with an offer: as the catalog says, else best sellers of its categories, then of the shop,
    other kinds of things first.

    Args:
        shop: where.
        offer: what it goes with.
        without: ids of offers that are not wanted.
        limit: how many at most.
    """
    passed_over = {offer.id, *without}
    found: dict[str, Offer] = {}
    for product_id in offer.bought_together:
        for other in shop.catalog.offers_of_product(product_id):
            if other.shop_id == shop.id and other.in_stock and other.id not in passed_over:
                found.setdefault(other.id, other)
    for path in (*offer.categories, ()):
        if len(found) >= limit:
            break
        query = OfferQuery(
            shop_id=shop.id, category=path, in_stock=True, sort=Sort.BEST_SELLING, limit=_LOOKED_AT + len(passed_over)
        )
        sold = [one for one in shop.catalog.search(query).offers if one.id not in passed_over and not is_gift_card(one)]
        sold.sort(key=lambda one: one.kind == offer.kind)
        for one in sold:
            found.setdefault(one.id, one)
    return tuple(found.values())[:limit]


def together_rail(shop: Shop, offers: tuple[Offer, ...]) -> Rail | None:
    """The rail of what is often bought with an offer; None where there is nothing to show."""
    return Rail("Frequently bought together", shop.presentation.cards(offers), "bought-together") if offers else None


def viewed_rail(shop: Shop, state: ShopState, without: Iterable[str] = ()) -> Rail | None:
    """The rail of products viewed before, the latest first; None where there are none.

    Args:
        shop: where.
        state: of the shopper there.
        without: ids of offers that stand on the page already.
    """
    passed_over = set(without)
    ids = [offer_id for offer_id in state.viewed if offer_id not in passed_over][:_VIEWED]
    offers = [offer for offer in map(shop.offer_of_id, ids) if offer is not None]
    return Rail("Recently viewed", shop.presentation.cards(offers), "recently-viewed") if offers else None
