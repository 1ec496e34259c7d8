"""`shopworld doctor`: what this machine has and lacks, each with its cure."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
from dataclasses import asdict
from typing import Annotated

import typer

from shopworld.api import JAIL_PACKAGE, PREREQUISITES
from shopworld.api import doctor as examine
from shopworld.errors import BrowserMissing
from shopworld.jail import find_bubblewrap, works

DEBIAN_PACKAGE = "chromium-headless-shell"
_INDENT = " " * 22


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


def install_jail() -> bool:
    """Installs bubblewrap, as root where there is apt; whether it worked."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    _run("apt-get", "update", "-qq")
    return _run("apt-get", "install", "-y", "-qq", "--no-install-recommends", JAIL_PACKAGE)


def doctor(
    install: Annotated[
        bool, typer.Option("--install", help="Install a headless Chromium and bubblewrap where they are not found.")
    ] = False,
    only: Annotated[str, typer.Option(help=f"Look at one thing only: {', '.join(PREREQUISITES)}.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Say what is missing on this machine, a line per requirement, with the cure.

    Examples:

        shopworld doctor

        shopworld doctor --install --only browser
    """
    answers = examine(only)
    if install and any(answer.name == "browser" and not answer.present for answer in answers):
        install_browser()
        answers = examine(only)
    if install and any(answer.name == "jail" for answer in answers) and not find_bubblewrap() and install_jail():
        works.cache_clear()
        answers = examine(only)
    if as_json:
        typer.echo(json.dumps([asdict(answer) for answer in answers], indent=2))
    else:
        for answer in answers:
            typer.echo(f"{'[ok]     ' if answer.present else '[missing]'} {answer.name:<11} {answer.found}")
            if not answer.present:
                typer.echo(textwrap.fill(answer.cure, 80, initial_indent=_INDENT, subsequent_indent=_INDENT))
    if not all(answer.present for answer in answers):
        raise typer.Exit(1)
