"""Kinds of jail, and bubblewrap, which the best of them needs."""

from __future__ import annotations

import shutil
import subprocess
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


def find_bubblewrap() -> str:
    """Path of bubblewrap; empty where there is none."""
    return shutil.which("bwrap") or ""


def bubblewrap_version() -> str:
    """As it says."""
    told = subprocess.run([find_bubblewrap(), "--version"], capture_output=True, check=False, text=True)
    return told.stdout.strip().removeprefix("bubblewrap ")
