"""One server for all micro-shops: each answers under a host of its own, `NAME.localhost`."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import parse_qsl, unquote, urlsplit

from micro_shops import (
    addresses,
    cards,
    countries,
    fourth,
    held_back,
    hosted,
    notations,
    parts,
    platforms,
    rendered,
    second,
    third,
)
from micro_shops.shop import Asked, MicroShop, Reply, missing

FARM: dict[str, MicroShop] = {
    one.name: one()
    for one in (
        MicroShop,
        *addresses.SHOPS,
        *cards.SHOPS,
        *notations.SHOPS,
        *rendered.SHOPS,
        *parts.SHOPS,
        *second.SHOPS,
        *platforms.SHOPS,
        *hosted.SHOPS,
        *countries.SHOPS,
        *third.SHOPS,
        *fourth.SHOPS,
    )
}
"""The shops on which the explorer may be improved."""
HELD_BACK: dict[str, MicroShop] = {one.name: one() for one in held_back.SHOPS}
"""The shops that were only ever measured."""


class MicroFarm:
    """Serves the shops. Use it as a context manager.

    Attributes:
        asked: paths with their query that each host was asked for, by host's name.
    """

    def __init__(self, shops: dict[str, MicroShop] | None = None) -> None:
        self.shops = dict(shops if shops is not None else FARM)
        self.asked: dict[str, list[str]] = defaultdict(list)
        farm = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # head and body in one packet, else each answer waits for an acknowledgement

            def do_GET(self) -> None:
                self._reply("GET")

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                self._reply("POST")

            def _reply(self, method: str) -> None:
                reply = farm.answer(self.headers, self.path, method)
                time.sleep(reply.wait)
                body = reply.body.encode(reply.encoding)
                self.send_response(reply.status)
                self.send_header("Content-Type", reply.kind)
                self.send_header("Content-Length", str(len(body)))
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)
                self.wfile.flush()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base
                """Nobody listens."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: object, client_address: object) -> None:
                """A browser that leaves is no error."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def address(self, name: str) -> str:
        """Of a shop's home page."""
        return f"http://{name.replace('_', '-')}.localhost:{self._server.server_address[1]}/"

    def answer(self, headers: object, path: str, method: str) -> Reply:
        """What the shop of the host says."""
        get = headers.get  # type: ignore[attr-defined]
        host = str(get("Host") or "").partition(".")[0].replace("-", "_")
        self.asked[host].append(path)
        shop = self.shops.get(host)
        if shop is None:
            return missing()
        parts = urlsplit(path)
        cookies = {name: one.value for name, one in SimpleCookie(get("Cookie") or "").items()}
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        return shop.answer(Asked(unquote(parts.path), query, cookies, method))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
