"""Products that the shop has picked: for a present of so much, and what is cheaper now."""

from __future__ import annotations

from starlette.responses import Response

from shopworld.catalog import OfferQuery, Sort
from shopworld.shop.pages import FormField, Link, PicksPage
from shopworld.shop.promotions import headline, is_public
from shopworld.shop.shop import whole_number
from shopworld.shop.visit import Visit

_PICKED = 8
_BUDGETS = (2_500, 5_000, 10_000, 20_000)
"""In cents."""


async def gift_finder(visit: Visit) -> Response:
    """`GET` of presents by `shelf` (place of a department, from 1) and `budget` (in whole units of the currency)."""
    shop, asked = visit.shop, visit.request.query_params
    there, money = shop.addresses, shop.presentation.money
    shelves = shop.navigation.roots
    shelf, budget = asked.get("shelf", ""), asked.get("budget", "")
    place = whole_number(shelf) or 0
    chosen = shelves[place - 1] if 0 < place <= len(shelves) else None
    most = next((one for one in _BUDGETS if str(one // 100) == budget), None)
    query = OfferQuery(
        shop_id=shop.id,
        category=chosen.path if chosen else (),
        price_max=most,
        in_stock=True,
        sort=Sort.RATING,
        limit=_PICKED,
    )
    found = shop.catalog.search(query).offers if chosen or most else ()
    view = PicksPage(
        shell=visit.shell("gift_finder"),
        title="Gift finder",
        breadcrumbs=(Link("Home", there.home), Link("Gift finder", there.gift_finder, current=True)),
        kind="gift-finder",
        intro="Tell us where to look and how much it may cost.",
        form_url=there.gift_finder,
        fields=(
            FormField(
                name="shelf",
                label="Department",
                type="select",
                value=shelf,
                required=False,
                options=(("", "Everything"), *((str(at), one.name) for at, one in enumerate(shelves, 1))),
            ),
            FormField(
                name="budget",
                label="Budget",
                type="select",
                value=budget,
                required=False,
                options=(("", "Any"), *((str(one // 100), f"Up to {money(one)}") for one in _BUDGETS)),
            ),
        ),
        promotions=(),
        heading=("Our ideas" if found else "Nothing fits, sorry") if chosen or most else "",
        cards=shop.presentation.cards(found),
    )
    return visit.page(view, "gift_finder")


async def deals(visit: Visit) -> Response:
    """`GET` of codes that everybody may use, and of reduced products."""
    shop = visit.shop
    there = shop.addresses
    query = OfferQuery(shop_id=shop.id, on_sale=True, in_stock=True, sort=Sort.BEST_SELLING, limit=_PICKED)
    public = [one for one in shop.identity.promotions if is_public(one)]
    view = PicksPage(
        shell=visit.shell("deals"),
        title="Deals",
        breadcrumbs=(Link("Home", there.home), Link("Deals", there.deals, current=True)),
        kind="deals",
        intro="Codes and reduced prices of this month.",
        form_url="",
        fields=(),
        promotions=tuple((f"{headline(one, shop.presentation.money)}: {one.code}", one.description) for one in public),
        heading="Reduced now",
        cards=shop.presentation.cards(shop.catalog.search(query).offers),
    )
    return visit.page(view, "deals")
