"""Which kind of jail this machine gives: tried, not guessed."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from enum import StrEnum


class Level(StrEnum):
    """What holds an agent's process, the best first."""

    BUBBLEWRAP = "bubblewrap"
    """Namespaces of its own, made by bubblewrap: files, network, processes."""
    UNSHARE = "unshare"
    """The same namespaces, made by ourselves."""
    LANDLOCK = "landlock"
    """The kernel's Landlock: files, TCP ports, signals; other processes can be seen."""
    NONE = "none"
    """Nothing."""


FORCED = "SHOPWORLD_JAIL"
"""Environment variable that names a level to use instead of the best one."""


def level() -> Level:
    """The best level that works here; or the one that `SHOPWORLD_JAIL` names, where that works."""
    wanted = os.environ.get(FORCED, "")
    if wanted in set(Level):
        return Level(wanted) if works(Level(wanted)) else Level.NONE
    return next((one for one in Level if works(one)), Level.NONE)


@functools.cache
def works(one: Level) -> bool:
    """Whether a program starts in a jail of that kind here."""
    if one is Level.NONE:
        return True
    if sys.platform != "linux" or (one is Level.BUBBLEWRAP and not find_bubblewrap()):
        return False
    from shopworld.jail.trial import try_out  # it starts programs, which asks for a level

    return try_out(one)


def find_bubblewrap() -> str:
    """Path of bubblewrap; empty where there is none."""
    return shutil.which("bwrap") or ""


def bubblewrap_version() -> str:
    """As it says."""
    told = subprocess.run([find_bubblewrap(), "--version"], capture_output=True, check=False, text=True)
    return told.stdout.strip().removeprefix("bubblewrap ")
