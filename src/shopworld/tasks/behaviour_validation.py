"""Whether a shop has what a check asks a shopper to do on the way: page, collection, filter, variant."""

from __future__ import annotations

from collections.abc import Iterator

from shopworld.mall import Mall
from shopworld.shop.browsing.filters import filter_views
from shopworld.shop.shop import Shop
from shopworld.tasks.checks import CartVariant, ListingUsed, PageRead


def way_problems(check: CartVariant | PageRead | ListingUsed, mall: Mall) -> Iterator[str]:
    """What a mall lacks of it, for people.

    Args:
        check: of a task for the mall.
        mall: that the shop is in.
    """
    shop_id = check.offer.shop if isinstance(check, CartVariant) else check.shop
    if shop_id not in mall.storefronts:
        yield f"{check.type}: the mall has no shop {shop_id!r}"
        return
    shop = mall.storefronts[shop_id].shop
    match check:
        case CartVariant():
            yield from _variant_problems(check, mall)
        case PageRead():
            missing = [one for one in check.handles if one != "contact" and shop.policies.text(one) is None]
            if len(missing) == len(check.handles):
                yield f"page_read: the shop has no page {' or '.join(missing)}"
        case ListingUsed():
            yield from _listing_problems(check, shop, mall)


def _variant_problems(check: CartVariant, mall: Mall) -> Iterator[str]:
    offer = mall.catalog.offer_by_slug(check.offer.shop, check.offer.slug)
    known = {one.id: one for one in offer.variants} if offer else {}
    for one in check.variants:
        if one not in known:
            yield f"cart_variant: {check.offer.slug} has no variant {one!r}"
    if known and not any(known[one].stock != 0 for one in check.variants if one in known):
        yield f"cart_variant: {check.offer.slug} is sold out in {', '.join(check.variants)}"


def _listing_problems(check: ListingUsed, shop: Shop, mall: Mall) -> Iterator[str]:
    if check.category is not None and shop.navigation.named(check.category) is None:
        yield f"listing_used: the shop has no collection {' / '.join(check.category)}"
        return
    rules = shop.listing_rules
    if check.sort is not None and check.sort not in rules.sorts:
        yield f"listing_used: listings cannot be sorted by {check.sort.value}"
    request = rules.read(())
    result = mall.catalog.search(request.query(shop.id, check.category or (), rules.page_size, rules.facets))
    shown = {view.name: {value.value for value in view.values} for view in filter_views(shop, request, result)}
    for one in check.filters:
        if one.field not in shown:
            yield f"listing_used: the listing shows no filter {one.field}"
        elif shown[one.field].isdisjoint(one.values):
            yield f"listing_used: the filter {one.field} does not offer {' or '.join(one.values)}"
