"""A policy as arguments of bubblewrap."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from shopworld.errors import AgentError
from shopworld.jail.policy import Policy
from shopworld.jail.sight import accelerators

_NAMESPACES = ("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
_FOR_THE_START = (
    "CAP_NET_ADMIN",
    "CAP_NET_RAW",
    "CAP_NET_BIND_SERVICE",
    "CAP_SETUID",
    "CAP_SETGID",
    "CAP_SETPCAP",
    "CAP_DAC_OVERRIDE",
)
"""What the process needs until it has taken its place; it gives them all up."""
_SMALL = "65536"
_MOST_ARGUMENTS = 8_900
"""Bubblewrap takes 9,000, and some are added."""


def bubblewrap_arguments(policy: Policy, hosts: int) -> list[bytes]:
    """The arguments that stand before `--`.

    Args:
        policy: what is to be seen and used; the network is set up from inside.
        hosts: descriptor of a file that becomes `/etc/hosts`.

    Raises:
        AgentError: they are more than bubblewrap takes.
    """
    found = [one.encode() for one in _arguments(policy, hosts)]
    if len(found) > _MOST_ARGUMENTS:
        raise AgentError(
            f"{len(policy.rules):,} files and folders would have to be shown one by one, since answers lie beside them",
            hint="Mount a folder with less in it, or one that holds no suite and no home.",
        )
    return found


def _arguments(policy: Policy, hosts: int) -> Iterator[str]:
    yield from ("--die-with-parent", *_NAMESPACES, "--hostname", "shopper")
    if not policy.online:
        yield "--unshare-net"
    yield from ("--cap-drop", "ALL")
    if os.geteuid() != 0:
        yield from ("--unshare-user", "--cap-add", "CAP_SYS_ADMIN")
    for one in _FOR_THE_START:
        yield from ("--cap-add", one)
    yield from ("--perms", "1777", "--size", str(policy.limits.disk), "--tmpfs", "/tmp")  # noqa: S108
    covered: list[str] = []
    made = {Path("/")}
    for path, kind in policy.rules:
        for parent in _new_parents(Path(path), made):  # by itself, it takes over that only their owner may enter them
            yield from ("--perms", "0755", "--dir", str(parent))
        made.add(Path(path))
        if kind == "show":
            yield from _shown(Path(path))
        elif kind == "write":
            yield from ("--bind", path, path)
        elif Path(path).is_dir():
            yield from ("--perms", "0755", "--size", _SMALL, "--tmpfs", path)
            covered.append(path)
        else:
            yield from ("--ro-bind", "/dev/null", path)
    if not policy.online:
        yield from ("--perms", "0644", "--ro-bind-data", str(hosts), "/etc/hosts")
    yield from ("--dev", "/dev", "--perms", "1777", "--size", str(policy.limits.shared), "--tmpfs", "/dev/shm")  # noqa: S108
    for device in accelerators():
        yield from ("--dev-bind-try", str(device), str(device))
    yield from ("--proc", "/proc")
    for path in (*reversed(covered), "/dev", "/"):
        yield from ("--remount-ro", path)


def _new_parents(path: Path, made: set[Path]) -> list[Path]:
    """The folders above a path that have to be made for it, outer ones first."""
    needed: list[Path] = []
    for parent in path.parents:
        if parent in made:
            break
        needed.append(parent)
    made.update(needed)
    return needed[::-1]


def _shown(path: Path) -> tuple[str, ...]:
    if path.is_symlink():
        return ("--symlink", str(path.readlink()), str(path))
    return ("--ro-bind", str(path), str(path))
