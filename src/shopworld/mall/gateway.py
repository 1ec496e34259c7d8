"""The one resolver: which episode and which site a request belongs to, and whether it may go there.

Three entrances lead in. A slot's port is a forward proxy that knows one episode and the mall's own hosts. The proxy's
port is one for all episodes: each request names its own by its credentials. The door's port answers at
`http://<site>.<label>.localhost:<port>/` for people and for clients without proxy.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import cast
from urllib.parse import unquote, urlsplit

from shopworld.episode import Episode
from shopworld.errors import EpisodeError
from shopworld.mall.admission import Credentials
from shopworld.mall.pages import refusal_page
from shopworld.mall.protocol import ProxyProtocol
from shopworld.mall.registry import Episodes, LiveEpisode, RequestFault
from shopworld.mall.reply import Application, BodyTooLarge, ClientGone, HttpReply, Receive, Scope, Send, call, read_body
from shopworld.mall.site import Site, Sites
from shopworld.mall.target import Refusal, Target

_DOOR_SUFFIX = ".localhost"
_FRONT_HOSTS = ("localhost", "127.0.0.1")
_HOP_BY_HOP = frozenset(
    (b"connection", b"host", b"keep-alive", b"proxy-authorization", b"proxy-connection", b"te", b"trailer", b"upgrade")
)
_SAFE_FETCHES = (b"same-origin", b"none")
_REFUSAL_HEADERS = {
    HTTPStatus.METHOD_NOT_ALLOWED: (b"allow", b"GET, HEAD, POST"),
    HTTPStatus.PROXY_AUTHENTICATION_REQUIRED: (b"proxy-authenticate", b'Basic realm="episode", charset="UTF-8"'),
}
_ENDED = Refusal(410, "This episode has ended.")

_Found = tuple[LiveEpisode, Site] | Refusal

logger = logging.getLogger("shopworld.mall")


@dataclass(slots=True)
class EpisodeSlot:
    """A worker's own entrance: one episode at a time.

    It listens on two ports and takes the other one for each new episode. What a browser context of the episode before
    still sends while it is being disposed of thus never reaches the next episode.

    Attributes:
        index: from 0.
        ports: on 127.0.0.1.
        episode: the open one, or None.
        opened: how many episodes there were.
    """

    index: int
    ports: tuple[int, int]
    episode: Episode | None = None
    opened: int = 0

    @property
    def port(self) -> int:
        """The port of the episode that is open, was open last, or will be the first."""
        return self.ports[max(self.opened - 1, 0) % 2]

    @property
    def proxy_address(self) -> str:
        """`host:port` of the forward proxy. Ask for it after each `open`."""
        return f"127.0.0.1:{self.port}"

    @property
    def next_proxy_address(self) -> str:
        """`host:port` of the forward proxy that the next episode will have."""
        return f"127.0.0.1:{self.ports[self.opened % 2]}"

    def hold(self, episode: Episode) -> None:
        """Takes an episode in, on the other port than the last one."""
        self.opened += 1
        self.episode = episode


class Gateway:
    """The mall's ASGI application.

    Args:
        sites: what is served.
        episodes: who may be served.
        slots: by port.
        proxy_port: where credentials name the episode.
        credentials: that episodes were given.
        front: answers at the door's own address (`http://localhost:<port>/`).
    """

    def __init__(
        self,
        sites: Sites,
        episodes: Episodes,
        slots: Mapping[int, EpisodeSlot],
        proxy_port: int,
        credentials: Credentials,
        front: Application,
    ) -> None:
        self._sites = sites
        self._episodes = episodes
        self._slots = slots
        self._proxy_port = proxy_port
        self._credentials = credentials
        self._front = front

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request; whatever happens, with a whole answer."""
        try:
            reply = await self._answer(scope, receive)
        except ClientGone:
            return
        except BodyTooLarge:
            reply = _refuse(Refusal(413, "The request is too large."), close=True)
        except Exception:
            logger.exception("the mall itself broke")
            reply = _refuse(Refusal(500, "Something broke in this mall. It was not your fault."), close=True)
        await reply.send(send, body=scope["method"] != "HEAD")

    async def _answer(self, scope: Scope, receive: Receive) -> HttpReply:
        target: Target | Refusal = scope["shopworld.target"]
        if isinstance(target, Refusal):
            return _refuse(target, close=True)
        found = self._find(scope, target)  # before the body is read: one that comes slowly is no later episode's
        body = await read_body(scope, receive)
        if scope["method"] == "POST" and not _is_own(scope, target.origin):
            return _refuse(Refusal(403, "This form was sent from another site. Send it from the shop's own page."))
        if found is None:
            return await call(self._front, _site_scope(scope, target, None), body, origin=target.origin)
        if isinstance(found, Refusal):
            port = scope["server"][1]
            proxied = port in self._slots or port == self._proxy_port
            return _refuse(found, front="" if proxied else f"http://localhost:{port}/")
        live, site = found
        live.bind(scope["shopworld.connection"])
        return await self._visit(live, site, scope, target, body, by_slot=scope["server"][1] in self._slots)

    def _find(self, scope: Scope, target: Target) -> _Found | None:
        """The episode and the site of a request, by its entrance; None for the front page."""
        port = scope["server"][1]
        if (slot := self._slots.get(port)) is not None:
            return self._by_slot(slot, port, target, scope["shopworld.connection"])
        if port == self._proxy_port:
            return self._by_credentials(scope, target)
        return None if target.host in _FRONT_HOSTS else self._by_door(target)

    def _by_slot(self, slot: EpisodeSlot, port: int, target: Target, connection: ProxyProtocol) -> _Found:
        site = self._proxied(target)
        if isinstance(site, Refusal):
            return site
        if slot.opened == 0:
            return Refusal(503, "No episode is open here yet.")
        episode = slot.episode  # read once: other threads open and close slots
        live = self._episodes.find(episode.label) if episode is not None else None
        if live is None or connection.bound_to not in (None, live) or port != slot.port:
            return _ENDED
        return live, site

    def _by_credentials(self, scope: Scope, target: Target) -> _Found:
        label = self._credentials.proven_label(scope["headers"])
        if label is None:
            return Refusal(407, "This proxy asks for the user name and the password of an episode.")
        site = self._proxied(target)
        if isinstance(site, Refusal):
            return site
        live = self._episodes.find(label)
        return (live, site) if live is not None else _ENDED  # who has a password was admitted once

    def _by_door(self, target: Target) -> _Found:
        name, _, label = target.host.removesuffix(_DOOR_SUFFIX).partition(".")
        if not target.host.endswith(_DOOR_SUFFIX) or not label:
            return _foreign(target)
        live = self._episodes.find(label)
        if live is None:
            return _ENDED if self._episodes.is_removed(label) else Refusal(404, "There is no such episode.")
        site = self._sites.named(name)
        if site is None:
            return Refusal(404, f"There is no shop {name!r} in this mall.")
        return live, site

    def _proxied(self, target: Target) -> Site | Refusal:
        site = self._sites.at(target.host)
        return site if site is not None and target.port == 80 else _foreign(target)

    async def _visit(
        self, live: LiveEpisode, site: Site, scope: Scope, target: Target, body: bytes, *, by_slot: bool
    ) -> HttpReply:
        """One request of one episode at a time reaches a site."""
        episode = live.episode
        async with live.turn:
            if live.is_over():
                return _refuse(_ENDED)
            before = len(episode.events)
            try:
                reply = await call(site.application, _site_scope(scope, target, episode), body, origin=target.origin)
            except Exception as error:
                if isinstance(error, EpisodeError) and live.is_over():
                    return _refuse(_ENDED)
                return self._broken(episode, target, f"{type(error).__name__}: {error}", traceback.format_exc())
            finally:
                if not by_slot:
                    live.caused += episode.events[before:]
            if reply.status >= 500:
                return self._broken(episode, target, f"{site.name} answered {reply.status}")
            if live.is_over():
                reply.close = True
                live.hang_up(answering=True)
                await asyncio.sleep(0)  # now they are closed: who reads this reply does not use them any more
            return reply

    def _broken(self, episode: Episode, target: Target, summary: str, trace: str = "") -> HttpReply:
        address = f"{target.origin}{target.path.decode('ascii')}"
        logger.error("%s broke in %s: %s\n%s", address, episode.identity, summary, trace)
        self._episodes.record_fault(episode, RequestFault(address, summary, trace))
        return _refuse(Refusal(500, "Something broke in this shop. It was not your fault, and it has been noted."))


