"""Suites as Parquet: columns of flat records; what is nested stands as JSON text. Needs the extra `parquet`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, get_origin

import orjson

from shopworld.errors import InputError, TaskError
from shopworld.files import write_whole
from shopworld.tasks.model import Suite
from shopworld.tasks.records import TaskRecord, records_of_suite, suite_of_records

_NUMBERS = tuple(name for name, field in TaskRecord.model_fields.items() if field.annotation in (int, int | None))
NESTED = tuple(
    name
    for name, field in TaskRecord.model_fields.items()
    if name not in _NUMBERS and field.annotation is not str and get_origin(field.annotation) is not Literal
)
"""Columns that hold JSON text: what checks say has many shapes, a column has one."""


def write_parquet(suite: Suite, file: Path) -> None:
    """Writes a suite as Parquet; beside first, then renamed.

    Raises:
        TaskError: pyarrow is not installed.
    """
    arrow, parquet = _pyarrow()
    rows = [_row(one) for one in records_of_suite(suite)]
    fields = [
        arrow.field(name, arrow.int64() if name in _NUMBERS else arrow.string()) for name in TaskRecord.model_fields
    ]
    schema = arrow.schema(fields, metadata={"canary": suite.canary, "suite": suite.name})
    sink = arrow.BufferOutputStream()
    parquet.write_table(arrow.Table.from_pylist(rows, schema=schema), sink, compression="zstd")
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, sink.getvalue().to_pybytes())


def read_parquet(file: Path, *, name: str = "") -> Suite:
    """Reads a suite from Parquet.

    Raises:
        InputError: the file is missing or no Parquet, or a record is wrong.
        TaskError: pyarrow is not installed.
    """
    arrow, parquet = _pyarrow()
    if not file.is_file():
        raise InputError("no such file", file=file)
    try:
        rows = parquet.read_table(file).to_pylist()
    except (arrow.ArrowException, OSError) as error:
        raise InputError(f"not Parquet: {error}", file=file) from error
    return suite_of_records(
        [_record(row, file, number) for number, row in enumerate(rows, start=1)], file=file, name=name
    )


def _row(record: TaskRecord) -> dict[str, Any]:
    values = record.model_dump(mode="json")
    return {name: orjson.dumps(one).decode() if name in NESTED else one for name, one in values.items()}


def _record(row: dict[str, Any], file: Path, number: int) -> dict[str, Any]:
    record = {column: value for column, value in row.items() if value is not None}  # a column has room for all rows
    for name in NESTED:
        if not isinstance(record.get(name), str):
            continue
        try:
            record[name] = orjson.loads(record[name])
        except orjson.JSONDecodeError as error:
            raise InputError(f"not JSON: {error.msg}", file=file, line=number, field=name) from error
    return record


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise TaskError(
            "Parquet needs pyarrow, which is not installed", hint="Install it: pip install 'shopworld[parquet]'."
        ) from error
    return pyarrow, pyarrow.parquet
