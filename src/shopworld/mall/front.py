"""The door's own address: a page that lists the shops, and a visit of one's own for who browses by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from shopworld.episode import Episode
from shopworld.mall.fonts import font_response
from shopworld.mall.pages import SiteCard, front_page, not_found_page
from shopworld.mall.reply import Receive, Scope, Send
from shopworld.mall.site import SOLUTION_SITE, Served, Site


class FrontPage:
    """Lists the shops. It names no episode but the visitor's, so that no run can be reached from it.

    Args:
        mall: whose shops.
        visitor: gives the open episode of who browses by hand, or None.
        start_over: opens a new one.
    """

    def __init__(self, mall: Served, visitor: Callable[[], Episode | None], start_over: Callable[[], object]) -> None:
        self._mall = mall
        self._visitor = visitor
        self._start_over = start_over

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Shows the list; `POST /start-over` begins a new visit."""
        request = Request(scope, receive)
        visitor = self._visitor()
        if request.url.path == "/start-over" and request.method == "POST" and visitor is not None:
            self._start_over()
            response: Response = RedirectResponse("/", 303)
        elif request.url.path == "/":
            response = HTMLResponse(self._page(visitor, request.url.port or 80))
        else:
            response = font_response(request.url.path) or HTMLResponse(not_found_page(), 404)
        await response(scope, receive, send)

    def _page(self, visitor: Episode | None, port: int) -> str:
        doors = {site.name: door_address(site.name, visitor.label, port) for site in self._mall.sites if visitor}
        return front_of(self._mall, doors)


def front_of(mall: Served, doors: Mapping[str, str]) -> str:
    """The page that lists the sites of a mall.

    Args:
        mall: whose.
        doors: address of each site by its name, for who looks; empty where no visit is open.
    """
    cards = {site.name: _card(site, doors.get(site.name, "")) for site in mall.sites}
    solution = cards.pop(SOLUTION_SITE)
    return front_page(mall.name, tuple(cards.values()), solution, visiting=bool(doors))


def door_address(site: str, label: str, port: int) -> str:
    """Address of a site for clients without proxy."""
    return f"http://{site}.{label}.localhost:{port}/"


def _card(site: Site, url: str) -> SiteCard:
    style = site.style
    palette = style.palette if style else None
    return SiteCard(
        title=site.title,
        text=site.text,
        description=site.description,
        host=site.host,
        url=url,
        background=palette.background if palette else "#ffffff",
        foreground=palette.foreground if palette else "#1d1d1f",
        accent=palette.accent_primary if palette else "#1d1d1f",
        font=style.fonts.heading if style else "",
        upper=style is not None and style.heading_case == "upper",
    )
