"""A Ray cluster that somebody has started, or one on this machine for as long as it is needed."""

from __future__ import annotations

import os
import secrets
import signal
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from shopworld.closing import Closing
from shopworld.cluster import software
from shopworld.cluster.software import Software, differences, installed
from shopworld.errors import ClusterError

AUTO, LOCAL = "auto", "local"
"""Instead of an address: the cluster that this machine is a node of, or one of this machine alone, which ends with the
command."""
_LOOPBACK = "127.0.0.2"
"""Ray takes 127.0.0.1 for the machine's outer address."""
_STORE = 200_000_000
"""Bytes of the object store of a cluster of our own."""
_QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_DEDUP_LOGS": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
_PATIENCE = 300.0
"""Seconds in which a node has to say what is installed there."""
_REACH = 10.0
"""Seconds in which the head has to take a connection."""


@dataclass(frozen=True, slots=True)
class ClusterNode:
    """A machine of the cluster, or one of several nodes on one machine.

    Attributes:
        id: as Ray calls it.
        address: of its network.
        processors: that it offers.
    """

    id: str
    address: str
    processors: int

    def __str__(self) -> str:
        return f"node {self.address} ({self.id[:8]})"


class Cluster(Closing):
    """A connection to a cluster. A context manager.

    Args:
        ray: the module.
        ours: whether the connection is closed at the end; a notebook's own stays.
    """

    def __init__(self, ray: Any, *, ours: bool) -> None:
        self.ray, self._ours = ray, ours

    @property
    def nodes(self) -> tuple[ClusterNode, ...]:
        """The nodes that are there and offer processors."""
        found = (
            ClusterNode(one["NodeID"], one["NodeManagerAddress"], int(one["Resources"].get("CPU", 0)))
            for one in self.ray.nodes()
            if one["Alive"]
        )
        return tuple(sorted((one for one in found if one.processors), key=lambda one: (one.address, one.id)))

    @property
    def processors(self) -> int:
        """That all nodes offer together."""
        return sum(one.processors for one in self.nodes)

    def on(self, node: ClusterNode) -> Any:
        """A strategy that has Ray place something on a node and nowhere else."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        return NodeAffinitySchedulingStrategy(node.id, soft=False)

    def refuse_other_software(
        self, extras: Iterable[str] = (), asked: Callable[[], dict[str, str]] | None = None
    ) -> Software:
        """Compares what is installed on each node with what is installed here; returns the latter.

        Args:
            extras: names of further packages that count.
            asked: tells more of a machine, such as its browser; asked where the packages are the same.

        Raises:
            ClusterError: a node has other packages, or cannot be asked; each is named.
        """
        here, extras = installed(extras), tuple(extras)
        self._refuse(here, lambda: installed(extras), by_value=True)
        if asked is not None:
            more = asked()
            self._refuse(more, asked)
            here |= more
        return here

    def _refuse(self, here: Software, asked: Callable[[], dict[str, str]], *, by_value: bool = False) -> None:
        pickle = self.ray.cloudpickle
        if by_value:
            pickle.register_pickle_by_value(software)
        try:

            def answer(call: Callable[[], dict[str, str]]) -> dict[str, str]:  # as it is in here, it goes by value
                return call()

            task = self.ray.remote(num_cpus=0, max_retries=1)(answer)
            nodes = self.nodes
            told = [task.options(scheduling_strategy=self.on(node)).remote(asked) for node in nodes]
        finally:
            if by_value:
                pickle.unregister_pickle_by_value(software)
        wrong: list[str] = []
        for node, one in zip(nodes, told, strict=True):
            try:
                wrong += [f"{node}: {line}" for line in differences(here, self.ray.get(one, timeout=_PATIENCE))]
            except self.ray.exceptions.RayError as error:
                wrong.append(f"{node}: cannot say what is installed there: {first_line(error)}")
        if wrong:
            raise ClusterError(
                "not all nodes have what is installed here:\n  " + "\n  ".join(wrong),
                hint="Install the same versions on all nodes, such as from one image; see docs/cluster.md.",
            )

    def close(self) -> None:
        """Leaves the cluster; one of our own ends."""
        if self._ours:
            self._ours = False
            self.ray.shutdown()


def connect(address: str, processors: int = 0) -> Cluster:
    """Connects to a cluster.

    Args:
        address: `HOST:PORT` of its head, `auto` for the one that this machine is a node of, or `local` to start one
            on this machine: on loopback, with a token that nobody else knows.
        processors: that a cluster of our own offers; 0: as many as there are.

    Raises:
        ClusterError: Ray is not installed, or the cluster cannot be reached.
    """
    use_own_token(address)
    ray = needed()
    if ray.is_initialized():
        return Cluster(ray, ours=False)
    if address.startswith("ray://"):
        raise ClusterError(
            f"{address} is the address of a Ray client, and a run needs a node of the cluster",
            hint="Start the command on a node, such as the head, and give HOST:PORT or auto.",
        )
    if address not in (AUTO, LOCAL):
        refuse_silence(address)
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "error", "namespace": "shopworld"}
    if address == LOCAL:
        options |= {
            "num_cpus": processors or len(os.sched_getaffinity(0)),
            "object_store_memory": _STORE,
            "include_dashboard": False,
            "_node_ip_address": _LOOPBACK,
        }
    elif (host := address.rpartition(":")[0]).startswith("127."):
        options["_node_ip_address"] = host
    try:
        with _signals_kept():
            ray.init(address=address, **options)
    except (ConnectionError, OSError, RuntimeError, ValueError, AssertionError) as error:
        raise ClusterError(
            f"no Ray cluster is reached at {address}: {first_line(error)}",
            hint="Start this command on a node of it, with the RAY_AUTH_MODE and token that it was started with.",
        ) from error
    return Cluster(ray, ours=True)


def refuse_silence(address: str) -> None:
    """Tries whether anything listens where the head should be: Ray waits minutes for it.

    Args:
        address: `HOST:PORT`.

    Raises:
        ClusterError: nothing does, or it is no such address.
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise ClusterError(
            f"{address!r} is no address of a cluster; expected HOST:PORT, auto or local",
            hint="The head's address and the port it was started with, such as 10.0.0.1:6379.",
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_REACH).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(
            f"no Ray cluster is reached at {address}: {error}",
            hint="The head's address and the port it was started with; `ray start --head` tells both.",
        ) from error


