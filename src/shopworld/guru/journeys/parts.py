"""What legs are put together from: products with a name of their own, the cheapest, variants, near misses."""

from __future__ import annotations

from collections.abc import Sequence

from shopworld.catalog import Offer, Variant
from shopworld.guru.skills.sight import ShopSight
from shopworld.tasks import CartVariant, Group

MOST_MISSES = 3
MOST_PIECES = 6


def with_own_title(sight: ShopSight) -> list[Offer]:
    """The goods whose title no other offer of the shop has."""
    titles = [one.title.casefold() for one in sight.offers]
    return [one for one in sight.goods if titles.count(one.title.casefold()) == 1]


def depends_on_variants(one: Offer, other: Offer) -> bool:
    """Whether it depends on the variant which of two is cheaper."""
    prices = [[each.price for each in offer.variants] or [offer.price or 0] for offer in (one, other)]
    return not (max(prices[0]) < min(prices[1]) or max(prices[1]) < min(prices[0]))


def cheapest_of(offers: list[Offer]) -> list[Offer]:
    """The offers of the lowest price among some."""
    prices = [one.price for one in offers if one.price is not None]
    return [one for one in offers if prices and one.price == min(prices)]


def cheap_variants(sight: ShopSight, offers: list[Offer]) -> tuple[CartVariant, ...]:
    """Where one product is the cheapest: its variants that cost just that."""
    if len(offers) != 1 or not offers[0].variants:
        return ()
    cheap = tuple(one.id for one in offers[0].variants if one.price == offers[0].price and one.stock != 0)
    return (CartVariant(offer=sight.address(offers[0]), variants=cheap),) if cheap else ()


def pieces_there(offer: Offer) -> int:
    """How many pieces can be bought, of the variant that there are most of."""
    stocks = [one.stock for one in offer.variants] or [offer.stock]
    return MOST_PIECES if None in stocks else max(one for one in stocks if one is not None)


def variant_check(sight: ShopSight, offer: Offer, variant: Variant | None) -> tuple[CartVariant, ...]:
    """The check for one variant of an offer in the cart; none where it has no variants."""
    return (CartVariant(offer=sight.address(offer), variants=(variant.id,)),) if variant else ()


def misses(sight: ShopSight, offers: Sequence[Offer]) -> tuple[Group, ...]:
    """A few offers as near misses, each alone."""
    return tuple((sight.address(one),) for one in offers[:MOST_MISSES])
