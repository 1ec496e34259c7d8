"""A site on this machine that answers as it is told, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit

PRODUCTS = 4
Answer = str | bytes | tuple[int, str, str]
Route = Answer | Callable[[dict[str, str]], Answer]


class LittleSite:
    """A site made of routes by path: a page as text, data as bytes of JSON, or status, type and body."""

    def __init__(self, routes: Mapping[str, Route]) -> None:
        self.routes = dict(routes)
        self.asked: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                site.asked.append(self.path)
                status, kind, body = site.answer(self.path)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                if 300 <= status < 400:
                    self.send_header("Location", body.decode())
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base
                """Nobody listens."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def address(self) -> str:
        """Of its home page."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def answer(self, path: str) -> tuple[int, str, bytes]:
        """What it says to a path."""
        parts = urlsplit(path)
        route = self.routes.get(parts.path, (404, "text/html", "<h1>Not found</h1>"))
        if callable(route):
            route = route({name: values[-1] for name, values in parse_qs(parts.query).items()})
        if isinstance(route, str):
            return 200, "text/html; charset=utf-8", route.encode()
        if isinstance(route, bytes):
            return 200, "application/json", route
        status, kind, body = route
        return status, kind, body.encode()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def page(body: str, title: str = "Tin Cup Trading", head: str = "") -> str:
    """A page of HTML."""
    return f'<!doctype html><html lang="en"><head><title>{title}</title>{head}</head><body>{body}</body></html>'


def card(number: int) -> str:
    """A product in a list."""
    return (
        f'<li><a href="/item/{number}"><img src="/p.png" alt=""><h3>Tin kettle number {number}</h3></a>'
        f"<p>€{number + 10}.00</p></li>"
    )


def listing(numbers: range, following: str = "", name: str = "Kettles") -> str:
    """A page of a listing, with a link to the next one."""
    cards = "".join(card(number) for number in numbers)
    more = f'<a rel="next" href="{following}">Next</a>' if following else ""
    return page(f"<main><h1>{name}</h1><ul>{cards}</ul>{more}</main>", f"{name} – Tin Cup Trading")


def item(number: int) -> str:
    """A product's own page."""
    return page(
        f"<main><h1>Tin kettle number {number}</h1><p>€{number + 10}.00</p><p>Boils water for four.</p>"
        "<form method=post action=/basket><label>Quantity <input type=number name=q value=1></label>"
        "<button>Add to basket</button></form></main>",
        f"Tin kettle number {number} – Tin Cup Trading",
    )


def small_shop() -> dict[str, Route]:
    """A shop of two listings without search and footer; its cart cannot be filled."""
    shell = '<header><a href="/">Tin Cup Trading</a><nav><a href="/kettles">Kettles</a> <a href="/all">All</a></nav>'
    home = page(
        f'{shell}<a href="/basket">Basket</a></header><main><section><h2>Kettles</h2>'
        f"<ul>{''.join(card(number) for number in range(3))}</ul></section></main>",
        head='<meta property="og:site_name" content="Tin Cup Trading">',
    )
    routes: dict[str, Route] = {
        "/": home,
        "/kettles": listing(range(3)),
        "/all": listing(range(PRODUCTS), name="All products"),
        "/basket": page("<main><h1>Your basket is empty</h1></main>"),
        "/p.png": (404, "text/plain", ""),
    }
    return routes | {f"/item/{number}": item(number) for number in range(PRODUCTS)}


def endless(parameters: dict[str, str]) -> Answer:
    """A listing whose pages go on for ever, with the same products."""
    number = int(parameters.get("page", "1"))
    return listing(range(8), f"/all?page={number + 1}", "All products")


def catalog(count: int, page_size: int = 250) -> Callable[[dict[str, str]], Answer]:
    """`/products.json` of a shop with so many products."""

    def answer(parameters: dict[str, str]) -> Answer:
        start = (int(parameters.get("page", "1")) - 1) * page_size
        products = [
            {
                "id": number,
                "title": f"Tin kettle number {number}",
                "handle": f"kettle-{number}",
                "vendor": "Tin Cup",
                "options": [{"name": "Size", "values": ["S", "L"] if number % 2 else ["S"]}],
                "variants": [
                    {"title": size, "price": f"{10 + number % 90}.00", "available": True, "option1": size}
                    for size in (("S", "L") if number % 2 else ("S",))
                ],
            }
            for number in range(start, min(start + page_size, count))
        ]
        return json.dumps({"products": products}).encode()

    return answer
