"""Addresses of one site: what belongs to it, and how an address is written."""

from __future__ import annotations

import ipaddress
import re
import urllib.parse

from shopworld.arena.explore.prefetch.identity import is_route, without_tracking
from shopworld.errors import ArenaError

_NOT_PAGES = re.compile(
    r"\.(?:jpe?g|png|gif|webp|avif|svg|ico|css|js|mjs|map|woff2?|ttf|pdf|zip|mp4|webm|mp3|xml|json|rss|atom)$", re.I
)
_PARTS = 4


class SiteAddress:
    """The site that is explored.

    Args:
        text: as a person wrote it; without a scheme it is https.

    Raises:
        ArenaError: it is no web address.
    """

    def __init__(self, text: str) -> None:
        wanted = text.strip()
        if "://" not in wanted:
            wanted = f"https://{wanted}"
        try:
            parts = urllib.parse.urlsplit(wanted)
            host = (parts.hostname or "").rstrip(".")
            port = parts.port
        except ValueError as error:
            raise ArenaError(f"{text!r} is no web address: {error}") from error
        if parts.scheme not in ("http", "https") or not host or any(ord(one) <= 32 for one in wanted):
            raise ArenaError(f"{text!r} is no web address", hint="Write it as https://shop.example/.")
        self.host = host
        self.port = port
        self.scheme = parts.scheme
        self.start = urllib.parse.urlunsplit((parts.scheme, parts.netloc, parts.path or "/", parts.query, ""))
        self.root = urllib.parse.urlunsplit((parts.scheme, parts.netloc, "/", "", ""))

    def __str__(self) -> str:
        return self.start

    @property
    def is_loopback(self) -> bool:
        """Whether it lies on this machine."""
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def moved_to(self, address: str) -> SiteAddress:
        """The same site where its home page answers from another address: `www.`, https, a language's path."""
        return SiteAddress(address)

    def join(self, address: str, base: str = "") -> str:
        """An absolute address without tracking; a fragment stays where a script takes it for a page."""
        try:
            parts = urllib.parse.urlsplit(urllib.parse.urljoin(base or self.root, address.strip()))
        except ValueError:
            return ""
        query, route = without_tracking(parts.query), parts.fragment if is_route(parts.geturl()) else ""
        return urllib.parse.urlunsplit((parts.scheme, parts.netloc, parts.path or "/", query, route))

    def owns(self, address: str) -> bool:
        """Whether an address belongs to this site: same host, give or take `www.`, and the same port."""
        try:
            parts = urllib.parse.urlsplit(address)
            host, port = (parts.hostname or "").rstrip("."), parts.port
        except ValueError:
            return False
        if parts.scheme not in ("http", "https"):
            return False
        same_port = (port or _standard(parts.scheme)) == (self.port or _standard(self.scheme)) or self.port is None
        return _bare(host) == _bare(self.host) and same_port

    def path(self, address: str) -> str:
        """Path and query of an address of this site: how evidence and manuals write it."""
        parts = urllib.parse.urlsplit(address)
        return urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, parts.fragment))


def is_page(address: str) -> bool:
    """Whether an address may be a page, and no picture, script or download."""
    return not _NOT_PAGES.search(urllib.parse.urlsplit(address).path)


def template_of(address: str) -> str:
    """The kind of page behind an address: its path with all but the first part collapsed, such as `/products/*`."""
    parts = [part for part in urllib.parse.urlsplit(address).path.split("/") if part]
    if len(parts) <= 1:
        return "/" + "/".join(parts)
    return "/" + "/".join([parts[0], *("*" for _ in parts[1:_PARTS])])


def _bare(host: str) -> str:
    return host.casefold().removeprefix("www.")


def _standard(scheme: str) -> int:
    return 443 if scheme == "https" else 80
