"""Suites on disk: one JSON file each, read with clear errors, written atomically, hashed by content."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel, ValidationError

from shopworld.errors import InputError, TaskError, did_you_mean
from shopworld.files import write_whole
from shopworld.tasks.model import Suite, Task


def task_hash(task: Task) -> str:
    """Content hash of a task: the same task, however its file is laid out, has the same hash (16 hex digits)."""
    return _content_hash(task)


def checks_hash(task: Task) -> str:
    """Content hash of a task's checks alone: a result stays comparable while it stands (16 hex digits)."""
    return _content_hash(*task.checks)


def suite_hash(suite: Suite) -> str:
    """Content hash of a whole suite (16 hex digits)."""
    return _content_hash(suite)


def _content_hash(*models: BaseModel) -> str:
    content = orjson.dumps([model.model_dump(mode="json") for model in models], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(content).hexdigest()[:16]


def suite_path(name: str, home: Path) -> Path:
    """Where the suite of that name lies, or the file itself where `name` is a path to one.

    Args:
        name: name of a suite (`webmall`), or the path of its file.
        home: `SHOPWORLD_HOME`.
    """
    if name.endswith(".json") or "/" in name:
        return Path(name)
    return home / "suites" / f"{name}.json"


def find_suite(name: str, home: Path) -> Suite:
    """Loads a suite by its name or by the path of its file.

    Raises:
        TaskError: there is no such suite; the hint names those that are there.
        InputError: the file is wrong.
    """
    path = suite_path(name, home)
    if not path.is_file():
        there = sorted(file.stem for file in (home / "suites").glob("*.json"))
        make = "Make one: `shopworld tasks make mall MALL`, `shopworld tasks make intent --catalog NAME`."
        hint = f"{did_you_mean(name, there)}There are: {', '.join(there)}." if there else make
        raise TaskError(f"no suite {name!r}: {path} is not there", hint=hint)
    return load_suite(path)


def task_of(suite: Suite, task: str) -> Task:
    """A task of a suite, by its id.

    Raises:
        TaskError: there is no such task; the hint names one that is written alike.
    """
    for one in suite.tasks:
        if one.id == task:
            return one
    alike = did_you_mean(task, (one.id for one in suite.tasks))
    raise TaskError(
        f"the suite {suite.name!r} has no task {task!r}", hint=f"{alike}See `shopworld tasks list {suite.name}`."
    )


def load_suite(path: Path) -> Suite:
    """Reads a suite.

    Raises:
        InputError: the file is missing, is no JSON, or a field is wrong; each wrong field is named with its task.
    """
    try:
        raw = orjson.loads(path.read_bytes())
    except FileNotFoundError as error:
        raise InputError("no such suite", file=path) from error
    except orjson.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", file=path, line=error.lineno) from error
    try:
        suite = Suite.model_validate_json(orjson.dumps(raw))
    except ValidationError as error:
        raise _readable(error, raw, path) from error
    _refuse_repeated_ids(suite.tasks, path)
    return suite


def save_suite(suite: Suite, path: Path, *, private: bool = False) -> None:
    """Writes a suite as indented JSON; beside first, then renamed. Same suite, same bytes.

    Args:
        suite: the suite.
        path: of its file.
        private: whether its user alone may read it.

    Raises:
        InputError: two tasks have the same id.
        TaskError: a sealed suite lies there whose seed was not told yet.
    """
    _refuse_repeated_ids(suite.tasks, path)
    if not private:
        refuse_unrevealed(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    content = orjson.dumps(suite.model_dump(mode="json"), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    write_whole(path, content, private=private)


def seal_file(suite: Path) -> Path:
    """Where the seal of a suite lies that is not told yet: beside it, readable by its user alone."""
    return suite.with_suffix(".seal")


def refuse_unrevealed(path: Path) -> None:
    """Refuses to replace a sealed suite whose seed was not told: runs on it could never be checked.

    Raises:
        TaskError: such a one lies there.
    """
    if path.exists() and seal_file(path).exists():
        raise TaskError(
            f"{path} is a sealed suite whose seed was not told yet",
            hint=f"Give the new one another name, or tell the seed first: shopworld tasks reveal {path.stem}",
        )


def _refuse_repeated_ids(tasks: Sequence[Task], path: Path) -> None:
    seen: set[str] = set()
    for task in tasks:
        if task.id in seen:
            raise InputError(f"two tasks have the id {task.id!r}; ids are unique", file=path, field="tasks.id")
        seen.add(task.id)


def _readable(error: ValidationError, raw: Any, path: Path) -> InputError:
    """Names the first wrong field, its task, and how many more are wrong."""
    problems = error.errors(include_url=False, include_context=False)
    first = problems[0]
    message = f"{first['msg']}{_found(first['input'])}"
    place = first["loc"]
    if len(place) > 1 and place[0] == "tasks" and isinstance(raw, dict):
        tasks = raw["tasks"]
        task = tasks[place[1]] if isinstance(tasks, list) and isinstance(place[1], int) else None
        if isinstance(task, dict) and "id" in task:
            message = f"task {task['id']!r}: {message}"
    if len(problems) > 1:
        message += f" (and {len(problems) - 1} more)"
    return InputError(message, file=path, field=".".join(map(str, place)))


def _found(value: Any) -> str:
    if isinstance(value, dict | list):
        return ""
    text = repr(value)
    return f", found {text if len(text) <= 60 else text[:59] + '…'}"
