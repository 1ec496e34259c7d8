"""What this machine has and lacks, each with its cure."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata

from shopworld.environments import find_browser
from shopworld.errors import BrowserMissing, InputError
from shopworld.jail import Level, bubblewrap_version, find_bubblewrap, level

JAIL_PACKAGE = "bubblewrap"
"""Of Debian and others."""


@dataclass(frozen=True, slots=True)
class Prerequisite:
    """One thing that is needed.

    Attributes:
        name: what is needed.
        present: whether it is there.
        found: version or place, or what was found instead.
        cure: what to do where it is missing.
    """

    name: str
    present: bool
    found: str
    cure: str = ""


def _python() -> Prerequisite:
    version = ".".join(map(str, sys.version_info[:3]))
    return Prerequisite("python", sys.version_info >= (3, 11), version, "Install Python 3.11 or newer.")


def _packages() -> Prerequisite:
    missing = []
    for line in metadata.requires("shopworld") or []:
        name = line.split(";")[0].split("[")[0].strip().split(">")[0].split("=")[0].split("<")[0].strip()
        if "extra ==" in line:
            continue
        try:
            metadata.version(name)
        except metadata.PackageNotFoundError:
            missing.append(name)
    found = "all installed" if not missing else "missing: " + ", ".join(sorted(missing))
    return Prerequisite("packages", not missing, found, "pip install -c constraints.txt -e .")


def _fonts() -> Prerequisite:
    names = [name for name in ("font-manrope", "font-roboto", "font-source-serif-pro") if not _installed(name)]
    return Prerequisite(
        "fonts",
        not names,
        "from packages" if not names else "missing: " + ", ".join(names),
        "pip install -c constraints.txt -e .",
    )


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _browser() -> Prerequisite:
    try:
        browser = find_browser()
    except BrowserMissing as error:
        by_hand = error.hint or ""
        cure = by_hand if "SHOPWORLD_BROWSER" in os.environ else f"`shopworld doctor --install`. By hand: {by_hand}"
        return Prerequisite("browser", False, error.message, cure)
    return Prerequisite("browser", True, f"{browser.version} at {browser.path}")


def _jail() -> Prerequisite:
    held = level()
    if held is Level.BUBBLEWRAP:
        return Prerequisite("jail", True, f"bubblewrap {bubblewrap_version()}: other people's agents are isolated")
    cure = f"`shopworld doctor --install`. By hand: apt-get install {JAIL_PACKAGE}"
    if held is Level.UNSHARE:
        return Prerequisite("jail", True, f"namespaces of our own: agents are isolated. Better: {cure}")
    if held is Level.LANDLOCK:
        return Prerequisite("jail", True, f"Landlock: agents are isolated, by files and ports. Better: {cure}")
    why = "bubblewrap is not installed" if not find_bubblewrap() else "the kernel lets nobody make namespaces"
    return Prerequisite("jail", False, f"none ({why}): other people's agents run trusted", cure)


def _processors() -> Prerequisite:
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Prerequisite("processors", True, f"{count} (one worker each is a good start)")


def _disk() -> Prerequisite:
    free = shutil.disk_usage(".").free / 2**30
    return Prerequisite(
        "disk", free > 1, f"{free:.0f} GB free here", "Free 1 GB, or set SHOPWORLD_HOME to a larger disk."
    )


PREREQUISITES: dict[str, Callable[[], Prerequisite]] = {
    "python": _python,
    "packages": _packages,
    "browser": _browser,
    "fonts": _fonts,
    "jail": _jail,
    "processors": _processors,
    "disk": _disk,
}


def doctor(only: str = "") -> tuple[Prerequisite, ...]:
    """Says what this machine has and lacks: Python, packages, browser, fonts, jail, processors, disk.

    Args:
        only: one of them; all by default.

    Returns:
        each with whether it is there, what was found, and the cure.

    Raises:
        InputError: there is no such requirement.
    """
    if only and only not in PREREQUISITES:
        raise InputError(f"no requirement is called {only!r}", hint=f"One of: {', '.join(PREREQUISITES)}.")
    return tuple(PREREQUISITES[name]() for name in ([only] if only else PREREQUISITES))
