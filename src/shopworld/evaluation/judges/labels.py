"""What people said of trials, from a file: CSV, or JSON lines."""

from __future__ import annotations

import csv
import fcntl
import io
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import orjson

from shopworld.errors import InputError
from shopworld.evaluation.judges.records import WHOLE
from shopworld.files import write_whole

_COLUMNS = ("agent", "task", "trial", "label")
_LABELS = {
    "1": True,
    "true": True,
    "yes": True,
    "pass": True,
    "success": True,
    "0": False,
    "false": False,
    "no": False,
    "fail": False,
    "not success": False,
}

Labels = dict[tuple[str, str, int, str], bool]
"""By agent, task, trial and criterion."""


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    values: dict[str, Any]


LABELS = "labels.jsonl"
"""Where the viewer keeps labels: in the run folder."""


@dataclass(frozen=True, slots=True)
class PersonLabel:
    """What one person said of one criterion of one trial."""

    labeller: str
    agent: str
    task: str
    trial: int
    criterion: str
    label: bool

    @property
    def about(self) -> tuple[str, str, int, str]:
        """Agent, task, trial and criterion."""
        return self.agent, self.task, self.trial, self.criterion

    def to_json(self) -> bytes:
        """As one JSON line, without the line's end."""
        return orjson.dumps(asdict(self))


def read_labels(path: Path) -> Labels:
    """Reads labels; where several people labelled the same, what most of them say. A draw says nothing.

    Args:
        path: see `read_person_labels`.

    Raises:
        InputError: the file is missing, or a line is wrong or there twice.
    """
    return majority(read_person_labels(path))


def majority(labels: Iterable[PersonLabel]) -> Labels:
    """What most people say of each criterion; draws are left out."""
    votes: dict[tuple[str, str, int, str], int] = {}
    for one in labels:
        votes[one.about] = votes.get(one.about, 0) + (1 if one.label else -1)
    return {about: sum_of > 0 for about, sum_of in votes.items() if sum_of}


def read_person_labels(path: Path) -> list[PersonLabel]:
    """Reads labels: `agent`, `task`, `trial`, `label`, and optionally `criterion` (`task` by default) and `labeller`.

    A criterion is the whole task, an aspect, or the id of a rubric. A label is 1 or 0, true or false, yes or no, pass
    or fail.

    Args:
        path: a CSV file with a head, or JSON lines.

    Raises:
        InputError: the file is missing, or a line is wrong or there twice.
    """
    labels: list[PersonLabel] = []
    line_of: dict[tuple[str, ...], int] = {}
    for row in _rows(path):
        for name in _COLUMNS:
            if str(row.values.get(name, "")).strip() == "":
                raise InputError("is missing", file=path, line=row.line, field=name)
        told = str(row.values["label"]).strip().lower()
        if told not in _LABELS:
            raise InputError(
                f"found {told!r}, expected one of {', '.join(_LABELS)}", file=path, line=row.line, field="label"
            )
        try:
            trial = int(row.values["trial"])
        except ValueError:
            raise InputError(
                f"found {row.values['trial']!r}, expected a number from 0", file=path, line=row.line, field="trial"
            ) from None
        criterion = str(row.values.get("criterion") or WHOLE)
        labeller = str(row.values.get("labeller") or "").strip()
        agent, task = str(row.values["agent"]), str(row.values["task"])
        key = (labeller, agent, task, str(trial), criterion)
        if key in line_of:
            raise InputError(f"this was labelled in line {line_of[key]} already", file=path, line=row.line)
        line_of[key] = row.line
        labels.append(PersonLabel(labeller, agent, task, trial, criterion, _LABELS[told]))
    return labels


def keep_labels(run: Path, given: Iterable[PersonLabel]) -> None:
    """Writes what a person said into a run folder, in the place of what the same person said before of the same.

    Args:
        run: the run folder.
        given: the labels.

    Raises:
        InputError: the file that is there is wrong, or a name cannot be shown.
    """
    path = run / LABELS
    new = [replace(one, labeller=clean_labeller(one.labeller)) for one in given]
    with path.with_name(f"{LABELS}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # others label the same run
        before = read_person_labels(path) if path.exists() else []
        kept = {(one.labeller, *one.about): one for one in (*before, *new)}
        write_whole(path, b"".join(one.to_json() + b"\n" for _, one in sorted(kept.items())))


def clean_labeller(name: str) -> str:
    """The name of a person without what stands around it.

    Raises:
        InputError: nothing is left, or it holds what cannot be shown.
    """
    clean = name.strip()
    if not clean or not clean.isprintable():
        raise InputError(f"found {name!r}, expected a name of printable characters", field="labeller")
    return clean


def _rows(path: Path) -> Iterator[_Row]:
    try:
        content = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise InputError("no such file", file=path) from error
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8: {error}", file=path) from error
    if content.lstrip().startswith("{"):
        for number, line in enumerate(content.split("\n"), start=1):
            if not line.strip():
                continue
            try:
                values = orjson.loads(line)
            except orjson.JSONDecodeError as error:
                raise InputError(f"not JSON: {error}", file=path, line=number) from error
            if not isinstance(values, dict):
                raise InputError("not a JSON object", file=path, line=number)
            yield _Row(number, values)
        return
    reader = csv.DictReader(io.StringIO(content))
    missing = [name for name in _COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise InputError(f"the head lacks {', '.join(missing)}", file=path, line=1)
    for values in reader:
        yield _Row(reader.line_num, {name: told.strip() for name, told in values.items() if isinstance(told, str)})
