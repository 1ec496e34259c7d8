"""Finds a Chromium on this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from shopworld.errors import BrowserMissing

_ON_PATH = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_IN_PLAYWRIGHT_CACHE = (
    ("chromium_headless_shell-*", "*/headless_shell"),
    ("chromium_headless_shell-*", "*/chrome-headless-shell"),
    ("chromium-*", "*/chrome"),
    ("chromium-*", "*/Chromium.app/Contents/MacOS/Chromium"),
)
_VERSION_TIMEOUT = 20.0
_CHROMIUM_VERSION = re.compile(r"(?<![\d.])\d+\.\d+\.\d+\.\d+(?![\d.])")
"""Four numbers, which other programs' versions hardly have."""

INSTALL_HINT = (
    "Install one with `apt-get install chromium-headless-shell` or `playwright install chromium-headless-shell`, "
    "or set SHOPWORLD_BROWSER to the path of a Chromium."
)


@dataclass(frozen=True, slots=True)
class BrowserProgram:
    """A Chromium on this machine.

    Attributes:
        path: the program or its launcher.
        kind: `headless-shell` (smaller and faster) or `chromium`.
        version: such as `156.0.8078.79`; recorded with results.
    """

    path: Path
    kind: str
    version: str


def find_browser(environment: Mapping[str, str] | None = None) -> BrowserProgram:
    """The first usable Chromium: `SHOPWORLD_BROWSER`, then a Playwright-managed one, then the programs on PATH.

    Args:
        environment: variables to read instead of the process's own.

    Raises:
        BrowserMissing: none was found, or the one named by `SHOPWORLD_BROWSER` does not run.
    """
    variables = os.environ if environment is None else environment
    named = variables.get("SHOPWORLD_BROWSER", "")
    if named:
        path = _named_program(named, variables)
        if path is None:
            raise BrowserMissing(f"SHOPWORLD_BROWSER names {named!r}, which is no program", hint=INSTALL_HINT)
        version = _version(path)
        if not version:
            raise BrowserMissing(
                f"SHOPWORLD_BROWSER names {named!r}, which is no Chromium: `--version` gives none", hint=INSTALL_HINT
            )
        return BrowserProgram(path, _kind(path), version)
    for path in _candidates(variables):
        version = _version(path)
        if version:
            return BrowserProgram(path, _kind(path), version)
    raise BrowserMissing("no Chromium was found", hint=INSTALL_HINT)


def _named_program(named: str, variables: Mapping[str, str]) -> Path | None:
    found = shutil.which(named, path=variables.get("PATH"))
    return Path(found) if found else None


def _candidates(variables: Mapping[str, str]) -> Iterator[Path]:
    for folder in _playwright_folders(variables):
        for browsers, program in _IN_PLAYWRIGHT_CACHE:
            for browser in sorted(folder.glob(browsers), key=_revision, reverse=True):
                yield from (path for path in sorted(browser.glob(program)) if os.access(path, os.X_OK))
    for name in _ON_PATH:
        found = shutil.which(name, path=variables.get("PATH"))
        if found:
            yield Path(found)


def _playwright_folders(variables: Mapping[str, str]) -> Iterator[Path]:
    chosen = variables.get("PLAYWRIGHT_BROWSERS_PATH", "")
    if chosen and chosen != "0":
        yield Path(chosen)
    home = Path(variables.get("HOME") or Path.home())
    if sys.platform == "darwin":
        yield home / "Library" / "Caches" / "ms-playwright"
    yield Path(variables.get("XDG_CACHE_HOME") or home / ".cache") / "ms-playwright"


def _revision(folder: Path) -> int:
    digits = folder.name.rpartition("-")[2]
    return int(digits) if digits.isdigit() else 0


def _kind(path: Path) -> str:
    return "headless-shell" if "headless" in path.name else "chromium"


def _version(path: Path) -> str:
    try:
        answer = subprocess.run(
            [str(path), "--version"], capture_output=True, text=True, timeout=_VERSION_TIMEOUT, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    match = _CHROMIUM_VERSION.search(answer.stdout)
    return match.group() if answer.returncode == 0 and match else ""
