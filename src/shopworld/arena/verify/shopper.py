"""A shopper who visits a shop in this process: real requests to the real application, without a network."""

from __future__ import annotations

import asyncio
import traceback
from dataclasses import dataclass
from urllib.parse import quote, unquote, urlencode, urlsplit

from shopworld.closing import Closing
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import Application, BadReply, call
from shopworld.shop import SHOP_STATE, AgeAnswered, CookiesChosen, OverlayDismissed, ShopState, Storefront

_MOST_REDIRECTS = 5
_SECRET = b"no secret: these episodes are seen by nobody else"
_SAFE = "/-_.~!$&'()*+,;=:@%"


@dataclass(frozen=True, slots=True)
class ShopResponse:
    """What the shop answered.

    Attributes:
        path: path and query that answered in the end, after redirects.
        status: HTTP status; 500 where the shop raised.
        content_type: without parameters.
        body: as bytes.
        error: what the shop raised, in one line; empty if nothing.
    """

    path: str
    status: int
    content_type: str = ""
    body: bytes = b""
    error: str = ""

    @property
    def is_fine(self) -> bool:
        """Whether it is a 2xx."""
        return 200 <= self.status < 300

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")


class VerifyingShopper(Closing):
    """One visitor with an episode of its own. Use it as a context manager.

    Args:
        storefront: that is visited.
        name: of the visit; the same name gives the same episode.
    """

    def __init__(self, storefront: Storefront, name: str) -> None:
        self.storefront = storefront
        identity = storefront.specification.identity
        self.shop_id, self.host = identity.id, identity.host
        who = EpisodeIdentity("verification", name)
        self.episode = Episode(who, who.label(_SECRET), seed=1)
        self._loop = asyncio.new_event_loop()

    def close(self) -> None:
        """Ends the visit."""
        self._loop.close()

    @property
    def state(self) -> ShopState:
        """What the shop knows of this visitor."""
        return self.episode.state(SHOP_STATE).get(self.shop_id) or ShopState()

    def events(self, *kinds: str) -> int:
        """How many events of these kinds were recorded."""
        return sum(event.kind in kinds for event in self.episode.events)

    def get(self, path: str, *, accept: str = "") -> ShopResponse:
        """Asks for a page and follows redirects.

        Args:
            path: of the page, with its query.
            accept: media type that is asked for; empty for what browsers ask for.
        """
        return self._follow("GET", path, b"", accept)

    def post(self, path: str, fields: list[tuple[str, str]]) -> ShopResponse:
        """Sends a form and follows redirects."""
        return self._follow("POST", path, urlencode(fields).encode())

    def _follow(self, method: str, path: str, body: bytes, accept: str = "") -> ShopResponse:
        for _ in range(_MOST_REDIRECTS):
            answer, location = self._loop.run_until_complete(self._ask(method, path, body, accept))
            if not location:
                return answer
            method, path, body = "GET", location, b""
        return ShopResponse(path, 508, error=f"more than {_MOST_REDIRECTS} redirects")

    async def _ask(self, method: str, path: str, body: bytes, accept: str) -> tuple[ShopResponse, str]:
        parts = urlsplit(path)
        raw_path = quote(parts.path or "/", safe=_SAFE)
        headers = [(b"host", self.host.encode("ascii"))]
        if accept:
            headers.append((b"accept", accept.encode("ascii")))
        if method == "POST":
            headers.append((b"content-type", b"application/x-www-form-urlencoded"))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "server": (self.host, 80),
            "client": None,
            "scheme": "http",
            "method": method,
            "root_path": "",
            "path": unquote(raw_path),
            "raw_path": raw_path.encode("ascii"),
            "query_string": quote(parts.query, safe=_SAFE + "?").encode("ascii"),
            "headers": headers,
            "shopworld.episode": self.episode,
        }
        application: Application = self.storefront.application
        try:
            reply = await call(application, scope, body, origin=f"http://{self.host}")
        except BadReply as error:
            return ShopResponse(path, 502, error=str(error)), ""
        except Exception as error:  # whatever a theme's template raises is what is looked for
            last = traceback.format_exception_only(error)[-1].strip().replace("\n", " ")
            return ShopResponse(path, 500, error=last), ""
        location = reply.header(b"location").decode("latin-1") if 300 <= reply.status < 400 else ""
        content_type = reply.header(b"content-type").decode("latin-1").partition(";")[0].strip().lower()
        return ShopResponse(path, reply.status, content_type, reply.body), location


def clear_the_way(shopper: VerifyingShopper) -> None:
    """Answers and closes all that lies over pages, as a visitor does first."""
    for done in (
        CookiesChosen(accepted=False),
        AgeAnswered(old_enough=True),
        OverlayDismissed(what="popup"),
        OverlayDismissed(what="newsletter"),
    ):
        shopper.episode.record(done, shop=shopper.shop_id)