def _is_own(scope: Scope, origin: str) -> bool:
    """Whether a request that changes something comes from the site's own pages, or from no page at all."""
    headers = scope["headers"]
    for name, value in headers:
        if name == b"origin" and value != origin.encode("ascii"):
            return False
        if name == b"sec-fetch-site" and value not in _SAFE_FETCHES:
            return False
    if any(name == b"origin" for name, _ in headers):
        return True
    referers = [value.decode("latin-1") for name, value in headers if name == b"referer"]
    return all(_origin_of(referer) == origin for referer in referers)


def _origin_of(address: str) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}"


def _site_scope(scope: Scope, target: Target, episode: Episode | None) -> Scope:
    """What a site sees of a request: its own address and the episode, nothing of the connection."""
    headers = [(b"host", target.authority.encode("ascii"))]
    headers += [(name, value) for name, value in scope["headers"] if name not in _HOP_BY_HOP]
    inner = {
        "type": "http",
        "asgi": scope["asgi"],
        "http_version": scope["http_version"],
        "server": (target.host, target.port),
        "client": None,
        "scheme": "http",
        "method": scope["method"],
        "root_path": "",
        "path": unquote(target.path.decode("ascii")),
        "raw_path": target.path,
        "query_string": target.query,
        "headers": headers,
    }
    if episode is not None:
        inner["shopworld.episode"] = episode
    return cast(Scope, inner)


def _foreign(target: Target) -> Refusal:
    return Refusal(403, f"{target.authority} does not exist in this world.")


def _refuse(refusal: Refusal, *, front: str = "", close: bool = False) -> HttpReply:
    page = refusal_page(refusal.status, refusal.text, front=front)
    reply = HttpReply.html(refusal.status, page, close=close or refusal is _ENDED)
    if header := _REFUSAL_HEADERS.get(HTTPStatus(refusal.status)):
        reply.headers.append(header)
    return reply
