"""Run folders, read as they are by now."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from shopworld.catalog import Catalog
from shopworld.errors import RunError, ShopworldError
from shopworld.evaluation import Result, RunFolder
from shopworld.evaluation.report import ReadRun
from shopworld.mall import CATALOG_FOLDER, Home
from shopworld.tasks import Suite, Task, checks_hash, find_suite


class RunCollection:
    """Run folders that are shown together.

    Args:
        folders: run folders, or folders that hold some; finished or not.
        home: where the runs' suites are; as the environment says by default.

    Raises:
        RunError: there is no run folder.
    """

    def __init__(self, folders: Sequence[Path], *, home: Home | None = None) -> None:
        self._given = tuple(folders)
        self._home = home or Home.from_environment()
        self._suites: dict[str, Suite | None] = {}
        self._read: dict[Path, tuple[tuple[int, ...], ReadRun]] = {}
        self._reading = threading.Lock()
        if not self.folders():
            named = ", ".join(map(str, self._given))
            raise RunError(f"no run folder in {named}", hint="`shopworld run` makes some; a run folder holds run.toml.")

    def folders(self) -> list[Path]:
        """The run folders by now, in order."""
        found: dict[Path, Path] = {}
        for one in self._given:
            inside = [one] if is_run(one) else sorted(each for each in _inside(one) if is_run(each))
            found |= {each.resolve(): each for each in inside}
        return list(found.values())

    def state(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """What differs as soon as there is something new to be shown."""
        return tuple((str(one), _stamp(one)) for one in self.folders())

    def runs(self) -> list[ReadRun]:
        """The runs, read again where they have changed."""
        with self._reading:
            folders = self.folders()
            for one in folders:
                stamp = _stamp(one)
                if one not in self._read or self._read[one][0] != stamp:
                    self._read[one] = (stamp, ReadRun.read(one))
            return [self._read[one][1] for one in folders]

    def task(self, run: ReadRun, task: str, checks: str = "") -> Task | None:
        """A task of a run, where its suite is at home.

        Args:
            run: the run.
            task: its id.
            checks: hash that its checks must have; any where it is empty.
        """
        suite = self.suite(run)
        found = next((one for one in suite.tasks if one.id == task), None) if suite is not None else None
        return found if found is not None and checks in ("", checks_hash(found)) else None

    def suite(self, run: ReadRun) -> Suite | None:
        """The suite of a run, where it is at home."""
        name = run.settings.suite
        if name not in self._suites:
            try:
                self._suites[name] = find_suite(name, self._home.folder)
            except ShopworldError:
                self._suites[name] = None
        return self._suites[name]

    @contextmanager
    def catalog(self, run: ReadRun) -> Iterator[Catalog | None]:
        """The catalog of a run, where it is at home as it was then; else None."""
        world = run.world
        folder = self._home.mall(world.mall) / CATALOG_FOLDER if world.mall else self._home.catalog(world.catalog)
        try:
            opened = Catalog.open(folder)
        except (ShopworldError, OSError):
            yield None
            return
        with opened:
            yield opened if opened.content_hash == world.catalog_hash else None

    def goal(self, run: ReadRun, result: Result) -> str:
        """What the agent of a trial was given."""
        file = RunFolder(run.path).attempt(result.key, result.attempt) / "goal.txt"
        return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""


def is_run(folder: Path) -> bool:
    """Whether a folder is one of a run, as far as its files tell."""
    run = RunFolder(folder)
    return run.settings_file.is_file() and run.provenance_file.is_file()


def _inside(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def _stamp(folder: Path) -> tuple[int, ...]:
    run = RunFolder(folder)
    told = []
    for file in (run.settings_file, run.provenance_file, run.results_file, folder / "tags.jsonl"):
        try:
            known = file.stat()
        except FileNotFoundError:
            told += [0, 0]
        else:
            told += [known.st_size, known.st_mtime_ns]
    return tuple(told)
