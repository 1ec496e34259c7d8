"""What a process may use: limits, user, capabilities, and a place of its own."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import resource
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import kernel

TYPE_CHECKING = False
if TYPE_CHECKING:  # the module typing takes a while to load
    from .spec import Spec

NOBODY = 65534
_LAST_CAPABILITY = 63


def limit(limits: Mapping[str, int]) -> None:
    """Lowers limits of resources; one that is lower already stays."""
    for name, wanted in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        _, hard = resource.getrlimit(kind)
        bound = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(kind, (bound, bound))


def become(user: int) -> None:
    """Takes a user id that nobody else has, for good: limits on processes do not bind root. Capabilities go with it."""
    drop_bounding_set()
    os.setgroups([])
    for one in (user, NOBODY):  # a container may know few ids
        try:
            os.setresgid(one, one, one)
            os.setresuid(one, one, one)
        except OSError as error:
            if error.errno != errno.EINVAL or one == NOBODY:
                raise
        else:
            return


def drop_capabilities() -> None:
    """Gives up all capabilities, and stays who it is."""
    drop_bounding_set()
    with contextlib.suppress(OSError):
        kernel.prctl(kernel.PR_CAP_AMBIENT, kernel.PR_CAP_AMBIENT_CLEAR_ALL)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    nothing = (ctypes.c_uint32 * 6)()
    numbers = {"x86_64": 126, "aarch64": 91}
    kernel.call(numbers[os.uname().machine], header, nothing)  # capset


def drop_bounding_set() -> None:
    """No program that it starts gains a capability."""
    for number in range(_LAST_CAPABILITY + 1):
        try:
            kernel.prctl(kernel.PR_CAPBSET_DROP, number)
        except OSError as error:
            if error.errno == errno.EINVAL:  # beyond the last one
                return
            if error.errno == errno.EPERM:  # it has none to give up
                return
            raise


def can_reach(spec: Spec) -> bool:
    """Whether everybody may go to the program and to the agent's own place: where mounts cannot be made, paths stay."""
    needed = [
        Path(spec["program"]),
        Path(spec["place"]),
        *(Path(path) for path, kind in spec["rules"] if kind == "show"),
    ]
    return all(parent.stat().st_mode & 0o001 for path in needed if path.exists() for parent in path.resolve().parents)


def settle(place: str, links: Sequence[tuple[str, str]], at: str = "") -> None:
    """Makes home and working directory, and goes there; or to another folder, where it can be seen."""
    home, work = Path(place, "home"), Path(place, "work")
    for folder in (home, work):
        folder.mkdir(parents=True, exist_ok=True)
    for name, target in links:
        with contextlib.suppress(FileExistsError):
            (work / name).symlink_to(target)
    chosen = at if at and os.path.isdir(at) else str(work)  # noqa: PTH112  (no permission is no folder)
    os.chdir(chosen)
    os.environ["PWD"] = chosen
