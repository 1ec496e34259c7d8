"""`shopworld doctor`: what this machine has and lacks, each with its cure."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import metadata
from typing import Annotated

import typer

from shopworld.environments import find_browser
from shopworld.errors import BrowserMissing, ShopworldError

DEBIAN_PACKAGE = "chromium-headless-shell"
_INDENT = " " * 22


@dataclass(frozen=True, slots=True)
class Requirement:
    """One line of the answer.

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


def _python() -> Requirement:
    version = ".".join(map(str, sys.version_info[:3]))
    return Requirement("python", sys.version_info >= (3, 11), version, "Install Python 3.11 or newer.")


def _packages() -> Requirement:
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
    return Requirement("packages", not missing, found, "pip install -c constraints.txt -e .")


def _fonts() -> Requirement:
    names = [name for name in ("font-manrope", "font-roboto", "font-source-serif-pro") if not _installed(name)]
    return Requirement(
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


def _browser() -> Requirement:
    try:
        browser = find_browser()
    except BrowserMissing as error:
        by_hand = error.hint or ""
        cure = by_hand if "SHOPWORLD_BROWSER" in os.environ else f"`shopworld doctor --install`. By hand: {by_hand}"
        return Requirement("browser", False, error.message, cure)
    return Requirement("browser", True, f"{browser.version} at {browser.path}")


def _processors() -> Requirement:
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Requirement("processors", True, f"{count} (one worker each is a good start)")


def _disk() -> Requirement:
    free = shutil.disk_usage(".").free / 2**30
    return Requirement(
        "disk", free > 1, f"{free:.0f} GB free here", "Free 1 GB, or set SHOPWORLD_HOME to a larger disk."
    )


_REQUIREMENTS: dict[str, Callable[[], Requirement]] = {
    "python": _python,
    "packages": _packages,
    "browser": _browser,
    "fonts": _fonts,
    "processors": _processors,
    "disk": _disk,
}


def _run(*command: str) -> bool:
    """Runs an installer, its output shown; whether it worked."""
    typer.echo("$ " + " ".join(command), err=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, check=False, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    return done.returncode == 0


def install_browser() -> None:
    """Installs a headless Chromium: Debian's package as root, else Playwright's own build.

    Raises:
        BrowserMissing: neither worked.
    """
    if os.geteuid() == 0 and shutil.which("apt-get"):
        _run("apt-get", "update", "-qq")
        if _run("apt-get", "install", "-y", "-qq", "--no-install-recommends", DEBIAN_PACKAGE):
            return
        if _run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"):
            return
    if _run(sys.executable, "-m", "pip", "install", "--quiet", "playwright") and _run(
        sys.executable, "-m", "playwright", "install", "chromium-headless-shell"
    ):
        return
    raise BrowserMissing(
        "no Chromium was found, and none could be installed here",
        hint=f"Install one (Debian: apt-get install {DEBIAN_PACKAGE}), or point SHOPWORLD_BROWSER at a Chromium.",
    )


def doctor(
    install: Annotated[
        bool, typer.Option("--install", help="Install a headless Chromium where none is found.")
    ] = False,
    only: Annotated[str, typer.Option(help=f"Look at one thing only: {', '.join(_REQUIREMENTS)}.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Say what is missing on this machine, a line per requirement, with the cure.

    Examples:

        shopworld doctor

        shopworld doctor --install --only browser
    """
    if only and only not in _REQUIREMENTS:
        raise ShopworldError(f"no requirement is called {only!r}", hint=f"One of: {', '.join(_REQUIREMENTS)}.")
    names = [only] if only else list(_REQUIREMENTS)
    if install and "browser" in names and not _browser().present:
        install_browser()
    answers = [_REQUIREMENTS[name]() for name in names]
    if as_json:
        typer.echo(json.dumps([asdict(answer) for answer in answers], indent=2))
    else:
        for answer in answers:
            typer.echo(f"{'[ok]     ' if answer.present else '[missing]'} {answer.name:<11} {answer.found}")
            if not answer.present:
                typer.echo(textwrap.fill(answer.cure, 80, initial_indent=_INDENT, subsequent_indent=_INDENT))
    if not all(answer.present for answer in answers):
        raise typer.Exit(1)
