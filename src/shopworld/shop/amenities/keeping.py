"""The wish list and the comparison: their pages, and the forms that change them."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.responses import Response

from shopworld.catalog import Offer
from shopworld.shop.amenities.offered import compare_form, wish_form
from shopworld.shop.events import ComparisonChanged, WishListChanged
from shopworld.shop.pages import ComparisonPage, KeptItem, Link, WishListPage
from shopworld.shop.visit import Visit

_NOTHING = "–"


async def wish_list(visit: Visit) -> Response:
    """`GET` of the wish list."""
    shop = visit.shop
    there = shop.addresses
    items = (
        KeptItem(shop.presentation.card(one), wish_form(there, one.title, one.number, kept=False))
        for one in _offers(visit, visit.state.wish_list)
    )
    view = WishListPage(
        shell=visit.shell("wish_list"),
        title="Wish list",
        breadcrumbs=(Link("Home", there.home), Link("Wish list", there.wish_list, current=True)),
        items=tuple(items),
    )
    return visit.page(view, "wish_list")


async def comparison(visit: Visit) -> Response:
    """`GET` of the comparison."""
    shop = visit.shop
    there = shop.addresses
    offers = _offers(visit, visit.state.compared)
    view = ComparisonPage(
        shell=visit.shell("comparison"),
        title="Compare products",
        breadcrumbs=(Link("Home", there.home), Link("Compare products", there.compare, current=True)),
        items=tuple(
            KeptItem(shop.presentation.card(one), compare_form(there, one.title, one.number, kept=False))
            for one in offers
        ),
        rows=_rows(visit, offers),
    )
    return visit.page(view, "comparison")


async def change_wish_list(visit: Visit) -> Response:
    """`POST` of a product to the wish list: `offer`, `kept` = `1` or `0`, `return_path`."""
    form = await visit.form()
    offer = visit.shop.offer_of_number(form.get("offer", ""))
    if offer is not None:
        visit.record(WishListChanged(offer_id=offer.id, slug=offer.slug, kept=form.get("kept") == "1"))
    return visit.back(form)


async def change_comparison(visit: Visit) -> Response:
    """`POST` of a product to the comparison: `offer`, `kept` = `1` or `0`, `return_path`."""
    form = await visit.form()
    offer = visit.shop.offer_of_number(form.get("offer", ""))
    if offer is not None:
        visit.record(ComparisonChanged(offer_id=offer.id, slug=offer.slug, kept=form.get("kept") == "1"))
    return visit.back(form)


def _offers(visit: Visit, ids: Iterable[str]) -> tuple[Offer, ...]:
    return tuple(offer for offer in map(visit.shop.offer_of_id, ids) if offer is not None)


def _rows(visit: Visit, offers: tuple[Offer, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What the products say of themselves: those facts first that most of them tell."""
    if not offers:
        return ()
    cards = visit.shop.presentation.cards(offers)
    rows: list[tuple[str, tuple[str, ...]]] = [
        ("Price", tuple(card.price.text or _NOTHING for card in cards)),
        ("Brand", tuple(card.brand or _NOTHING for card in cards)),
        ("Rating", tuple(f"{card.rating_text} out of 5" if card.rating_text else _NOTHING for card in cards)),
        ("Availability", tuple(card.stock_text for card in cards)),
    ]
    told = [{row.label: row.text for row in offer.specifications} for offer in offers]
    labels = sorted(dict.fromkeys(label for one in told for label in one), key=lambda one: -sum(one in t for t in told))
    rows += [(label, tuple(one.get(label, _NOTHING) for one in told)) for label in labels if label != "Brand"]
    return tuple(rows)
