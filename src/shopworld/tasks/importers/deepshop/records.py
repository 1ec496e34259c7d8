"""DeepShop's records: one JSON object a line, as the release has them (DeepShop, Appendix F)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from shopworld.errors import InputError
from shopworld.files import read_bounded, write_whole
from shopworld.tasks.model import Suite

_NONE = frozenset({"", "none", "null", "n/a", "nan", "not specified"})


class DeepShopRecord(BaseModel):
    """One query of the release. Fields that are not known are kept out and forgotten."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)

    web_name: str = ""
    id: str = Field(min_length=1)
    ques: str = Field(min_length=1)
    web: str = ""
    attribute: str | None = None
    filter: str | None = None
    sort: str | None = None
    category: str = ""
    difficulty: str = ""

    @field_validator("attribute", "filter", "sort", mode="before")
    @classmethod
    def _absent(cls, value: Any) -> Any:
        """Absent sub-queries are written in several ways."""
        return None if isinstance(value, str) and value.strip().strip(".").casefold() in _NONE else value


def read_records(file: Path) -> tuple[DeepShopRecord, ...]:
    """Reads a file of queries, one JSON object a line.

    Raises:
        InputError: the file is missing, or a line is no query; it is named with the line and the field.
    """
    try:
        lines = read_bounded(file).splitlines()
    except OSError as error:
        raise InputError("no file of DeepShop's queries", file=file) from error
    return tuple(_records(lines, file))


def _records(lines: Iterable[bytes], file: Path) -> Iterator[DeepShopRecord]:
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = DeepShopRecord.model_validate(orjson.loads(line))
        except orjson.JSONDecodeError as error:
            raise InputError(f"not JSON: {error.msg}", file=file, line=number) from error
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(map(str, first["loc"]))
            raise InputError(first["msg"], file=file, line=number, field=field) from error
        if record.id in seen:
            raise InputError(f"the id {record.id!r} is already in line {seen[record.id]}", file=file, line=number)
        seen[record.id] = number
        yield record


def records_of(suite: Suite) -> tuple[DeepShopRecord, ...]:
    """The evolved queries of a suite in the release's form; tasks of other kinds are left out."""
    found = []
    for task in suite.tasks:
        about = task.evolution
        if about is None:
            continue
        found.append(
            DeepShopRecord(
                web_name=about.web_name or suite.mall,
                id=task.id,
                ques=task.intent,
                web=about.web or task.start,
                attribute=about.attribute,
                filter=about.filter,
                sort=about.sort,
                category=task.category,
                difficulty=task.difficulty,
            )
        )
    return tuple(found)


def write_records(records: Iterable[DeepShopRecord], file: Path) -> None:
    """Writes queries in the release's form; an absent sub-query is `None` in words, as there."""
    lines = []
    for record in records:
        data = record.model_dump(mode="json")
        for name in ("attribute", "filter", "sort"):
            data[name] = data[name] or "None"
        lines.append(orjson.dumps(data))
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, b"".join(line + b"\n" for line in lines))
