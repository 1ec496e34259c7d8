"""What keeps a shop to itself: headers of its answers, origin of its forms, where its redirects may lead."""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit

from starlette.requests import Request

PAGE_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
}
"""Headers of pages."""

ASSET_HEADERS = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
"""Headers of what never changes under its address."""

_CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f]")


def quoted_location(path: str, query: bytes) -> str:
    """A relative address for a redirect."""
    text = quote(path, safe="/-_.~!$&'()*+,;=:@")
    return f"{text}?{quote(query, safe='=&%+;/?:@,!*$().~-_')}" if query else text


def same_origin(request: Request) -> bool:
    """Whether a POST comes from a page of this shop, or from a client that sends neither Origin nor Referer.

    The origin `null` (sandboxed frames, some redirects) is foreign.
    """
    host = _without_default_port(request.headers.get("host", ""))
    origin = request.headers.get("origin")
    if origin is not None:
        return origin != "null" and _host_of(origin) == host
    referer = request.headers.get("referer")
    return referer is None or _host_of(referer) == host


def safe_return_path(typed: str) -> str:
    """Where to go back to: a path of this shop with its query; home for anything that might lead elsewhere."""
    path = typed.strip()
    if not path.startswith("/") or path.startswith(("//", "/\\")) or "\\" in path or len(path) > 2_000:
        return "/"
    if not path.isascii() or _CONTROL_CHARACTERS.search(path) or " " in path:
        return "/"
    return path


def _host_of(address: str) -> str:
    try:
        return _without_default_port(urlsplit(address).netloc)
    except ValueError:
        return ""


def _without_default_port(host: str) -> str:
    return host.lower().removesuffix(":80")
