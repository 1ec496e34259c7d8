"""Nodes of a Ray cluster on loopback, each with a home of its own; ended by the ids of their processes."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

HEAD, OTHER = "127.0.0.2", "127.0.0.3"
"""Ray takes 127.0.0.1 for the machine's outer address."""


class RayNodes:
    """A cluster whose nodes are processes of this machine. A token that nobody else has keeps its ports.

    Args:
        folder: for what Ray keeps, and for the nodes' homes; of a short name, as sockets lie in it.
        processors: that each node says it has.
    """

    def __init__(self, folder: Path, processors: int = 2) -> None:
        self.folder, self._processors = folder, processors
        self._port = _free_port()
        self.address = f"{HEAD}:{self._port}"
        self._nodes: dict[str, subprocess.Popen[bytes]] = {}
        kept = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
        self.environment = {
            **kept,
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_DEDUP_LOGS": "0",
            "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
            "RAY_health_check_period_ms": "1000",
        }

    def start(self, address: str, **environment: str) -> None:
        """Starts a node; the first one is the head."""
        options = [
            f"--node-ip-address={address}", f"--num-cpus={self._processors}", "--object-store-memory=100000000",
            "--block", "--disable-usage-stats",
        ]  # fmt: skip
        if self._nodes:
            options += [f"--address={self.address}"]
        else:
            options += ["--head", f"--port={self._port}", "--include-dashboard=false", f"--temp-dir={self.folder}/ray"]
        before = self.alive()
        with (self.folder / f"{address}.log").open("wb") as log:
            self._nodes[address] = subprocess.Popen(
                [sys.executable, "-m", "ray.scripts.scripts", "start", *options],
                env={**self.environment, "SHOPWORLD_HOME": str(self.home(address)), **environment},
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + 180
        while self.alive() <= before:
            if time.monotonic() > deadline or self._nodes[address].poll() is not None:
                raise AssertionError((self.folder / f"{address}.log").read_text()[-2000:])
            time.sleep(0.5)

    def home(self, address: str) -> Path:
        """The home of a node."""
        return self.folder / f"home-{address}"

    def alive(self) -> int:
        """How many nodes' daemons run."""
        return sum(bool(self.daemons(address, "raylet")) for address in self._nodes)

    def daemons(self, address: str, name: str) -> list[int]:
        """Processes of a node whose command line has a word in it."""
        group = self._nodes[address].pid
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes()
                if name.encode() in words and os.getsid(int(process.name)) == group:
                    found.append(int(process.name))
            except OSError:
                continue
        return found

    def kill(self, address: str) -> None:
        """Kills a node as if its power failed: all its processes at once."""
        node = self._nodes.pop(address)
        for pid in _session(node.pid):
            _kill(pid)
        node.wait()

    def close(self) -> None:
        """Ends all nodes."""
        for address in reversed(list(self._nodes)):
            self.kill(address)


def _session(leader: int) -> list[int]:
    """All processes of a session."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(process.name)) == leader:
                found.append(int(process.name))
        except OSError:
            continue
    return found


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _free_port() -> int:
    """On every interface, as the head listens on all; between Ray's own and those that the system deals out."""
    while True:
        port = 21_000 + secrets.randbelow(10_000)
        with socket.socket() as one, suppress(OSError):
            one.bind(("", port))
            return port
