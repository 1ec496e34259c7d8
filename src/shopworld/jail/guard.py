"""What watches over a jail from outside: carries its connections, hears what it tries to reach, and ends it in time."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import signal
import socket
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from shopworld.jail.missing import Denial
from shopworld.jail.policy import JailLimits

_GLANCE = 0.25
_CHUNK = 1 << 16
_TCP, _UDP = 6, 17
_MOST_REFUSALS = 50
_CONNECT_SECONDS = 30.0
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Route:
    """Where a connection of the jail goes.

    Attributes:
        inner: address and port in the jail.
        outer: host and port outside.
    """

    inner: tuple[str, int]
    outer: tuple[str, int]


class Guard:
    """A thread that serves one jail until it is closed.

    Args:
        process: leader of the jail's process group.
        limits: what the jail may use.
        routes: of its connections.
        received: the jail's own sockets: its ear, then a listener for each route; none where it has no network of its
            own.
        alone: whether all that it starts are descendants of the leader.
        place: its own folder, where that is a folder of the machine.
    """

    def __init__(
        self,
        process: int,
        limits: JailLimits,
        routes: Sequence[Route],
        received: Sequence[socket.socket],
        *,
        alone: bool,
        place: str,
    ) -> None:
        self._process, self._limits, self._alone = process, limits, alone
        self._place = Path(place) if not alone else None
        self._routes = {route.inner: route for route in routes}
        self._received = list(received)
        self._refusals: dict[Denial, None] = {}
        self.verdict = ""
        self.datagrams = 0
        """Datagrams that it has tried to send."""
        self._loop = asyncio.new_event_loop()
        self._over = asyncio.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="jail-guard")
        self._thread.start()

    @property
    def refusals(self) -> tuple[Denial, ...]:
        """What was tried in vain, in the order of the first tries."""
        return tuple(self._refusals)

    def note(self, refusal: Denial) -> None:
        """Takes note of what was missed in another way."""
        self._refusals.setdefault(refusal)

    def close(self) -> None:
        """Hangs up, and returns when the thread has ended."""
        with contextlib.suppress(RuntimeError):  # it has ended by itself
            self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()
            for one in self._received:
                one.close()

    async def _serve(self) -> None:
        tasks: set[asyncio.Task[None]] = set()

        def carry(listener: socket.socket, route: Route) -> None:
            with contextlib.suppress(OSError):
                accepted, _ = listener.accept()
                accepted.setblocking(False)
                task = self._loop.create_task(_carry(accepted, route))
                tasks.add(task)
                task.add_done_callback(tasks.discard)

        ear = self._received[0] if self._received else None
        if ear is not None:
            self._loop.add_reader(ear, self._hear, ear)
        for listener, route in zip(self._received[1:], self._routes.values(), strict=False):
            self._loop.add_reader(listener, carry, listener, route)
        while not self._over.is_set():
            self._weigh()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), _GLANCE)
        if ear is not None:
            self._hear(ear)
        for one in self._received:
            self._loop.remove_reader(one)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _hear(self, ear: socket.socket) -> None:
        """Takes note of what no route is for."""
        with contextlib.suppress(BlockingIOError):
            while True:
                packet, address = ear.recvfrom(256)
                if address[2] != socket.PACKET_OUTGOING:  # each is heard twice: on its way out, and in
                    continue
                refused = self._read(packet[14:])
                if refused is not None and len(self._refusals) < _MOST_REFUSALS:
                    self._refusals.setdefault(refused)

    def _read(self, packet: bytes) -> Denial | None:
        try:
            if packet[0] >> 4 == 4:
                length, protocol, host = (packet[0] & 15) * 4, packet[9], str(ipaddress.ip_address(packet[16:20]))
            else:
                length, protocol, host = 40, packet[6], str(ipaddress.ip_address(packet[24:40]))
            port = int.from_bytes(packet[length + 2 : length + 4], "big")
        except (IndexError, ValueError):
            return None
        told = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        if protocol == _TCP:
            if (host, port) in self._routes:
                return None
            return Denial(f"a connection to {told} was refused", f"--allow-host {told}")
        self.datagrams += 1
        name = _asked_name(packet[length + 8 :]) if port == 53 else ""
        if name:
            return Denial(f"the host {name} was not found", f"--allow-host {name}:443 (or its other port)")
        return Denial(f"a datagram to {told} was refused")

    def _weigh(self) -> None:
        """Ends the jail where it uses too much."""
        memory = count = 0
        for process in self._processes():
            count += 1
            with contextlib.suppress(OSError, ValueError, IndexError):
                fields = Path(f"/proc/{process}/statm").read_text().split()
                memory += (int(fields[1]) - int(fields[2])) * _PAGE
        if memory > self._limits.memory:
            self._end(f"it used more than {self._limits.memory / (1 << 30):g} GiB of memory")
        elif count > self._limits.processes:
            self._end(f"it started more than {self._limits.processes} processes")
        elif self._place is not None and _size(self._place) > self._limits.disk:
            self._end(f"it wrote more than {self._limits.disk / (1 << 30):g} GiB")

    def _end(self, why: str) -> None:
        self.verdict = self.verdict or why
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process, signal.SIGKILL)

    def _processes(self) -> Iterator[int]:
        if not self._alone:
            yield from group_members(self._process)
            return
        waiting = [self._process]
        while waiting:
            one = waiting.pop()
            yield one
            with contextlib.suppress(OSError):
                for thread in Path(f"/proc/{one}/task").iterdir():
                    with contextlib.suppress(OSError):
                        waiting += map(int, (thread / "children").read_text().split())


def group_members(leader: int) -> dict[int, bool]:
    """All processes of a group, and whether each has ended and only waits to be buried."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                after_name = (folder / "stat").read_text().rpartition(")")[2].split()
                if int(after_name[2]) == leader:
                    found[int(folder.name)] = after_name[0] in "ZX"
    return found


def _size(folder: Path) -> int:
    """Bytes of all files in a folder."""
    total = 0
    for here, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                total += Path(here, name).lstat().st_blocks * 512
    return total


def _asked_name(message: bytes) -> str:
    """The name that a DNS message asks for; empty where it is none."""
    labels, place = [], 12
    while place < len(message) and 0 < message[place] < 64:
        labels.append(message[place + 1 : place + 1 + message[place]])
        place += 1 + message[place]
    name = b".".join(labels).decode("ascii", "replace")
    return name if labels and name.isprintable() else ""


async def _carry(inner: socket.socket, route: Route) -> None:
    """Carries one connection until both sides have ended."""
    reader, writer = await asyncio.open_connection(sock=inner)
    with contextlib.ExitStack() as ending:
        ending.callback(writer.close)
        try:
            far_reader, far_writer = await asyncio.wait_for(asyncio.open_connection(*route.outer), _CONNECT_SECONDS)
        except (OSError, TimeoutError):
            return
        ending.callback(far_writer.close)
        one = asyncio.ensure_future(_pump(reader, far_writer))
        other = asyncio.ensure_future(_pump(far_reader, writer))
        try:
            await asyncio.gather(one, other)
        finally:
            one.cancel()
            other.cancel()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while chunk := await reader.read(_CHUNK):
            writer.write(chunk)
            await writer.drain()
    with contextlib.suppress(OSError, RuntimeError):
        writer.write_eof()
