"""A shop whose pages tell nothing by how they are made: classes, ids and data attributes have other names."""

from __future__ import annotations

from dataclasses import replace

from shopworld.arena.closure.names import Names
from shopworld.mall import Application, Message, Receive, Scope, Send, Sites

_HTML, _CSS, _SCRIPTS = "text/html", "text/css", ("text/javascript", "application/javascript")


class Scrambled:
    """An application whose pages, styles and scripts have other names, the same everywhere.

    Args:
        application: answers.
        names: gives them.
    """

    def __init__(self, application: Application, names: Names) -> None:
        self._application = application
        self._names = names
        self._assets: dict[bytes, bytes] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        start: Message = {}
        body = bytearray()

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            elif message["type"] == "http.response.body":
                body.extend(message.get("body", b""))
                if not message.get("more_body"):
                    await self._answer(send, start, bytes(body))

        await self._application(scope, receive, collect)

    async def _answer(self, send: Send, start: Message, body: bytes) -> None:
        headers = [(name.lower(), value) for name, value in start["headers"]]
        kind = next(
            (value.decode().partition(";")[0].strip() for name, value in headers if name == b"content-type"), ""
        )
        content = self._rewritten(kind, body)
        kept = [(name, self._header(name, value)) for name, value in headers if name != b"content-length"]
        kept.append((b"content-length", str(len(content)).encode()))
        await send({**start, "headers": kept})
        await send({"type": "http.response.body", "body": content, "more_body": False})

    def _rewritten(self, kind: str, body: bytes) -> bytes:
        if kind == _HTML:
            return self._names.html(body.decode()).encode()
        if kind != _CSS and kind not in _SCRIPTS:
            return body
        known = self._assets.get(body)
        if known is None:
            text = body.decode()
            known = (self._names.css(text) if kind == _CSS else self._names.script(text)).encode()
            self._assets[body] = known
        return known

    def _header(self, name: bytes, value: bytes) -> bytes:
        return self._names.address(value.decode("latin-1")).encode("latin-1") if name == b"location" else value


def scrambled(sites: Sites, names: Names) -> Sites:
    """The same sites with other names in their pages."""
    return Sites([replace(site, application=Scrambled(site.application, names)) for site in sites])


class ServedSites:
    """Sites under the name of a mall, to be served.

    Args:
        name: of the mall.
        sites: in order.
    """

    def __init__(self, name: str, sites: Sites) -> None:
        self.name = name
        self.sites = sites
