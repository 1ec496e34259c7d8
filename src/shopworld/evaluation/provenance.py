"""What a run ran in: content hashes and versions, so that results are only ever mixed or compared knowingly."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shopworld.errors import InputError
from shopworld.tasks import Task, task_hash

HASH_DIGITS = 16


def content_hash(content: Any) -> str:
    """A short SHA-256 of JSON-able content, keys sorted; same content, same hash, on every machine."""
    return hashlib.sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()[:HASH_DIGITS]


class Provenance(BaseModel):
    """`world.json`: hashes and versions of everything that results depend on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    package: str
    """Version of Shopworld."""
    suite: str
    suite_version: str
    suite_hash: str
    mall: str = ""
    """The mall's name; empty in the tool sandbox."""
    mall_hash: str = ""
    catalog: str = ""
    """The catalog's name, in the tool sandbox."""
    catalog_hash: str
    shops: dict[str, str] = {}
    """Host by shop id."""
    tools: str = ""
    """In the tool sandbox: hash over the descriptions of the tools, and the profile they work in. In a mall: the same
    for each interface that is none of pages."""
    browser: str = ""
    """Product and version, e.g. `HeadlessChrome/120.0`."""
    fonts: str = ""
    """Hash over the fonts that pages are drawn with."""
    isolation: dict[str, str] = {}
    """What keeps each of somebody else's agents from the answers, by name: `isolated`, `isolated, with exceptions` or
    `trusted`."""
    workers: str = Field(default="", exclude_if=lambda value: not value)
    """What keeps the processes that play from suites and other attempts, at the weakest start: `isolated` or `trusted`;
    empty where that is not known, and where a cluster plays."""
    answers: str = Field(default="", exclude_if=lambda value: not value)
    """What the suite gives away of its answers: `derivable`, `sealed` or `revealed`; empty where that is not known."""
    commitment: str = Field(default="", exclude_if=lambda value: not value)
    """Of a sealed suite: the hash of its seed."""
    tasks: dict[str, str]
    """Hash by task id, of the tasks that were chosen."""

    @property
    def in_sandbox(self) -> bool:
        """Whether it is the tool sandbox, and no mall."""
        return not self.mall

    def to_json(self) -> bytes:
        """The world as indented JSON."""
        return orjson.dumps(self.model_dump(mode="json"), option=orjson.OPT_INDENT_2) + b"\n"

    @classmethod
    def read(cls, path: Path) -> Self:
        """Reads `world.json`.

        Raises:
            InputError: the file is missing or wrong.
        """
        try:
            return cls.model_validate_json(path.read_bytes())
        except FileNotFoundError as error:
            raise InputError("no such file; is this a run folder?", file=path) from error
        except ValidationError as error:
            raise InputError(f"not the world of a run: {error}", file=path) from error

    def differences(self, other: Provenance) -> list[str]:
        """One line per difference: `mall_hash: 1f… there, 2e… here`; tasks are named."""
        names = type(self).model_fields
        mine, theirs = ({name: getattr(one, name) for name in names} for one in (self, other))
        lines = []
        for name in names:
            if mine[name] == theirs[name] or (name == "answers" and not mine[name]):  # runs of old do not say
                continue
            if name == "workers":  # the machine's, and not the results'
                continue
            if isinstance(mine[name], dict):
                lines += _mapping_differences(name, mine[name], theirs[name])
            else:
                lines.append(f"{name}: {mine[name] or 'none'} there, {theirs[name] or 'none'} here")
        return lines


def task_hashes(tasks: Sequence[Task]) -> dict[str, str]:
    """Hash by task id."""
    return {task.id: task_hash(task) for task in tasks}


NAMED_AT_MOST = 5


def first_names(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    more = f" and {len(names) - NAMED_AT_MOST} more" if len(names) > NAMED_AT_MOST else ""
    return ", ".join(names[:NAMED_AT_MOST]) + more


def _mapping_differences(name: str, there: dict[str, str], here: dict[str, str]) -> list[str]:
    changed = [key for key in there if key in here and there[key] != here[key]]
    groups = {
        "only there": [key for key in there if key not in here],
        "only here": [key for key in here if key not in there],
        "changed": changed,
    }
    lines = []
    for what, keys in groups.items():
        if keys:
            lines.append(f"{name}, {what}: {first_names(keys)}")
    return lines
