"""Calling a site and taking its whole reply, before a byte of it leaves the mall."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_LIMIT = 64 * 1024
"""Bytes of a request's body."""

_PAGE_POLICY = (
    b"default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; font-src 'self'; "
    b"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_ASSET_POLICY = b"default-src 'none'; style-src 'unsafe-inline'; sandbox"
_SET_BY_THE_MALL = frozenset(
    (
        b"connection",
        b"content-length",
        b"keep-alive",
        b"referrer-policy",
        b"transfer-encoding",
        b"x-content-type-options",
    )
)


class ClientGone(Exception):
    """The client closed the connection before its request was complete."""


class BodyTooLarge(Exception):
    """The request's body is larger than `BODY_LIMIT`."""


class BadReply(Exception):
    """A site answered what no site of a mall may answer."""


@dataclass(slots=True)
class HttpReply:
    """A whole answer.

    Attributes:
        status: HTTP status.
        headers: without those that the mall sets itself.
        body: all of it.
        close: whether the connection ends with it.
    """

    status: int
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""
    close: bool = False

    @classmethod
    def html(cls, status: int, page: str, *, close: bool = False) -> HttpReply:
        """A page."""
        return cls(status, [(b"content-type", b"text/html; charset=utf-8")], page.encode(), close)

    def header(self, name: bytes) -> bytes:
        """The first header of that name in lower case, or nothing."""
        return next((value for key, value in self.headers if key == name), b"")

    async def send(self, send: Send, *, body: bool = True) -> None:
        """Sends the answer with the mall's own headers.

        Args:
            send: ASGI's.
            body: False answers HEAD.
        """
        is_page = self.header(b"content-type").startswith(b"text/html")
        headers = list(self.headers)
        if is_page or not self.header(b"cache-control"):
            headers = [pair for pair in headers if pair[0] != b"cache-control"]
            headers.append((b"cache-control", b"no-store"))
        # Beside the site's own policy, if it has one: a browser enforces both.
        headers.append((b"content-security-policy", _PAGE_POLICY if is_page else _ASSET_POLICY))
        headers.append((b"referrer-policy", b"same-origin"))
        headers.append((b"x-content-type-options", b"nosniff"))
        if self.status not in (204, 304):
            headers.append((b"content-length", b"%d" % len(self.body)))
        if self.close:
            headers.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body if body else b""})


async def read_body(scope: Scope, receive: Receive) -> bytes:
    """The request's whole body.

    Raises:
        BodyTooLarge: it is larger than `BODY_LIMIT`, by its header or in fact.
        ClientGone: the client left before its end.
    """
    for name, value in scope["headers"]:
        if name == b"content-length" and (not value.isdigit() or len(value) > 9 or int(value) > BODY_LIMIT):
            raise BodyTooLarge
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > BODY_LIMIT:
            raise BodyTooLarge
        chunks.append(chunk)
        if not message.get("more_body", False):
            return b"".join(chunks)


async def call(application: Application, scope: Scope, body: bytes, *, origin: str) -> HttpReply:
    """Calls a site and takes its whole reply.

    Args:
        application: the site.
        scope: ASGI scope for it.
        body: of the request.
        origin: the site's own; a redirect must stay there.

    Raises:
        BadReply: no complete answer, or a redirect to somewhere else.
        Exception: whatever the site raised.
    """
    pending = [{"type": "http.request", "body": body, "more_body": False}]
    started: Message = {}
    chunks: list[bytes] = []
    complete = False

    async def receive() -> Message:
        return pending.pop() if pending else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        nonlocal complete
        if message["type"] == "http.response.start":
            started.update(message)
        elif message["type"] == "http.response.body":
            chunks.append(message.get("body", b""))
            complete = not message.get("more_body", False)

    await application(scope, receive, send)
    if not started or not complete:
        raise BadReply("the site gave no complete answer")
    headers = [(name.lower(), value) for name, value in started.get("headers", ())]
    headers = [(name, value) for name, value in headers if name not in _SET_BY_THE_MALL]
    reply = HttpReply(started["status"], headers, b"".join(chunks))
    if location := reply.header(b"location"):
        inside = _inside(location.decode("latin-1"), origin)
        reply.headers = [pair for pair in headers if pair[0] != b"location"]
        reply.headers.append((b"location", inside.encode("latin-1")))
    return reply


def _inside(location: str, origin: str) -> str:
    """The redirect's path and query, where it stays on the site."""
    parts = urlsplit(location)
    if (parts.scheme or parts.netloc) and f"{parts.scheme}://{parts.netloc}" != origin:
        raise BadReply(f"a redirect leaves the site: {location!r}")
    path = parts.path or "/"
    if not path.startswith("/") or path.startswith("//") or "\\" in path:
        raise BadReply(f"a redirect is not an absolute path: {location!r}")
    return path + (f"?{parts.query}" if parts.query else "") + (f"#{parts.fragment}" if parts.fragment else "")
