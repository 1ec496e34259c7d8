"""The page that says that something is not there, with a way out."""

from __future__ import annotations

from starlette.responses import Response

from shopworld.catalog import Offer, OfferQuery
from shopworld.shop.browsing.listing_request import clean_text
from shopworld.shop.pages import ErrorPage, Link
from shopworld.shop.visit import Visit

_SUGGESTED = 4
_TITLES = {
    400: ("This request cannot be understood", "Please go back and try again."),
    403: (
        "This form was not sent from our shop",
        "For your safety nothing was changed. Please use the forms of our pages.",
    ),
    404: ("We cannot find this page", "It may have moved, or the address has a typing mistake."),
    405: ("This does not work here", "The address exists, but not for what was tried."),
    413: ("This is too large", "Please send less at a time."),
    415: ("This form cannot be read", "Please use the forms of our pages."),
}


def not_found(visit: Visit, wanted: str = "") -> Response:
    """A 404 page in the shop's design, with products whose text is like what was wanted."""
    return error_page(visit, 404, wanted=wanted)


def error_page(visit: Visit, status: int, *, wanted: str = "", headers: dict[str, str] | None = None) -> Response:
    """A page for an error in the shop's design.

    Args:
        visit: the request that went wrong.
        status: what is answered.
        wanted: words that tell what was looked for; products like it are suggested.
        headers: added to the answer.
    """
    title, text = _TITLES.get(status, _TITLES[400])
    words = clean_text(wanted.replace("-", " "))
    offers: tuple[Offer, ...] = ()
    if words:
        shop = visit.shop
        offers = shop.catalog.search(OfferQuery(text=words, shop_id=shop.id, limit=_SUGGESTED)).offers
    name = "not_found" if status == 404 else "error"
    there = visit.shop.addresses
    view = ErrorPage(
        shell=visit.shell(name),
        title=title,
        status=status,
        text=text,
        links=(Link("Home", there.home), Link("All products", there.all_products), Link("Cart", there.cart)),
        cards=visit.shop.presentation.cards(offers),
    )
    answer = visit.page(view, name, status=status)
    answer.headers.update(headers or {})
    return answer
