"""What was asked of a run: its settings, and `run.toml`, where they are kept."""

from __future__ import annotations

import fnmatch
import json
import tomllib
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

import tomli_w
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from shopworld.environments.corpus import Retrieval
from shopworld.environments.tools import ToolProfile
from shopworld.errors import InputError, RunError, did_you_mean
from shopworld.evaluation.agent_commands import AgentCommand
from shopworld.models import ModelSettings
from shopworld.tasks import PosedTask, Task


class Screenshots(StrEnum):
    """Of which episodes the pictures are kept."""

    NONE = "none"
    FAILED = "failed"
    ALL = "all"


class RunSettings(BaseModel):
    """What was asked. Two commands with equal settings mean the same run; the number of workers is no part of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    suite: str
    """Name of the suite, or path of its file."""
    mall: str = ""
    """Folder of the mall; empty: the one the suite names."""
    catalog: str = ""
    """Folder of the catalog, for a suite of the tool sandbox; empty: the one the suite names."""
    agents: tuple[str, ...] = Field(min_length=1)
    trials: int = Field(default=1, ge=1)
    seed: int = 0
    max_steps: int | None = Field(default=None, ge=1)
    """Upper bound; a task's own lower limit counts too. None: each task's own limit."""
    max_seconds: float = Field(default=600.0, gt=0.0)
    """Of wall time per episode; upper bound like `max_steps`."""
    filters: tuple[str, ...] = ()
    """See `select_tasks`."""
    screenshots: Screenshots = Screenshots.NONE
    tools: ToolProfile = ToolProfile.DEFAULT
    """How the tools behave, for a suite of the tool sandbox."""
    retrieval: Retrieval = Retrieval.BM25
    """How the corpus of a mall is searched, for agents that search it."""
    models: ModelSettings = ModelSettings()
    """How language models are called, for agents that have one."""
    unseen_of: str = Field(default="", exclude_if=lambda value: not value)
    """Name of the suite that agents were tuned on, where this one was made from a fresh seed to stand beside it."""
    sessions: bool = False
    """Whether this is no planned run but a folder of sessions that were saved one by one."""
    commands: dict[str, AgentCommand] = {}
    """Agents that are programs, by name, besides those that their name says all of (`command:…`)."""
    pass_env: tuple[str, ...] = ()
    """Names of environment variables that other people's classes get although they may hold keys."""
    trust: bool = False
    """Whether other people's agents run without a jail."""
    allow_host: tuple[str, ...] = ()
    """`HOST:PORT` that they may connect to from their jail."""
    mount: tuple[str, ...] = ()
    """Files and folders that they may read in it."""

    @model_validator(mode="after")
    def _agents_differ(self) -> Self:
        if len(set(self.agents)) != len(self.agents):
            raise ValueError(f"an agent is named twice: {', '.join(self.agents)}; for several tries use trials")
        return self

    @classmethod
    def from_values(cls, **values: Any) -> Self:
        """Makes settings from what a person gave.

        Raises:
            RunError: a value is wrong.
        """
        try:
            return cls(**values)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            name = ".".join(map(str, first["loc"]))
            raise RunError(f"{name}: {first['msg']}" if name else first["msg"].removeprefix("Value error, ")) from error

    def to_toml(self) -> str:
        """The settings as TOML."""
        lines = ["# What was asked of this run. The same command goes on with it; another one is refused."]
        values = self.model_dump(mode="json", exclude_none=True)
        models = self.models.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
        tables = {"models": models, "commands": values.pop("commands")}
        lines += [f"{name} = {_toml(value)}" for name, value in values.items() if name != "models"]
        tables = {name: table for name, table in tables.items() if table}
        return "\n".join(lines) + "\n" + (f"\n{tomli_w.dumps(tables)}" if tables else "")

    @classmethod
    def read(cls, path: Path) -> Self:
        """Reads `run.toml`.

        Raises:
            InputError: the file is missing or wrong.
        """
        try:
            return cls.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError as error:
            runs = (one.parent.name for one in sorted(path.parent.parent.glob("*/run.toml")))
            hint = did_you_mean(path.parent.name, runs) or None
            raise InputError("no such file; is this a run folder?", file=path, hint=hint) from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValidationError) as error:
            raise InputError(f"not the settings of a run: {error}", file=path) from error

    def steps_of(self, task: Task | PosedTask) -> int:
        """Actions after which an episode of that task is cut off."""
        return task.limits.steps if self.max_steps is None else min(task.limits.steps, self.max_steps)

    def differences(self, other: RunSettings) -> list[str]:
        """One line per setting that `other` has otherwise: `trials: 1 there, 4 asked`."""
        mine, theirs = _compared(self), _compared(other)
        return [
            f"{name}: {_plain(value)} there, {_plain(theirs[name])} asked"
            for name, value in mine.items()
            if value != theirs[name]
        ]


WITHOUT_EFFECT = frozenset({"budget", "timeout", "retries", "patience", "concurrency"})
"""Settings of models that may change while a run goes on: what it finds out does not depend on them."""


def _compared(settings: RunSettings) -> dict[str, Any]:
    values = settings.model_dump(mode="json")
    models = values.pop("models")
    return values | {f"models.{name}": value for name, value in models.items() if name not in WITHOUT_EFFECT}


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value) or "none"


def _toml(value: Any) -> str:
    """A TOML value: JSON's strings, numbers and arrays of strings are valid TOML."""
    return json.dumps(value, ensure_ascii=False)


FILTER_FIELDS = ("id", "category", "set", "template", "difficulty", "source")


def select_tasks(tasks: Sequence[Task], filters: Sequence[str]) -> list[Task]:
    """The tasks that fit all filters, in the suite's order.

    Args:
        tasks: to choose from.
        filters: `field=pattern` with a field of `FILTER_FIELDS`, or a pattern for the id; shell patterns, any case.
            Several filters on one field: any of them; on several fields: all of them.

    Raises:
        RunError: an unknown field, or nothing fits.
    """
    patterns: dict[str, list[str]] = {}
    for one in filters:
        name, equals, pattern = one.partition("=")
        if not equals:
            name, pattern = "id", one
        if name not in FILTER_FIELDS:
            raise RunError(f"cannot filter by {name!r}", hint=f"Filter by {', '.join(FILTER_FIELDS)}.")
        patterns.setdefault(name, []).append(pattern.lower())
    chosen = [
        task
        for task in tasks
        if all(
            any(fnmatch.fnmatchcase(str(getattr(task, name)).lower(), pattern) for pattern in wanted)
            for name, wanted in patterns.items()
        )
    ]
    if not chosen:
        raise RunError(
            f"no task fits the filter {' '.join(filters) or '(none)'}",
            hint="`shopworld tasks list SUITE` shows ids, categories and sets.",
        )
    return chosen
