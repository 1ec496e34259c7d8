"""The run folder: plain files, made once, locked while in use, safe against being killed at any moment."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from shopworld.errors import InputError, RunError
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Result, TrialKey, append_line, cut_torn_line, read_results
from shopworld.evaluation.settings import RunSettings
from shopworld.files import write_whole

SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
LONGEST_NAME = 100
UNFINISHED = ".part"


def file_name(text: str) -> str:
    """A file name for any text; two texts never share one.

    Letters, digits, `-`, `_` and `.` stay, every other byte (and a leading dot) becomes `=` and two hex digits; what
    gets too long is cut and given a hash of the whole. No name ends in `.part`.
    """
    name = "".join(chr(byte) if chr(byte) in SAFE else f"={byte:02X}" for byte in text.encode())
    if name.startswith("."):
        name = "=2E" + name[1:]
    if name.endswith(UNFINISHED):
        name = name[: -len(UNFINISHED)] + "=2E" + UNFINISHED[1:]
    if not name:
        return "=empty"
    if len(name) > LONGEST_NAME:
        return f"{name[: LONGEST_NAME - 34]}=h{hashlib.sha256(text.encode()).hexdigest()[:32]}"
    return name


class RunFolder:
    """One run on disk.

    ```
    run.toml          what was asked            world.json       hashes and versions
    results.jsonl     one line per trial        report.html      written by `shopworld report`
    episodes/<agent>/<task>/<trial>/<attempt>/  steps.jsonl.gz, events.jsonl, score.json, pictures, traceback
    ```

    Args:
        path: the folder; need not exist yet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def settings_file(self) -> Path:
        """What was asked."""
        return self.path / "run.toml"

    @property
    def provenance_file(self) -> Path:
        """Hashes and versions."""
        return self.path / "world.json"

    @property
    def results_file(self) -> Path:
        """One line per finished trial."""
        return self.path / "results.jsonl"

    def settings(self) -> RunSettings:
        """What was asked. Raises InputError where this is no run folder."""
        return RunSettings.read(self.settings_file)

    def provenance(self) -> Provenance:
        """What it ran in. Raises InputError where this is no run folder."""
        return Provenance.read(self.provenance_file)

    def results(self) -> list[Result]:
        """All finished trials in the order they finished; a torn last line is left out."""
        return read_results(self.results_file)

    def agents(self) -> tuple[str, ...]:
        """The agents that were asked for, then those whose sessions were saved here besides."""
        return tuple(dict.fromkeys((*self.settings().agents, *(one.agent for one in self.results()))))

    def begin(self, settings: RunSettings, provenance: Provenance) -> None:
        """Makes the folder, or takes up the one that is there: cuts a torn line, removes unfinished episodes.

        Raises:
            RunError: the folder is of a run with other settings or in another world, or is no run folder.
        """
        if not self.settings_file.exists():
            self._make(settings, provenance)
            return
        found = [f"setting {line}" for line in self.settings().differences(settings)]
        found += [f"world {line}" for line in self.provenance().differences(provenance)]
        if found:
            raise RunError(
                f"{self.path} holds another run:\n  " + "\n  ".join(found),
                hint="Give the same command to go on with it, or another --out for a new run.",
            )
        if self.settings() != settings:  # what may change while a run goes on, such as its budget
            write_whole(self.settings_file, settings.to_toml().encode())
        if (there := self.provenance()).workers != provenance.workers and there.workers == "isolated":
            weaker = there.model_copy(update={"workers": provenance.workers})
            write_whole(self.provenance_file, weaker.to_json())
        cut_torn_line(self.results_file)
        for unfinished in sorted(self.path.glob(f"episodes/*/*/*/*{UNFINISHED}")):
            shutil.rmtree(unfinished)

    def _make(self, settings: RunSettings, provenance: Provenance) -> None:
        there = sorted(one.name for one in self.path.iterdir()) if self.path.exists() else []
        strangers = [name for name in there if name not in OURS and not name.endswith(UNFINISHED)]
        if strangers:
            raise RunError(
                f"{self.path} is not empty and no run folder; it holds {', '.join(strangers[:3])}",
                hint="Give another --out.",
            )
        self.path.mkdir(parents=True, exist_ok=True)
        write_whole(self.provenance_file, provenance.to_json())
        write_whole(self.settings_file, settings.to_toml().encode())

    def append(self, result: Result) -> None:
        """Adds a finished trial; it is on disk when this returns."""
        append_line(self.results_file, result.to_json())

    def trial(self, key: TrialKey) -> Path:
        """Folder of all attempts of one trial."""
        return self.path / "episodes" / file_name(key.agent) / file_name(key.task) / str(key.trial)

    def attempt(self, key: TrialKey, attempt: int) -> Path:
        """Folder of one finished attempt."""
        return self.trial(key) / str(attempt)

    def attempts(self, key: TrialKey) -> list[Path]:
        """Folders of the finished attempts, in order."""
        folder = self.trial(key)
        if not folder.exists():
            return []
        return sorted((one for one in folder.iterdir() if one.name.isdigit()), key=lambda one: int(one.name))

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Holds the folder for one process; the lock goes with the process, however it ends.

        Raises:
            RunError: another process holds it.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        with (self.path / LOCK).open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise RunError(
                    f"another process is running {self.path}", hint="Wait for it, or give another --out."
                ) from error
            yield


LOCK = "run.lock"
OURS = frozenset({LOCK, "world.json", "run.toml"})
SCORE = "score.json"


def read_score(attempt: Path) -> Result | None:
    """The result as the worker left it in an attempt's folder; None where the attempt was not scored.

    Raises:
        InputError: the file is there and wrong.
    """
    path = attempt / SCORE
    if not path.exists():
        return None
    try:
        return Result.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise InputError(f"not a result: {error}", file=path) from error
