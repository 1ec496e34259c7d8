"""The one resolver: which episode and which site a request belongs to, and whether it may go there.

Two doors lead in. A slot's port is a forward proxy that knows one episode and the mall's own hosts. The door's port
answers at `http://<site>.<label>.localhost:<port>/` for people and for clients without proxy.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import cast
from urllib.parse import unquote, urlsplit

from shopworld.episode import Episode
from shopworld.errors import EpisodeError
from shopworld.mall.pages import refusal_page
from shopworld.mall.protocol import Connection
from shopworld.mall.registry import Episodes, Fault, LiveEpisode
from shopworld.mall.reply import Application, BodyTooLarge, ClientGone, Receive, Reply, Scope, Send, call, read_body
from shopworld.mall.site import Site, Sites
from shopworld.mall.target import Refusal, Target

_DOOR_SUFFIX = ".localhost"
_FRONT_HOSTS = ("localhost", "127.0.0.1")
_HOP_BY_HOP = frozenset(
    (b"connection", b"host", b"keep-alive", b"proxy-authorization", b"proxy-connection", b"te", b"trailer", b"upgrade")
)
_SAFE_FETCHES = (b"same-origin", b"none")

logger = logging.getLogger("shopworld.mall")


@dataclass(slots=True)
class Slot:
    """A worker's own entrance: one episode at a time.

    It listens on two ports and takes the other one for each new episode. What a browser context of the episode before
    still sends while it is being disposed of thus never reaches the next episode.

    Attributes:
        index: from 0.
        ports: on 127.0.0.1.
        live: the open episode, or None.
        opened: how many episodes there were.
    """

    index: int
    ports: tuple[int, int]
    live: LiveEpisode | None = None
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
    def episode(self) -> Episode | None:
        """The open episode."""
        return self.live.episode if self.live else None

    def hold(self, live: LiveEpisode) -> None:
        """Takes an episode in, on the other port than the last one."""
        self.opened += 1
        self.live = live


class Gateway:
    """The mall's ASGI application.

    Args:
        sites: what is served.
        episodes: who may be served.
        slots: by port.
        front: answers at the door's own address (`http://localhost:<port>/`).
    """

    def __init__(self, sites: Sites, episodes: Episodes, slots: Mapping[int, Slot], front: Application) -> None:
        self._sites = sites
        self._episodes = episodes
        self._slots = slots
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

    async def _answer(self, scope: Scope, receive: Receive) -> Reply:
        target: Target | Refusal = scope["shopworld.target"]
        if isinstance(target, Refusal):
            return _refuse(target, close=True)
        body = await read_body(scope, receive)
        if scope["method"] == "POST" and not _is_own(scope, target.origin):
            return _refuse(Refusal(403, "This form was sent from another site. Send it from the shop's own page."))
        port = scope["server"][1]
        slot = self._slots.get(port)
        if slot is None and target.host in _FRONT_HOSTS:
            return await call(self._front, _site_scope(scope, target, None), body, origin=target.origin)
        if slot is None:
            found = self._by_door(target)
        else:
            found = self._by_slot(slot, port, target, scope["shopworld.connection"])
        if isinstance(found, Refusal):
            return _refuse(found, front=f"http://localhost:{port}/" if slot is None else "")
        live, site = found
        return await self._visit(live, site, scope, target, body)

    def _by_slot(
        self, slot: Slot, port: int, target: Target, connection: Connection
    ) -> tuple[LiveEpisode, Site] | Refusal:
        site = self._sites.at(target.host)
        if site is None or target.port != 80:
            return Refusal(403, f"{target.authority} does not exist in this world.")
        live = slot.live
        if live is None and slot.opened == 0:
            return Refusal(503, "No episode is open here yet.")
        if connection.bound_to is None:
            connection.bound_to = live
        if live is None or connection.bound_to is not live or port != slot.port or live.is_over():
            return Refusal(410, "This episode has ended.")
        return live, site

    def _by_door(self, target: Target) -> tuple[LiveEpisode, Site] | Refusal:
        name, _, label = target.host.removesuffix(_DOOR_SUFFIX).partition(".")
        if not target.host.endswith(_DOOR_SUFFIX) or not label:
            return Refusal(403, f"{target.authority} does not exist in this world.")
        live = self._episodes.find(label)
        if live is None:
            if self._episodes.is_finished(label):
                return Refusal(410, "This episode has ended.")
            return Refusal(404, "There is no such episode.")
        site = self._sites.named(name)
        if site is None:
            return Refusal(404, f"There is no shop {name!r} in this mall.")
        return live, site

    async def _visit(self, live: LiveEpisode, site: Site, scope: Scope, target: Target, body: bytes) -> Reply:
        """One request of one episode at a time reaches a site."""
        episode = live.episode
        async with live.turn:
            if live.is_over():
                return _refuse(Refusal(410, "This episode has ended."))
            try:
                reply = await call(site.application, _site_scope(scope, target, episode), body, origin=target.origin)
            except Exception as error:
                if isinstance(error, EpisodeError) and live.is_over():
                    return _refuse(Refusal(410, "This episode has ended."))
                return self._broken(episode, target, f"{type(error).__name__}: {error}", traceback.format_exc())
            if reply.status >= 500:
                return self._broken(episode, target, f"{site.name} answered {reply.status}")
            if live.is_over():
                self._episodes.remove(live)
            return reply

    def _broken(self, episode: Episode, target: Target, summary: str, trace: str = "") -> Reply:
        address = f"{target.origin}{target.path.decode('ascii')}"
        logger.error("%s broke in %s: %s\n%s", address, episode.identity, summary, trace)
        self._episodes.record_fault(episode, Fault(address, summary, trace))
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


def _refuse(refusal: Refusal, *, front: str = "", close: bool = False) -> Reply:
    reply = Reply.html(refusal.status, refusal_page(refusal.status, refusal.text, front=front), close=close)
    if refusal.status == HTTPStatus.METHOD_NOT_ALLOWED:
        reply.headers.append((b"allow", b"GET, HEAD, POST"))
    return reply
