"""What a request asks for: scheme, host, port and path, from the request line and the Host header.

Source: RFC 9112, section 3.2 (request target). Stricter than the RFC: what cannot be an address of a mall is refused
before anything else looks at it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

METHODS = ("GET", "HEAD", "POST")
"""All that a storefront ever needs."""

_ABSOLUTE = re.compile(rb"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)(.*)", re.DOTALL)
_AUTHORITY = re.compile(rb"([A-Za-z0-9.-]+)(?::([0-9]{1,5}))?")
_PATH = re.compile(rb"/[\x21\x24-\x3e\x40-\x5b\x5d-\x7e]*")
_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})|%(?:2[Ff]|5[Cc]|[01][0-9A-Fa-f]|7[Ff])")
_DOT_SEGMENT = re.compile(rb"/(?:\.|%2[Ee]){1,2}(?=/|$)")
_QUERY = re.compile(rb"[\x21-\x22\x24-\x7e]*")


@dataclass(frozen=True, slots=True)
class Target:
    """Where a request goes.

    Attributes:
        host: in lower case, without port.
        port: 80 where none was given.
        path: as sent, percent-encoded; begins with one slash.
        query: as sent, without the question mark.
    """

    host: str
    port: int
    path: bytes
    query: bytes

    @property
    def authority(self) -> str:
        """Host, with the port where it is not 80."""
        return self.host if self.port == 80 else f"{self.host}:{self.port}"

    @property
    def origin(self) -> str:
        """The origin that a browser names in the `Origin` header."""
        return f"http://{self.authority}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is answered by nobody.

    Attributes:
        status: of the answer.
        text: for the reader of the page, one or two sentences.
    """

    status: int
    text: str


def parse_target(method: str, target: bytes, hosts: Sequence[bytes]) -> Target | Refusal:
    """Reads a request target.

    Args:
        method: as sent.
        target: the request line's middle part, as sent; absolute form or origin form.
        hosts: values of all `Host` headers. An absolute target wins over them, as the RFC demands.
    """
    if method == "CONNECT":
        return Refusal(405, "This proxy opens no tunnels: https and other protocols do not exist in this world.")
    if method not in METHODS:
        return Refusal(405, f"The method {method} is not allowed. Use GET, HEAD or POST.")
    if len(hosts) > 1:
        return Refusal(400, "The request names more than one host.")
    if absolute := _ABSOLUTE.fullmatch(target):
        scheme, authority, rest = absolute.groups()
        if scheme.lower() != b"http":
            return Refusal(403, "Only http addresses exist in this world.")
        rest = rest if rest.startswith(b"/") else b"/" + rest
    elif target.startswith(b"/"):
        authority, rest = (hosts[0] if hosts else b""), target
    else:
        return Refusal(400, "The request has no address.")
    place = _AUTHORITY.fullmatch(authority)
    if place is None:
        return Refusal(403 if authority else 400, "This address does not exist in this world.")
    path, _, query = rest.partition(b"?")
    if (
        path.startswith(b"//")
        or not _PATH.fullmatch(path)
        or _ESCAPE.search(path)
        or _DOT_SEGMENT.search(path)
        or not _QUERY.fullmatch(query)
    ):
        return Refusal(400, "This address is not well formed.")
    return Target(place[1].decode("ascii").lower(), int(place[2]) if place[2] else 80, path, query)
