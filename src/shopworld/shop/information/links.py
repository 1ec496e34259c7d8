"""Links between a shop's information pages."""

from __future__ import annotations

from shopworld.shop.pages import Link
from shopworld.shop.shop import Shop

STORE_LOCATOR = "store-locator"
"""Handle of the page with the shops that can be walked into."""
STORE_LOCATOR_TITLE = "Our stores"
_HELPFUL = ("faq", "shipping-policy", "refund-policy", "warranty")


def has_stores(shop: Shop) -> bool:
    """Whether the shop has stores that can be walked into."""
    content = shop.specification.content
    return content is not None and bool(content.locations)


def information_links(shop: Shop, current: str) -> tuple[Link, ...]:
    """All information pages, for the list beside them; `current` is the handle of the one that is shown."""
    handles = [one for one in shop.policies.handles if not (one == STORE_LOCATOR and has_stores(shop))]
    links = [Link(_title(shop, one), shop.addresses.policy(one), one == current) for one in handles]
    if has_stores(shop):
        links.append(Link(STORE_LOCATOR_TITLE, shop.addresses.policy(STORE_LOCATOR), current == STORE_LOCATOR))
    return tuple(links)


def contact_links(shop: Shop) -> tuple[Link, ...]:
    """Pages that answer most questions, for the contact page; none in shops without content of their own."""
    if shop.specification.content is None:
        return ()
    helpful = [Link(_title(shop, one), shop.addresses.policy(one)) for one in _HELPFUL if shop.policies.text(one)]
    if has_stores(shop):
        helpful.append(Link(STORE_LOCATOR_TITLE, shop.addresses.policy(STORE_LOCATOR)))
    return tuple(helpful)


def _title(shop: Shop, handle: str) -> str:
    text = shop.policies.text(handle)
    return text.title if text else handle
