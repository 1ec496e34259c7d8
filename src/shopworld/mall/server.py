"""The mall's server: one thread, one event loop, loopback ports for slots, proxy and door."""

from __future__ import annotations

import asyncio
import secrets
import socket
import threading
from types import TracebackType
from typing import Self

import uvicorn

from shopworld.episode import Ending, Episode, EpisodeIdentity
from shopworld.errors import EnvironmentFault, MallError
from shopworld.mall.admission import Admission, Credentials, Proxy
from shopworld.mall.front import FrontPage, door_address
from shopworld.mall.gateway import EpisodeSlot, Gateway
from shopworld.mall.protocol import ProxyProtocol
from shopworld.mall.registry import Episodes, LiveEpisode, RequestFault
from shopworld.mall.site import Served

HOST = "127.0.0.1"
"""The server listens on loopback only."""

KEEP_ALIVE_SECONDS = 600
"""A browser's connection outlives the thinking time of its agent."""

START_SECONDS = 30.0
FINISH_SECONDS = 30.0


class MallServer:
    """Serves a mall, and lets episodes in and out.

    Used from the threads that run agents; requests are answered in a thread of its own.

    Args:
        mall: what to serve.
        slots: number of slots; each runs one episode at a time.
        door_port: of the door; 0 takes a free one.
    """

    def __init__(self, mall: Served, slots: int = 1, door_port: int = 0) -> None:
        if slots < 0:
            raise MallError(f"{slots} slots: expected 0 or more")
        self.mall = mall
        self.visitor: Episode | None = None
        self._wanted = slots
        self._wanted_port = door_port
        self._episodes = Episodes()
        self._slots: tuple[EpisodeSlot, ...] = ()
        self._door_port = self._proxy_port = 0
        self._credentials = Credentials()
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._visits = 0
        self._secret = secrets.token_bytes(32)

    @property
    def slots(self) -> tuple[EpisodeSlot, ...]:
        """The slots, from 0; empty before `start`."""
        return self._slots

    @property
    def door_port(self) -> int:
        """Port of the door; 0 before `start`."""
        return self._door_port

    @property
    def proxy_server(self) -> str:
        """Address of the proxy that all episodes share, as long as this server runs; `admit` gives credentials."""
        return f"http://{HOST}:{self._proxy_port}"

    @property
    def front_address(self) -> str:
        """Address of the page that lists the shops."""
        return f"http://localhost:{self._door_port}/"

    def start(self) -> Self:
        """Begins to listen; returns when requests are answered.

        Raises:
            MallError: the door's port is taken, or the server is running or did not start.
        """
        if self._thread is not None:
            raise MallError("this mall is being served already")
        sockets = [_listening(0) for _ in range(2 * self._wanted + 1)]
        try:
            sockets.append(_listening(self._wanted_port))
        except MallError:
            for one in sockets:
                one.close()
            raise
        ports = [one.getsockname()[1] for one in sockets]
        *slot_ports, self._proxy_port, self._door_port = ports
        pairs = zip(slot_ports[::2], slot_ports[1::2], strict=True)
        self._slots = tuple(EpisodeSlot(index, pair) for index, pair in enumerate(pairs))
        front = FrontPage(self.mall, lambda: self.visitor, self.welcome)
        slots = {port: slot for slot in self._slots for port in slot.ports}
        gateway = Gateway(self.mall.sites, self._episodes, slots, self._proxy_port, self._credentials, front)
        server = _Server(gateway)
        thread = threading.Thread(
            target=self._serve, args=(server, sockets), name=f"mall-{self.mall.name}", daemon=True
        )
        self._server, self._thread = server, thread
        thread.start()
        if not server.ready.wait(START_SECONDS) or not server.started:
            self.stop()
            raise MallError("the mall's server did not start")
        return self

    def stop(self) -> None:
        """Ends all open episodes as stopped, closes the ports, and returns when the thread has ended."""
        if self._server is None or self._thread is None:
            return
        for live in self._episodes.all():
            self.dismiss(live.episode)
        self._server.should_exit = True
        self._thread.join(START_SECONDS)
        self._server = self._thread = self._loop = None
        self._slots = ()
        self._door_port = self._proxy_port = 0

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def admit(self, episode: Episode) -> Admission:
        """Lets an episode in. Any number may be in at once.

        Returns:
            Where it is reached, from now until it is dismissed.

        Raises:
            MallError: the mall is not being served, or the episode's label was used before.
        """
        if self._thread is None:
            raise MallError("this mall is not being served; start its server first")
        self._episodes.add(episode)
        return self._admission(episode)

    def dismiss(self, episode: Episode) -> tuple[RequestFault, ...]:
        """Takes an episode out of reach, waits for a request under way, and closes its connections and its slot.

        An episode that has not ended by itself is ended as stopped.

        Returns:
            What went wrong in the mall while it ran, oldest first; a run with faults says nothing of the agent.

        Raises:
            EnvironmentFault: a request under way did not come to an end.
        """
        live = self._episodes.find(episode.label)
        for slot in self._slots:
            if slot.episode is episode:
                slot.episode = None
        if live is not None and live.episode is episode:
            self._episodes.remove(live)
            self._finish(live)
        return self.faults(episode)

    def open(self, slot: EpisodeSlot, episode: Episode) -> Admission:
        """Opens a slot for an episode, and admits it where it is not in yet: what is asked for at
        `slot.proxy_address` happens in it.

        Raises:
            MallError: the slot is taken, or as `admit`.
        """
        if slot.episode is not None:
            raise MallError(f"slot {slot.index} holds {slot.episode.identity}; close it first")
        live = self._episodes.find(episode.label)
        if live is None or live.episode is not episode or any(one.episode is episode for one in self._slots):
            self.admit(episode)
        slot.hold(episode)
        return self._admission(episode)

    def close(self, slot: EpisodeSlot) -> tuple[RequestFault, ...]:
        """Dismisses the slot's episode, if it holds one."""
        return self.dismiss(slot.episode) if slot.episode is not None else ()

    def faults(self, episode: Episode) -> tuple[RequestFault, ...]:
        """What went wrong in the mall in that episode, oldest first."""
        return self._episodes.faults(episode)

    def door_address(self, site: str, episode: Episode) -> str:
        """Address of a shop (or `solution`) in that episode, for clients without proxy."""
        return door_address(site, episode.label, self._door_port)

    def welcome(self) -> Episode:
        """Opens a new visit by the door for who browses by hand; the visit before ends."""
        if self.visitor is not None:
            live = self._episodes.find(self.visitor.label)
            self.visitor.end(Ending.STOPPED)  # not dismissed: the request for it is answered by this very thread
            if live is not None:
                self._episodes.remove(live)
        self._visits += 1
        identity = EpisodeIdentity(agent="visitor", task="browse", trial=self._visits)
        self.visitor = Episode(identity, identity.label(self._secret))
        self.admit(self.visitor)
        return self.visitor

    def _admission(self, episode: Episode) -> Admission:
        label = episode.label
        doors = {site.address: self.door_address(site.name, episode) for site in self.mall.sites}
        return Admission(Proxy(self.proxy_server, label, self._credentials.password(label)), doors)

    def _finish(self, live: LiveEpisode) -> None:
        """Ends the episode in its turn, so that no request is half done, and hangs up on its clients."""
        server, loop, thread = self._server, self._loop, self._thread
        if server is None or loop is None or thread is None or not thread.is_alive():
            live.episode.end(Ending.STOPPED)
            return
        pending = asyncio.run_coroutine_threadsafe(server.hang_up(live), loop)
        try:
            pending.result(FINISH_SECONDS)
        except TimeoutError as error:
            pending.cancel()
            live.episode.end(Ending.STOPPED)
            raise EnvironmentFault(
                f"a request in {live.episode.identity} did not end in {FINISH_SECONDS:g} s"
            ) from error

    def _serve(self, server: _Server, sockets: list[socket.socket]) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            await server.serve(sockets=sockets)

        try:
            asyncio.run(serve())
        finally:
            server.ready.set()


class _Server(uvicorn.Server):
    """uvicorn's server, which says when it is ready and can hang up on the clients of an episode."""

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(
            uvicorn.Config(
                gateway,
                http=ProxyProtocol,
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                date_header=False,
                proxy_headers=False,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=2,
            )
        )
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to listen."""
        await super().startup(sockets)
        self.ready.set()

    async def hang_up(self, live: LiveEpisode) -> None:
        """Waits for the episode's turn, ends it, and closes its connections."""
        async with live.turn:
            live.episode.end(Ending.STOPPED)
        live.hang_up()


def _listening(port: int) -> socket.socket:
    # The protocol is named because asyncio turns Nagle's algorithm off for such sockets only: 40 ms a page without.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(1024)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        raise MallError(
            f"port {port} on {HOST} cannot be used: {error.strerror}", hint="Take another --port."
        ) from error
    return listener
