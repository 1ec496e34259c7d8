"""Suites as flat records: one task a line in JSON, for data sets, and back; `schemas.py` publishes their schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson
from pydantic import Field, ValidationError

from shopworld.errors import InputError
from shopworld.files import write_whole
from shopworld.tasks.canary import CANARY
from shopworld.tasks.model import Suite, Task
from shopworld.tasks.splits import Split, split_tasks
from shopworld.tasks.suite import task_hash


class TaskRecord(Task):
    """A task with what its suite says, in one flat record. Checks and near misses are for graders, never for agents."""

    suite: str
    """Name of the suite."""
    suite_version: str
    suite_description: str = ""
    suite_seed: int | None = None
    suite_commitment: str = Field(default="", exclude_if=lambda value: not value)
    """Of a sealed suite: the hash of its seed."""
    mall: str = ""
    mall_hash: str = ""
    catalog: str = ""
    catalog_hash: str = ""
    split: Split
    """By the rule of `shopworld.tasks.splits`."""
    prompt: str
    """What an agent is given: instructions and intent."""
    hash: str = Field(default="", pattern=r"^([0-9a-f]{16})?$")
    """Content hash of the task; a record that was edited since is refused. Leave it out in records of your own."""
    canary: str = CANARY


_OF_SUITE = {
    "name": "suite",
    "version": "suite_version",
    "description": "suite_description",
    "seed": "suite_seed",
    "commitment": "suite_commitment",
    "mall": "mall",
    "mall_hash": "mall_hash",
    "catalog": "catalog",
    "catalog_hash": "catalog_hash",
    "canary": "canary",
}
"""Field of a suite to the field of its records."""


def records_of_suite(suite: Suite) -> tuple[TaskRecord, ...]:
    """The tasks of a suite as records, in order."""
    splits = split_tasks(suite.tasks)
    shared = {theirs: getattr(suite, ours) for ours, theirs in _OF_SUITE.items()}
    return tuple(
        TaskRecord.model_construct(
            **{name: getattr(task, name) for name in Task.model_fields},
            **shared,
            split=splits[task.id],
            prompt=task.goal,
            hash=task_hash(task),
        )
        for task in suite.tasks
    )


def suite_of_records(records: Iterable[Mapping[str, Any]], *, file: Path, name: str = "") -> Suite:
    """A suite of records.

    Args:
        records: as they were read, one a line.
        file: for messages.
        name: of the suite, where it is not to keep its own.

    Raises:
        InputError: a record is wrong, of another suite, was edited since it was written, or its task is there twice.
    """
    read = [_read(record, file, line) for line, record in enumerate(records, start=1)]
    if not read:
        raise InputError("there are no tasks", file=file)
    seen: dict[str, int] = {}
    for line, one in enumerate(read, start=1):
        for field in _OF_SUITE.values():
            if getattr(one, field) != getattr(read[0], field):
                found = f"{getattr(one, field)!r}, the first line has {getattr(read[0], field)!r}"
                raise InputError(f"all records are of one suite; found {found}", file=file, line=line, field=field)
        if one.id in seen:
            raise InputError(f"the task {one.id!r} is already in line {seen[one.id]}", file=file, line=line, field="id")
        seen[one.id] = line
    tasks = tuple(_task(one, file, line) for line, one in enumerate(read, start=1))
    shared = {ours: getattr(read[0], theirs) for ours, theirs in _OF_SUITE.items()}
    return Suite(**{**shared, **({"name": name} if name else {}), "tasks": tasks})


def _read(record: Mapping[str, Any], file: Path, line: int) -> TaskRecord:
    try:
        return TaskRecord.model_validate_json(orjson.dumps(record))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"]))
        raise InputError(
            first["msg"], file=file, line=line, field=field, hint="`shopworld tasks schema` prints what a record holds."
        ) from error


def _task(record: TaskRecord, file: Path, line: int) -> Task:
    task = Task.model_construct(**{name: getattr(record, name) for name in Task.model_fields})
    if record.hash and record.hash != task_hash(task):
        raise InputError(
            f"the task {task.id!r} was changed after it was written: its content has the hash {task_hash(task)}",
            file=file,
            line=line,
            field="hash",
            hint="Where that is meant, raise its revision and leave the hash out.",
        )
    if record.prompt != task.goal:
        raise InputError("the prompt is not what instructions and intent say", file=file, line=line, field="prompt")
    return task


def write_json_lines(suite: Suite, file: Path) -> None:
    """Writes a suite as JSON lines, one task a line; beside first, then renamed. Same suite, same bytes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [orjson.dumps(one.model_dump(mode="json")) for one in records_of_suite(suite)]
    write_whole(file, b"".join(line + b"\n" for line in lines))


def read_json_lines(file: Path, *, name: str = "") -> Suite:
    """Reads a suite from JSON lines.

    Raises:
        InputError: the file is missing, a line is no JSON object, or a record is wrong.
    """
    try:
        lines = [line for line in file.read_bytes().splitlines() if line.strip()]
    except FileNotFoundError as error:
        raise InputError("no such file", file=file) from error
    return suite_of_records(
        [_object(line, file, number) for number, line in enumerate(lines, start=1)], file=file, name=name
    )


def _object(line: bytes, file: Path, number: int) -> Mapping[str, Any]:
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", file=file, line=number) from error
    if not isinstance(record, dict):
        raise InputError("a record is a JSON object", file=file, line=number)
    return record
