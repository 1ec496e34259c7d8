"""A test run in places of its own: no test writes into the checkout or into the home of the user.

Whatever asks the environment where to write (`HOME`, caches, `SHOPWORLD_HOME`, the working directory) is led into a
folder that goes with the run, and so are the programs that tests start. Who writes into the checkout or the home all
the same fails: at once in a test's own process, by a comparison at the end for programs, where `CI` is set and nobody
works in the checkout meanwhile.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

_PASSED_OVER = {".git", ".venv", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".import_linter_cache"}
"""What git, pip, Python, pytest and the linters keep in a checkout."""
_SHARED_CACHE = ("XDG_CACHE_HOME", "MPLCONFIGDIR")
_BELOW_HOME = {"XDG_CONFIG_HOME": ".config", "XDG_DATA_HOME": ".local/share", "XDG_STATE_HOME": ".local/state"}
_WHERE_PROGRAMS_KEEP_THINGS = (".", ".cache", ".config", ".local/share", ".local/state")
_OPENED_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_CHANGES = {"os.mkdir": (0,), "os.remove": (0,), "os.rmdir": (0,), "os.truncate": (0,), "os.symlink": (1,)} | {
    "os.rename": (0, 1),
    "os.link": (1,),
}
"""Audit events that change a folder, with the places of the paths among their arguments."""


class OwnPlaces:
    """The plugin. Every process of a run has one; the one that starts the run makes the folder and removes it.

    Args:
        config: pytest's.
        checkout: folder that no test may write into.
        compare: whether the checkout and the home are compared at the end of the run.
    """

    def __init__(self, config: pytest.Config, checkout: Path, *, compare: bool) -> None:
        given: dict[str, Any] = getattr(config, "workerinput", {})
        self._starts = not given
        self.run = Path(given["own_places"] if given else tempfile.mkdtemp(prefix="shopworld-tests-"))
        self.folder = self.run / given.get("workerid", "main")
        self._home = Path(given["user_home"] if given else Path.home()).resolve()
        self._checkout = checkout.resolve()
        forbidden = (self._checkout, self._home)
        allowed = (one for one in _temporary_folders(config) if any(map(one.is_relative_to, forbidden)))
        self._forbidden = tuple(f"{place}{os.sep}" for place in forbidden)
        self._allowed = tuple(f"{place}{os.sep}" for place in allowed)
        self._compare = compare and self._starts
        self._before: dict[str, int] = {}
        self._changed: list[str] = []
        self._found: list[str] = []
        self._watching = False
        self._lead()
        sys.addaudithook(self._audit)

    def _lead(self) -> None:
        """Sets the environment of this process and of what it starts."""
        if self._starts:
            browsers = Path(os.environ.get("XDG_CACHE_HOME") or self._home / ".cache") / "ms-playwright"
            os.environ.setdefault("PLAYWRIGHT_BROWSERS_PATH", str(browsers))
        home = self.folder / "user"
        home.mkdir(parents=True)
        os.environ["HOME"] = str(home)
        os.environ["SHOPWORLD_HOME"] = str(self.folder / "shopworld")
        os.environ |= dict.fromkeys(_SHARED_CACHE, str(self.run / "cache"))
        os.environ |= {name: str(home / below) for name, below in _BELOW_HOME.items()}

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tells a worker the folder of the run, and whose home must stay as it is."""
        node.workerinput |= {"own_places": str(self.run), "user_home": str(self._home)}

    def pytest_sessionstart(self) -> None:
        """Remembers what is there."""
        self._before = dict(self._listing()) if self._compare else {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self) -> Generator[None]:
        """Watches a test's fixtures."""
        yield from self._watch()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None]:
        """Watches a test."""
        yield from self._watch()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self) -> Generator[None]:
        """Watches what a test leaves."""
        yield from self._watch()

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fails the run where a program has changed the checkout or the home."""
        if self._compare:
            after = dict(self._listing())
            self._changed = sorted(path for path in self._before | after if self._before.get(path) != after.get(path))
        if self._changed:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Names what has changed."""
        if self._changed:
            terminalreporter.section("changed in the checkout or the home while the tests ran", red=True)
            terminalreporter.line("\n".join(self._changed))

    def pytest_unconfigure(self) -> None:
        """Removes the folder of the run."""
        if self._starts:
            shutil.rmtree(self.run, ignore_errors=True)

    def _watch(self) -> Generator[None]:
        self._watching = True
        try:
            yield
        finally:
            self._watching = False
            found, self._found = self._found, []
        if found:
            pytest.fail(f"wrote where no test may write: {', '.join(dict.fromkeys(found))}", pytrace=False)

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Refuses to write where no test may; also remembers it, as code may take the refusal for a full disk."""
        if not self._watching:
            return
        for path in _written(event, arguments):
            if path.startswith(self._forbidden) and not path.startswith(self._allowed) and "__pycache__" not in path:
                self._found.append(path)
                raise PermissionError(f"no test may write {path}")

    def _listing(self) -> Iterator[tuple[str, int]]:
        """Every file of the checkout with its time of change, and the names where programs keep things in a home."""
        for folder, folders, files in os.walk(self._checkout):
            folders[:] = [name for name in folders if name not in _PASSED_OVER and not name.endswith(".egg-info")]
            yield folder, 0
            for path in (os.path.join(folder, name) for name in files):  # noqa: PTH118 - twice as fast, for 3,000 files
                yield path, os.lstat(path).st_mtime_ns
        for place in (self._home / name for name in _WHERE_PROGRAMS_KEEP_THINGS):
            yield from ((str(path), 0) for path in (place.iterdir() if place.is_dir() else ()))


def _temporary_folders(config: pytest.Config) -> Iterable[Path]:
    """The system's, and the one that was asked for."""
    yield Path(tempfile.gettempdir()).resolve()
    if chosen := config.getoption("basetemp", None):
        yield Path(config.invocation_params.dir, chosen).resolve()


def _written(event: str, arguments: tuple[Any, ...]) -> Iterator[str]:
    """The paths that an audit event is about to change."""
    if event == "open":
        path, _, flags = arguments
        changed = (path,) if isinstance(flags, int) and flags & _OPENED_TO_WRITE else ()
    else:
        changed = tuple(arguments[place] for place in _CHANGES.get(event, ()))
    for path in changed:
        if isinstance(path, str | bytes | os.PathLike):
            yield os.path.abspath(os.fsdecode(path))  # noqa: PTH100 - `resolve` reads the disk
