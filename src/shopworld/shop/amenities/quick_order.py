"""Orders by article numbers: several products are put into the cart at once."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from shopworld.catalog import Offer, OfferQuery, Sort, Variant
from shopworld.shop.buying.cart_routes import put_into_cart, why_not
from shopworld.shop.pages import Link, QuickOrderPage, QuickOrderRow
from shopworld.shop.presentation import largest_quantity
from shopworld.shop.shop import Shop
from shopworld.shop.visit import Visit

_ROWS = 5
_EXAMPLES = 3
_MOST = 5_000
_LONGEST = 60


async def quick_order(visit: Visit) -> Response:
    """`GET` of the form."""
    return visit.page(_page(visit, {}, {}), "quick_order")


async def send_quick_order(visit: Visit) -> Response:
    """`POST` of `sku_1`, `quantity_1`, …: all of it goes into the cart, or nothing where a line is wrong."""
    form = {name: value.strip()[:_LONGEST] for name, value in (await visit.form()).items()}
    known, errors = articles(visit.shop), {}
    wanted: dict[tuple[str, str | None], tuple[Offer, Variant | None, int]] = {}
    for place in range(1, _ROWS + 1):
        sku, quantity = form.get(f"sku_{place}", ""), form.get(f"quantity_{place}", "") or "1"
        if not sku:
            continue
        found = known.get(sku.casefold())
        if found is None:
            errors[place] = f"There is no article {sku}."
            continue
        offer, variant = found
        of = (offer.id, variant.id if variant else None)
        above = wanted[of][2] if of in wanted else 0
        refused = why_not(visit, offer, variant, quantity)
        if not refused and above:  # the lines of one article are one order
            refused = why_not(visit, offer, variant, str(above + int(quantity)))
        if refused:
            errors[place] = refused
        else:
            wanted[of] = (offer, variant, above + int(quantity))
    if not wanted and not errors:
        errors[1] = "Enter an article number."
    if errors:
        return visit.page(_page(visit, form, errors), "quick_order", status=422)
    for offer, variant, pieces in wanted.values():
        put_into_cart(visit, offer, variant, pieces)
    return visit.redirect(visit.shop.addresses.cart)


def articles(shop: Shop) -> dict[str, tuple[Offer, Variant | None]]:
    """What can be ordered by its article number: products without variants, else each of their variants."""
    found: dict[str, tuple[Offer, Variant | None]] = {}
    query = OfferQuery(shop_id=shop.id, in_stock=True, sort=Sort.BEST_SELLING, limit=_MOST)
    for offer in shop.catalog.search(query).offers:
        for variant in offer.variants or (None,):
            sku = variant.sku if variant else offer.sku
            if sku:
                found.setdefault(sku.casefold(), (offer, variant))
    return found


def _page(visit: Visit, form: Mapping[str, str], errors: Mapping[int, str]) -> QuickOrderPage:
    there = visit.shop.addresses
    examples: dict[str, str] = {}
    for offer, variant in articles(visit.shop).values():
        if len(examples) < _EXAMPLES and offer.title not in examples and largest_quantity(offer, variant):
            examples[offer.title] = str(variant.sku if variant else offer.sku)
    return QuickOrderPage(
        shell=visit.shell("quick_order"),
        title="Quick order",
        breadcrumbs=(Link("Home", there.home), Link("Quick order", there.quick_order, current=True)),
        rows=tuple(
            QuickOrderRow(place, form.get(f"sku_{place}", ""), form.get(f"quantity_{place}", ""), errors.get(place, ""))
            for place in range(1, _ROWS + 1)
        ),
        examples=tuple((sku, title) for title, sku in examples.items()),
    )
