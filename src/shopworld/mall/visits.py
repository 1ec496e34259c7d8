"""A mall for people at machines elsewhere: shops by path behind a token, a visit of their own for each browser."""

from __future__ import annotations

import hmac
import secrets
import threading
from collections import OrderedDict

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall.fonts import font_response
from shopworld.mall.front import front_of
from shopworld.mall.pages import refusal_page
from shopworld.mall.path_doors import PathDoor, is_of_own_page
from shopworld.mall.server import MallServer

COOKIE = "shopworld_visit"
MOST_VISITS = 500
"""Visits that are kept; then the oldest ends."""
_METHODS = ["GET", "HEAD", "POST"]
_COOKIE_SECONDS = 7 * 24 * 3600


class Visits:
    """Lets browsers in that come with the token, each into an episode of its own.

    Args:
        server: of the mall; running.
        token: asked of who comes first; afterwards a cookie names the visit.
    """

    def __init__(self, server: MallServer, token: str) -> None:
        self._server, self._token = server, token.encode()
        self._visits: OrderedDict[str, Episode] = OrderedDict()
        self._secret = secrets.token_bytes(32)
        self._count = 0
        self._lock = threading.Lock()
        self.app = Starlette(
            routes=[
                Route("/", self._front),
                Route("/start-over", self._start_over, methods=["POST"]),
                Route("/fonts/{name}", self._font),
                Route("/{site}/{path:path}", self._page, methods=_METHODS),
            ]
        )

    async def _front(self, request: Request) -> Response:
        shown = request.query_params.get("token", "").encode()
        if shown and hmac.compare_digest(shown, self._token):
            found = RedirectResponse("/", 303)
            key = request.cookies.get(COOKIE, "")
            if key not in self._visits:
                key = secrets.token_urlsafe(24)
                await run_in_threadpool(self._begin, key)
            found.set_cookie(COOKIE, key, max_age=_COOKIE_SECONDS, httponly=True, samesite="lax")
            return found
        if self._visit(request) is None:
            return _refused(403, "Open the address that you were given, with its token.")
        sites = {site.name: f"/{site.name}/" for site in self._server.mall.sites}
        return HTMLResponse(front_of(self._server.mall, sites), headers={"Cache-Control": "no-store"})

    async def _start_over(self, request: Request) -> Response:
        key = request.cookies.get(COOKIE, "")
        if key not in self._visits or not is_of_own_page(request):
            return _refused(403, "This visit is not yours to begin anew.")
        await run_in_threadpool(self._begin, key)
        return RedirectResponse("/", 303)

    async def _page(self, request: Request) -> Response:
        site, visit = request.path_params["site"], self._visit(request)
        if visit is None:
            return _refused(403, "Open the address that you were given, with its token.")
        if all(one.name != site for one in self._server.mall.sites):
            return _refused(404, f"There is no shop {site!r} in this mall.")
        return await PathDoor(site, visit.label, f"/{site}").answer(request, self._server.door_port)

    async def _font(self, request: Request) -> Response:
        return font_response(request.url.path) or _refused(404, "There is no such page on this site.")

    def _visit(self, request: Request) -> Episode | None:
        return self._visits.get(request.cookies.get(COOKIE, ""))

    def _begin(self, key: str) -> None:
        """A new episode for a browser; the one before ends, and the oldest of all where there are too many."""
        with self._lock:
            self._count += 1
            identity = EpisodeIdentity(agent="visitor", task="elsewhere", trial=self._count)
            ended = [self._visits.pop(key)] if key in self._visits else []
            if len(self._visits) >= MOST_VISITS:
                ended.append(self._visits.popitem(last=False)[1])
            episode = Episode(identity, identity.label(self._secret))
            self._server.admit(episode)
            self._visits[key] = episode
        for one in ended:
            self._server.dismiss(one)


def _refused(status: int, text: str) -> Response:
    return HTMLResponse(refusal_page(status, text), status, headers={"Cache-Control": "no-store"})
