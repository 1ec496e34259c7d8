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

_REPAIR_HINT = "A library that it needs may be missing: `shopworld doctor --install` installs it anew."
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
        BrowserMissing: none was found, or what was found or named by `SHOPWORLD_BROWSER` does not start.
    """
    variables = os.environ if environment is None else environment
    named = variables.get("SHOPWORLD_BROWSER", "")
    if named:
        path = _named_program(named, variables)
        if path is None:
            raise BrowserMissing(f"SHOPWORLD_BROWSER names {named!r}, which is no program", hint=INSTALL_HINT)
        version, said = _version(path)
        if not version:
            raise BrowserMissing(
                f"SHOPWORLD_BROWSER names {named!r}, which is no Chromium: `--version` {said}", hint=INSTALL_HINT
            )
        return BrowserProgram(path, _kind(path), version)
    broken: list[str] = []
    for path in _candidates(variables):
        version, said = _version(path)
        if version:
            return BrowserProgram(path, _kind(path), version)
        broken.append(f"{path} was found, but does not start: `--version` {said}")
    raise BrowserMissing("; ".join(broken) or "no Chromium was found", hint=_REPAIR_HINT if broken else INSTALL_HINT)


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


def _version(path: Path) -> tuple[str, str]:
    """The version a program tells; where it tells none, what became of it instead."""
    try:
        answer = subprocess.run(
            [str(path), "--version"], capture_output=True, text=True, timeout=_VERSION_TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        return "", f"gives none within {_VERSION_TIMEOUT:g} s"
    except OSError as error:
        return "", f"cannot be run ({error.strerror or error})"
    match = _CHROMIUM_VERSION.search(answer.stdout)
    if answer.returncode == 0 and match:
        return match.group(), ""
    lines = (answer.stderr or answer.stdout).strip().splitlines()
    told = f": {lines[-1][:200]}" if lines else ""
    return "", f"gives none (exit status {answer.returncode}){told}" if answer.returncode else "gives none"
