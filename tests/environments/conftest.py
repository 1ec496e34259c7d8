"""A real browser, and a small web site behind a forward proxy that answers for `*.example` hosts."""

from __future__ import annotations

import re
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from shopworld.environments import BrowserEnvironment, BrowserProcess, Observation, find_browser
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.errors import BrowserMissing

ADDRESS = "http://shop.example"

Page = str | Callable[["Request"], "Reply | str"]


@dataclass
class Request:
    """What the browser asked for."""

    method: str
    host: str
    path: str
    query: dict[str, str]
    form: dict[str, str]
    headers: dict[str, str]


@dataclass
class Reply:
    """What the site answers."""

    body: str | bytes = ""
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0


class Site:
    """Pages by path, served for every host that ends in `.example`, through a forward proxy on loopback."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self.requests: list[Request] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    @property
    def proxy(self) -> str:
        return f"127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def reset(self) -> None:
        self.pages = {}
        self.requests = []

    def paths(self) -> list[str]:
        return [request.path for request in self.requests]

    def answer(self, request: Request) -> Reply:
        if not request.host.endswith(".example"):
            return Reply("<title>Refused</title>refused by the proxy", 403)
        page = self.pages.get(request.path)
        if page is None:
            return Reply(f"<title>Not found</title><h1>No page {request.path}</h1>", 404)
        answer = page if isinstance(page, str) else page(request)
        return answer if isinstance(answer, Reply) else Reply(answer)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                address = urllib.parse.urlsplit(self.path)
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                request = Request(
                    self.command,
                    address.hostname or "",
                    address.path,
                    dict(urllib.parse.parse_qsl(address.query)),
                    dict(urllib.parse.parse_qsl(body)),
                    {name.lower(): value for name, value in self.headers.items()},
                )
                site.requests.append(request)
                reply = site.answer(request)
                if reply.delay:
                    time.sleep(reply.delay)
                data = reply.body.encode() if isinstance(reply.body, str) else reply.body
                self.send_response(reply.status)
                for name, value in {
                    "Content-Type": reply.content_type,
                    "Cache-Control": "no-store",
                    **reply.headers,
                }.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_POST = do_GET  # noqa: N815 - the name that http.server looks for

            def do_CONNECT(self) -> None:
                self.send_error(403)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                return

            def handle(self) -> None:
                try:
                    super().handle()
                except (ConnectionError, TimeoutError):
                    return

        return Handler


@pytest.fixture(scope="session")
def browser() -> Iterator[BrowserProcess]:
    """One browser for all tests of a worker."""
    try:
        program = find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))
    with BrowserProcess(program) as process:
        yield process


@pytest.fixture(scope="session")
def _site() -> Iterator[Site]:
    site = Site()
    yield site
    site.close()


@pytest.fixture
def site(_site: Site) -> Site:
    """An empty site; give it pages."""
    _site.reset()
    return _site


class Visitor:
    """An agent's view of the site: acts by role and name, keeps the last observation."""

    def __init__(self, environment: BrowserEnvironment, site: Site) -> None:
        self.environment = environment
        self.site = site
        self.episode = Episode(EpisodeIdentity("agent", "task"), "label")
        self.seen = Observation("", "")

    def start(self, path: str = "/") -> Observation:
        self.seen = self.environment.open(self.episode, self.site.proxy, ADDRESS + path, "Buy a mouse.")
        return self.seen

    def open(self, body: str, title: str = "Page") -> Observation:
        """Serves that body at `/` and starts there."""
        self.site.pages["/"] = f"<!doctype html><html lang=en><title>{title}</title><body>{body}"
        return self.start()

    def id_of(self, role_and_name: str) -> str:
        """The id of the first element whose line begins with that role and name."""
        match = re.search(rf"\[(\w+)\] {re.escape(role_and_name)}", self.seen.accessibility_tree)
        assert match, f"no {role_and_name} in\n{self.seen.accessibility_tree}"
        return match.group(1)

    def step(self, action: str) -> Observation:
        self.seen = self.environment.step(action)
        return self.seen

    def click(self, role_and_name: str) -> Observation:
        return self.step(f"click({self.id_of(role_and_name)!r})")

    def fill(self, role_and_name: str, value: str) -> Observation:
        return self.step(f"fill({self.id_of(role_and_name)!r}, {value!r})")

    def press(self, role_and_name: str, keys: str) -> Observation:
        return self.step(f"press({self.id_of(role_and_name)!r}, {keys!r})")

    @property
    def tree(self) -> str:
        return self.seen.accessibility_tree

    @property
    def problem(self) -> str:
        return self.seen.last_action_error


@pytest.fixture
def visitor(browser: BrowserProcess, site: Site) -> Iterator[Visitor]:
    """A visitor with an environment of its own, without pictures."""
    with BrowserEnvironment(browser) as environment:
        yield Visitor(environment, site)


@pytest.fixture
def reply() -> type[Reply]:
    """Makes an answer of the site with a status, headers or a delay."""
    return Reply
