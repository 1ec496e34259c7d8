"""One address a page: other ways to write it lead there."""

from __future__ import annotations

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from shopworld.shop.addressing import Addresses
from shopworld.shop.security import PAGE_HEADERS, quoted_location


class CanonicalAddresses:
    """Sends readers of a page to its canonical address, and takes forms at any way to write theirs.

    Args:
        application: what is behind.
        addresses: of the shop.
    """

    def __init__(self, application: ASGIApp, addresses: Addresses) -> None:
        self._application = application
        self._addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves a request."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        path = scope["path"].encode("utf-8", "replace").decode("utf-8")
        canonical = self._addresses.canonical(path)
        if canonical != path and scope["method"] in {"GET", "HEAD"}:
            location = quoted_location(canonical, scope.get("query_string", b""))
            await Response(status_code=301, headers={**PAGE_HEADERS, "Location": location})(scope, receive, send)
            return
        await self._application({**scope, "path": canonical}, receive, send)
