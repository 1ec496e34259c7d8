"""One request of a shopper: the shop, the episode, and how an answer is made and recorded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from html import unescape
from urllib.parse import parse_qsl, unquote

import orjson
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from shopworld.episode import Episode, Payload
from shopworld.shop.addressing import Addresses
from shopworld.shop.amenities.offered import header_links
from shopworld.shop.buying.cart_view import cart_view
from shopworld.shop.events import PageViewed, PromotionRefused
from shopworld.shop.information.overlays import overlays_of, switchers_of
from shopworld.shop.look.item_list import drawn_by_client
from shopworld.shop.look.rendering import Page
from shopworld.shop.notices import notice_of, opens_cart
from shopworld.shop.pages import ListingPage, Shell
from shopworld.shop.security import PAGE_HEADERS, quoted_location, safe_return_path
from shopworld.shop.shop import Shop
from shopworld.shop.state import SHOP_STATE, ShopState

SECONDS_A_PAGE = 12.0
"""Virtual time that passes with each page."""
_LARGEST_FORM = 64 * 1024
_MOST_FIELDS = 200
_LINK = re.compile('href="([^"]*)"')
_DATA = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)
_DATA_LINKS = re.compile(r""""url":\s*("(?:[^"\\]|\\.)*")""")


class Visit:
    """A request for a page or a form of a shop.

    Args:
        shop: that is visited.
        request: with the episode in `scope["shopworld.episode"]`.
    """

    def __init__(self, shop: Shop, request: Request) -> None:
        self.request = request
        self.episode: Episode = request.scope["shopworld.episode"]
        self.shop = shop
        """As this shopper sees it: with prices in the currency that was chosen, but for the checkout."""
        currency = self.state.currency
        if currency and not shop.addresses.is_checkout(request.scope["path"]):
            self.shop = shop.shown_in(currency)

    @property
    def state(self) -> ShopState:
        """What this shop knows of the shopper now."""
        state = self.episode.state(SHOP_STATE).get(self.shop.id)
        return state if state is not None else ShopState()

    @property
    def address(self) -> str:
        """Path and query of the request, as they stand in the address line."""
        return quoted_location(self.request.scope["path"], self.request.scope.get("query_string", b""))

    @property
    def _return_path(self) -> str:
        """Where forms of this page come back to; addresses that only take forms show no page."""
        shows_page = self.request.method != "POST" or self.shop.addresses.shows_page(self.request.scope["path"])
        return safe_return_path(self.address) if shows_page else "/"

    def record(self, payload: Payload) -> None:
        """Records what happened; a HEAD request leaves no trace."""
        if self.request.method != "HEAD":
            self.episode.record(payload, shop=self.shop.id)

    def shell(self, page: str, *, category: tuple[str, ...] = (), search_text: str = "") -> Shell:
        """What stands around the content of a page.

        Args:
            page: kind of the page, as events name it.
            category: that is shown, for the menu.
            search_text: what stands in the search field.
        """
        shop, state = self.shop, self.state
        untold = state.untold
        return Shell(
            specification=shop.specification,
            stylesheet_url=shop.renderer.stylesheet_url,
            script_url=shop.renderer.script_url,
            announcement="" if "announcement" in state.dismissed else shop.announcement,
            menu=shop.navigation.menu_at(category) if category else shop.navigation.menu,
            quick_links=shop.navigation.quick_links,
            footer_groups=shop.navigation.footer_groups,
            footer_links=shop.navigation.footer_links,
            tools=header_links(shop.capabilities, shop.addresses, state),
            bare=page == "checkout" and shop.capabilities.checkout.frame == "bare",
            cart=cart_view(shop, state, untold.message if isinstance(untold, PromotionRefused) else ""),
            search_text=search_text,
            cookie_banner=bool(shop.capabilities.floating.has_cookie_banner) and state.cookies_accepted is None,
            return_path=self._return_path,
            notice=notice_of(shop, state, page),
            open_cart=opens_cart(shop, state, page),
            overlays=overlays_of(shop, state, page),
            switchers=switchers_of(shop, state),
            language=state.locale or "en",
        )

    def page(self, view: Page, name: str, *events: Payload, status: int = 200) -> Response:
        """Renders a page, then records that it was viewed and what was seen on it.

        A caller of this process may put a list into `scope["shopworld.pages"]`: it gets the page as its view model, and
        nothing is rendered. What is recorded is the same, but for the offers that a page leads to: the caller may tell
        less of them, as a tool that opens a shop and tells of its categories alone, and says itself what it told.

        Args:
            view: the page.
            name: its kind, as events name it.
            events: recorded after `page_viewed`.
            status: of the answer.
        """
        if isinstance(view, ListingPage) and self._asks_for_data:  # of a page that was seen: nothing new happens
            return JSONResponse(drawn_by_client(view), status, PAGE_HEADERS)
        shown: list[Page] | None = self.request.scope.get("shopworld.pages")
        if shown is None:
            body = self.shop.renderer.render(view)
        else:  # a caller of this process reads the page itself
            shown.append(view)
            body = b""
        if self.request.method != "HEAD":
            self.episode.clock.advance(SECONDS_A_PAGE)
        suggested = (self.shop.id, self.request.scope["path"]) in self.episode.suggested
        offers = offers_in(body.decode(), self.shop.addresses)
        viewed = PageViewed(path=self.address, page=name, status=status, offers=offers, suggested=suggested)
        self.record(viewed)
        for event in events:
            self.record(event)
        return Response(body, status, PAGE_HEADERS, "text/html; charset=utf-8")

    @property
    def _asks_for_data(self) -> bool:
        """Whether a client that draws listings itself asks for the products of one."""
        wanted = self.request.headers.get("accept", "")
        return not self.shop.renderer.draws_listings and wanted.startswith("application/json")

    def redirect(self, location: str, status: int = 303) -> Response:
        """Sends the browser to another path of this shop."""
        return Response(status_code=status, headers={**PAGE_HEADERS, "Location": location})

    def back(self, form: dict[str, str]) -> Response:
        """Sends the browser back to where a form was, after it has been dealt with."""
        return self.redirect(safe_return_path(form.get("return_path", "/")))

    async def form(self) -> dict[str, str]:
        """The fields of the form that was sent; the last value counts where a name repeats.

        Raises:
            HTTPException: 413 for a form that is too large, 415 for another content type, 400 for a broken one.
        """
        content_type = self.request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if content_type not in {"", "application/x-www-form-urlencoded"}:
            raise HTTPException(415, "Forms of this shop are sent URL-encoded.")
        body = bytearray()
        async for chunk in self.request.stream():
            body += chunk
            if len(body) > _LARGEST_FORM:
                raise HTTPException(413, "This form is too large.")
        try:
            pairs: Sequence[tuple[str, str]] = parse_qsl(
                body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="replace"
            )
        except ValueError as error:
            raise HTTPException(400, "This form cannot be read.") from error
        return {name: _printable(value) for name, value in pairs}


def offers_in(html: str, there: Addresses) -> tuple[str, ...]:
    """Slugs of the offers that a page leads to, by links or as data of schema.org, each once, in order.

    Args:
        html: the page.
        there: the addresses of its shop.
    """
    paths = (unquote(link.partition("?")[0].partition("#")[0]) for link in dict.fromkeys(_links_in(html)))
    return tuple(dict.fromkeys(slug for path in paths if (slug := there.slug_of(path)) is not None))


def _links_in(html: str) -> list[str]:
    found = [(at.start(), unescape(at[1])) for at in _LINK.finditer(html) if html[at.start() - 1].isspace()]
    for data in _DATA.finditer(html):
        for at in _DATA_LINKS.finditer(html, data.start(1), data.end(1)):
            with suppress(orjson.JSONDecodeError):  # of a theme that writes data in its own way
                found.append((at.start(), orjson.loads(at[1])))
    return [link for _, link in sorted(found)]


def _printable(text: str) -> str:
    return "".join(character for character in text if character.isprintable() or character in "\n\t")
