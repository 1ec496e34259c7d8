"""One address a page: other ways to write it lead there."""

from __future__ import annotations

import re

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from shopworld.shop.security import PAGE_HEADERS, quoted_location

_SLASHES = re.compile(r"/{2,}")
_PAGE_ROOTS = frozenset(
    {"shop", "product", "product-category", "cart", "checkout", "policies", "contact", "page", "newsletter", "cookies"}
)
_WITHOUT_SLASH = frozenset(
    {
        "/cart/add",
        "/cart/update",
        "/cart/remove",
        "/cart/promotion",
        "/cart/promotion/remove",
        "/newsletter",
        "/cookies",
    }
)


def canonical_path(path: str) -> str:
    """The one address of a page that may be written in several ways.

    Pages are in lower case and end in a slash; a dot at the end (of a sentence that named the address) goes. Addresses
    of forms have no slash. What is no page (assets, unknown addresses) stays as it is.
    """
    single = _SLASHES.sub("/", "/" + path)
    if single.split("/", 2)[1].lower().rstrip(". ") not in _PAGE_ROOTS:
        return single
    trimmed = single.lower().rstrip("/. ")
    return trimmed if trimmed in _WITHOUT_SLASH else trimmed + "/"


class CanonicalAddresses:
    """Sends readers of a page to its canonical address, and takes forms at any way to write theirs.

    Args:
        application: what is behind.
    """

    def __init__(self, application: ASGIApp) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves a request."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        path = scope["path"].encode("utf-8", "replace").decode("utf-8")
        canonical = canonical_path(path)
        if canonical != path and scope["method"] in {"GET", "HEAD"}:
            location = quoted_location(canonical, scope.get("query_string", b""))
            await Response(status_code=301, headers={**PAGE_HEADERS, "Location": location})(scope, receive, send)
            return
        await self._application({**scope, "path": canonical}, receive, send)
