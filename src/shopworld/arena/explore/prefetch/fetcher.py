"""Asks a site for pages and data: slowly, within robots.txt and budgets, this site only, each address once."""

from __future__ import annotations

import re
import socket
from types import TracebackType

import httpx
from protego import Protego

from shopworld.arena.explore.prefetch.address import SiteAddress
from shopworld.arena.explore.prefetch.cache import Cache, FetchedReply
from shopworld.arena.explore.prefetch.limits import LARGEST_PAGE, Pace
from shopworld.errors import ArenaError

_TELLING = (
    (re.compile(r"<title>\s*(?:just a moment|attention required)", re.I), "a challenge of a content network"),
    (
        re.compile(r"(?:verify|verifying|confirm|prove)\W+(?:that\s+)?you(?:'re| are)\W+(?:a\s+)?human", re.I),
        "a check for humans",
    ),
    (
        re.compile(r"(?:are you a robot|not a robot|robot check|unusual traffic|automated (?:access|requests))", re.I),
        "a check for robots",
    ),
    (re.compile(r"enable javascript and cookies to continue", re.I), "a challenge that needs cookies"),
    (re.compile(r"(?:access denied|request (?:was )?blocked|you have been blocked)", re.I), "a refusal"),
    (re.compile(r"<(?:title|h1)[^>]*>[^<]*captcha", re.I), "a captcha"),
    (re.compile(r"enter (?:the )?(?:store )?password|opening soon", re.I), "a password page"),
)
_REFUSALS = (401, 403, 405, 406, 407, 429, 430, 503)
_SHORT = 20_000
"""A wall is a small page; a large page that speaks of robots is a page about toys."""

USER_AGENT = "shopworld-explorer/1.0"
_MOST_REDIRECTS = 8
_TIMEOUT = 30.0
_LOOPBACK = "127.0.0.1"


class Unreachable(ArenaError):
    """The site does not answer."""


class Forbidden(ArenaError):
    """robots.txt forbids it."""


class TooLarge(ArenaError):
    """The answer is larger than allowed."""


class Walled(ArenaError):
    """The site shows programs a wall instead of its shop."""


class Elsewhere(ArenaError):
    """The answer comes from another site."""