@contextmanager
def _signals_kept() -> Iterator[None]:
    """What signals do stays as it was: Ray would have SIGTERM end the process as if nothing was to be closed."""
    kinds = (signal.SIGTERM, signal.SIGINT)
    before = {kind: signal.getsignal(kind) for kind in kinds}
    try:
        yield
    finally:
        with suppress(ValueError):  # not the main thread
            for kind, handler in before.items():
                if handler is not None:
                    signal.signal(kind, handler)


def needed() -> Any:
    """Ray. Its settings that nobody has made are made: no statistics are sent, and a token is asked for.

    Raises:
        ClusterError: it is not installed.
    """
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    try:
        return import_module("ray")
    except ImportError as error:
        raise ClusterError("--ray needs Ray, which is not installed", hint="pip install 'shopworld[ray]'") from error


def use_own_token(address: str) -> None:
    """Has a cluster of our own refuse everybody else: its ports are open on all interfaces, whatever it is told."""
    if address == LOCAL and "RAY_AUTH_MODE" not in os.environ:
        os.environ["RAY_AUTH_MODE"] = "token"
        os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)


def first_line(error: BaseException) -> str:
    """What an error says first, or its name."""
    lines: Sequence[str] = [one.strip() for one in str(error).splitlines() if one.strip()]
    return lines[-1] if lines and "Error" in lines[-1] else next(iter(lines), type(error).__name__)
