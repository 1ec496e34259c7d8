"""A jail as data: what is seen, what is reached, and how much is used."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.jail.allowed_host import AllowedHost

GIBIBYTE = 1 << 30
HARMLESS = (
    "PATH",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "TERM",
    "NO_COLOR",
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "LD_LIBRARY_PATH",
    "CUDA_VISIBLE_DEVICES",
    "OMP_NUM_THREADS",
)
"""Environment variables that an agent gets, where they are set."""
PLACE = "/tmp/shopper"  # noqa: S108  (in a private folder of that name)
"""The agent's own folder, where files are its own."""
PLACE_OF_WORKERS = "/tmp/worker"  # noqa: S108
"""The same of a worker, so that its agents' have other names."""


_LEAST_MEMORY = 4 * GIBIBYTE


def _machine_memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


@dataclass(frozen=True, slots=True)
class JailLimits:
    """How much an agent may use.

    Attributes:
        memory: bytes, of all its processes together; by default half of the machine's, and 4 GiB at least.
        processes: with their threads.
        files: open at once, by one process.
        disk: bytes that it may write; kept in memory.
        shared: bytes of shared memory.
    """

    memory: int = field(default_factory=lambda: max(_LEAST_MEMORY, _machine_memory() // 2))
    processes: int = 1024
    files: int = 8192
    disk: int = GIBIBYTE
    shared: int = GIBIBYTE // 2

    def resources(self) -> dict[str, int]:
        """Those that the kernel keeps for each process, by name."""
        return {"NPROC": self.processes, "NOFILE": self.files, "FSIZE": self.disk, "CORE": 0}


@dataclass(frozen=True, slots=True)
class Policy:
    """What a process in a jail has.

    Attributes:
        rules: `show`, `hide` or `write` by path, outer paths first; what has no rule is not there.
        work: the folder whose names its working directory has as links; None: it is empty.
        ports: TCP ports of this machine's loopback interface that it reaches at the same address.
        hosts: that it may connect to.
        limits: how much it may use.
        hidden: what no hole leads to: answers.
        watched: whether somebody outside carries its connections, and holds it to its limits.
        online: of one that is not watched: whether it uses the machine's network; else it has its own loopback alone.
    """

    rules: Sequence[tuple[str, str]]
    work: Path | None = None
    ports: Sequence[int] = ()
    hosts: Sequence[AllowedHost] = ()
    limits: JailLimits = field(default_factory=JailLimits)
    hidden: Sequence[Path] = ()
    watched: bool = True
    online: bool = False


def inner_environment(outer: Mapping[str, str], names: Sequence[str], place: str = PLACE) -> dict[str, str]:
    """The environment of a process in a jail.

    Args:
        outer: ours.
        names: of variables that it gets besides the harmless ones.
        place: its own folder.
    """
    kept = {name: outer[name] for name in (*HARMLESS, *names) if name in outer}
    own = {
        "HOME": f"{place}/home",
        "TMPDIR": "/tmp" if place in (PLACE, PLACE_OF_WORKERS) else place,  # noqa: S108
        "PWD": f"{place}/work",
        "USER": "shopper",
        "LOGNAME": "shopper",
        "XDG_CACHE_HOME": f"{place}/home/.cache",
        "XDG_CONFIG_HOME": f"{place}/home/.config",
    }
    return {**own, **kept}