class Fetcher:
    """Asks one site. Use it as a context manager.

    Args:
        site: which one.
        cache: where answers are kept; answers found there cost nothing.
        pace: delay and budgets.
        largest: bytes of an answer.
    """

    def __init__(self, site: SiteAddress, cache: Cache, pace: Pace, *, largest: int = LARGEST_PAGE) -> None:
        self.site = site
        self.cache = cache
        self.pace = pace
        self._largest = largest
        self._robots: Protego | None = None
        self._client = httpx.Client(
            headers={"User-Agent": USER_AGENT, "Accept-Language": "en,*;q=0.5"},
            timeout=_TIMEOUT,
            follow_redirects=False,
            trust_env=not site.is_loopback,
            transport=_Loopback() if site.is_loopback else None,
        )

    def __enter__(self) -> Fetcher:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def allows(self, address: str) -> bool:
        """Whether robots.txt allows an address."""
        if self._robots is None:
            self._read_robots()
        assert self._robots is not None
        return bool(self._robots.can_fetch(address, USER_AGENT))

    @property
    def sitemaps(self) -> list[str]:
        """The sitemaps that robots.txt names."""
        if self._robots is None:
            self._read_robots()
        assert self._robots is not None
        return list(self._robots.sitemaps)

    def cookies(self) -> list[dict[str, str]]:
        """The visitor's cookies, as a browser takes them."""
        return [
            {"name": one.name, "value": one.value or "", "domain": self.site.host, "path": one.path}
            for one in self._client.cookies.jar
        ]

    def take_cookies(self, cookies: list[dict[str, str]]) -> None:
        """Goes on as the visitor that a browser has been; what was read before is asked for again."""
        for one in cookies:
            self._client.cookies.set(one["name"], one["value"], domain=one["domain"], path=one["path"])
        self.cache.forget()

    def get(self, address: str) -> FetchedReply:
        """The answer to an address, from the cache where it was asked before.

        Raises:
            Forbidden: robots.txt forbids it.
            Elsewhere: it belongs, or leads, to another site.
            Unreachable: nothing answers.
            TooLarge: it is larger than allowed.
            BudgetSpent: no further request is allowed.
        """
        if not self.site.owns(address):
            raise Elsewhere(f"{address} is not part of {self.site.root}")
        kept = self.cache.read(address)
        if kept is not None:
            return kept
        if not self.allows(address):
            raise Forbidden(f"robots.txt of {self.site.host} forbids {self.site.path(address)}")
        reply = self._ask(address)
        if reply.status < 500:
            self.cache.write(reply)
        return reply

    def _ask(self, address: str) -> FetchedReply:
        current = address
        for _ in range(_MOST_REDIRECTS):
            self.pace.wait()
            try:
                with self._client.stream("GET", current) as answer:
                    target = answer.headers.get("location", "") if answer.is_redirect else ""
                    if not target:
                        return FetchedReply(
                            address,
                            current,
                            answer.status_code,
                            answer.headers.get("content-type", "").partition(";")[0].strip().lower(),
                            self._body(answer, current),
                        )
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                raise Unreachable(f"{current} does not answer: {_reason(error)}") from error
            current = self.site.join(target, current)
            if not self.site.owns(current):
                raise Elsewhere(f"{address} leads to another site")
            if not self.allows(current):
                raise Forbidden(f"robots.txt of {self.site.host} forbids {self.site.path(current)}")
        raise Unreachable(f"{address} redirects more than {_MOST_REDIRECTS} times")

    def _body(self, answer: httpx.Response, address: str) -> str:
        announced = answer.headers.get("content-length", "")
        if announced.isdigit() and int(announced) > self._largest:
            raise TooLarge(f"{address} is {int(announced):,} bytes, more than {self._largest:,}")
        body = bytearray()
        for chunk in answer.iter_bytes():
            body += chunk
            if len(body) > self._largest:
                raise TooLarge(f"{address} is more than {self._largest:,} bytes")
        try:
            return body.decode(answer.charset_encoding or _declared(bytes(body[:2048])), errors="replace")
        except LookupError:
            return body.decode("utf-8", errors="replace")

    def _read_robots(self) -> None:
        """Reads robots.txt: a missing one allows all, one that cannot be read because of the server forbids all."""
        self._robots = Protego.parse("")
        address = self.site.join("/robots.txt")
        reply = self.cache.read(address) or self._ask(address)
        if reply.status >= 500:
            raise Unreachable(
                f"{self.site.host} answers {reply.status} to robots.txt", hint="Try again when the site is up."
            )
        self.cache.write(reply)
        if reply.ok and not reply.is_html:
            self._robots = Protego.parse(reply.text)
            wanted = self._robots.crawl_delay(USER_AGENT)
            if wanted and not self.site.is_loopback:
                self.pace.delay = max(self.pace.delay, min(float(wanted), 30.0))

    def home(self) -> FetchedReply:
        """The home page, with the site's address moved to where it answers from.

        Raises:
            ArenaError: it does not answer, forbids programs, or is no page.
        """
        reply = self._home()
        wall = wall_of(reply.status, reply.text)
        if wall:
            raise Walled(
                f"{self.site.host} blocks programs: {wall}",
                hint="It cannot be explored. Nothing was written.",
            )
        if not reply.ok:
            raise Unreachable(f"{self.site.start} answers {reply.status}", hint="Check the address.")
        if not reply.is_html:
            raise Unreachable(f"{self.site.start} is {reply.content_type or 'no page'}, expected a web page")
        return reply

    def _home(self) -> FetchedReply:
        try:
            return self.get(self.site.start)
        except Forbidden as error:
            raise Forbidden(
                f"robots.txt of {self.site.host} forbids its home page to programs",
                hint="It cannot be explored. Nothing was written.",
            ) from error
        except TooLarge as error:
            raise TooLarge(f"the home page is too large: {error.message}", hint="Raise --page-bytes.") from error


class _Loopback(httpx.HTTPTransport):
    """Reaches `*.localhost` on this machine whatever the resolver says (RFC 6761)."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.host.endswith(".localhost"):
            address = request.url.copy_with(host=_LOOPBACK)
            request = httpx.Request(
                request.method, address, headers=request.headers, stream=request.stream, extensions=request.extensions
            )
        return super().handle_request(request)


def _declared(head: bytes) -> str:
    """The encoding that a page declares itself."""
    found = re.search(rb"<meta[^>]{0,80}charset=[\"']?([\w-]+)", head, re.I)
    return found[1].decode("ascii") if found else "utf-8"


def _reason(error: Exception) -> str:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, socket.gaierror):
            return "there is no such host"
        cause = cause.__cause__ or cause.__context__
    return str(error) or type(error).__name__


def wall_of(status: int, text: str) -> str:
    """What kind of wall a page is, for people; empty where it is none."""
    if status in _REFUSALS:
        kind = next((kind for pattern, kind in _TELLING if pattern.search(text[:_SHORT])), "")
        return f"status {status}" + (f", {kind}" if kind else "")
    if len(text) <= _SHORT and 0 < text.count("<") < 400:
        kind = next((kind for pattern, kind in _TELLING if pattern.search(text)), "")
        links = len(re.findall(r"<a\s", text, re.I))
        if kind and links < 12:
            return kind
    return ""
