"""The store locator: the shops that can be walked into, searched by town or postal code."""

from __future__ import annotations

from starlette.responses import Response

from shopworld.shop.browsing.listing_request import clean_text
from shopworld.shop.content import StoreLocation
from shopworld.shop.events import PolicyViewed
from shopworld.shop.information.links import STORE_LOCATOR, STORE_LOCATOR_TITLE, has_stores, information_links
from shopworld.shop.information.not_found import not_found
from shopworld.shop.pages import Link, StoresPage, StoreView
from shopworld.shop.visit import Visit

_LONGEST_TEXT = 60


def store_locator(visit: Visit) -> Response:
    """`GET` of the store locator, with `?near=TEXT` only the stores whose name or address holds all its words."""
    shop = visit.shop
    content = shop.specification.content
    if content is None or not has_stores(shop):
        return not_found(visit)
    address = shop.addresses.policy(STORE_LOCATOR)
    if visit.request.scope["path"] != address:
        return visit.redirect(address, 301)
    near = clean_text(visit.request.query_params.get("near", ""))[:_LONGEST_TEXT]
    stores = tuple(one for one in content.locations if _is_near(one, near))
    view = StoresPage(
        shell=visit.shell("policy"),
        title=STORE_LOCATOR_TITLE,
        breadcrumbs=(Link("Home", shop.addresses.home), Link(STORE_LOCATOR_TITLE, address, current=True)),
        form_url=address,
        near=near,
        found_text=_found_text(len(stores), near),
        stores=tuple(
            StoreView(one.name, tuple(part.strip() for part in one.address.split(",")), one.hours, one.phone)
            for one in stores
        ),
        links=information_links(shop, STORE_LOCATOR),
    )
    return visit.page(view, "policy", PolicyViewed(handle=STORE_LOCATOR))


def _is_near(store: StoreLocation, near: str) -> bool:
    text = f"{store.name} {store.address}".casefold()
    return all(word in text for word in near.casefold().replace(",", " ").split())


def _found_text(count: int, near: str) -> str:
    stores = f"{count} {'store' if count == 1 else 'stores'}"
    return f"{stores} near “{near}”" if near else stores
