"""The mall's HTTP protocol: uvicorn's, taught what a forward proxy has to know, and strict about sizes.

uvicorn hands an application the path only. A proxy needs the whole request target, and which connection it came by.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from shopworld.mall.target import Refusal, Target, parse_target

HEAD_LIMIT = 32 * 1024
"""Bytes of request line and headers together."""
HEADERS_LIMIT = 100
"""Number of headers."""
HEAD_SECONDS = 10.0
"""Wall time for a request's line and headers, from their first byte on."""
BODY_SECONDS = 30.0
"""Wall time for its body."""
IDLE_SECONDS = 60.0
"""Wall time that a new connection may be silent; between two requests it is the server's own limit that holds."""


class ProxyProtocol(HttpToolsProtocol):
    """One client connection. Puts `shopworld.target` (`Target` or `Refusal`) and itself into the scope.

    Attributes:
        bound_to: the live episode of its last request that was let in.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.logger = logging.getLogger("shopworld.mall.http")
        self._in_head = False
        self._head_bytes = 0
        self.bound_to: object | None = None
        self._due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self._expect(IDLE_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more is waited for."""
        self._expect(None)
        super().connection_lost(exc)

    def on_message_complete(self) -> None:
        """The whole request is there."""
        self._expect(None)
        super().on_message_complete()

    def data_received(self, data: bytes) -> None:
        """Feeds the parser; a head that never ends is cut off."""
        super().data_received(data)
        if not self._in_head:
            self._head_bytes = 0
            return
        self._head_bytes += len(data)
        if self._head_bytes > HEAD_LIMIT and not self.transport.is_closing():
            self._refuse_head()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head = True
        self._expect(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        """The head is read: work out the target, hand on the path in origin form."""
        self._in_head = False
        self._expect(BODY_SECONDS)
        hosts = [value for name, value in self.headers if name == b"host"]
        target: Target | Refusal
        if (
            len(self.headers) > HEADERS_LIMIT
            or sum(len(name) + len(value) for name, value in self.headers) > HEAD_LIMIT
        ):
            target = Refusal(431, "The request's headers are too large.")
        elif len(self.url) > HEAD_LIMIT:
            target = Refusal(414, "The request's address is too long.")
        else:
            target = parse_target(self.parser.get_method().decode("ascii"), self.url, hosts)
        if isinstance(target, Target):
            self.url = target.path + (b"?" + target.query if target.query else b"")
        else:
            self.url = b"/"
        self.scope["shopworld.target"] = target  # type: ignore[typeddict-unknown-key]
        self.scope["shopworld.connection"] = self  # type: ignore[typeddict-unknown-key]
        super().on_headers_complete()
        if isinstance(target, Refusal) or self.parser.should_upgrade():
            self.cycle.keep_alive = False

    def _unsupported_upgrade_warning(self) -> None:
        """A client's wish for another protocol is nothing to warn of; it is answered in HTTP/1.1."""

    def _expect(self, seconds: float | None) -> None:
        """Waits that long for what comes next, and hangs up where it does not come; None: for as long as it takes."""
        if self._due is not None:
            self._due.cancel()
        self._due = self.loop.call_later(seconds, self._hang_up) if seconds is not None else None

    def _hang_up(self) -> None:
        if not self.transport.is_closing():
            if self._in_head:
                self.transport.write(STATUS_LINE[408] + b"content-length: 0\r\nconnection: close\r\n\r\n")
            self.transport.close()

    def _refuse_head(self) -> None:
        self.transport.write(STATUS_LINE[431] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()
