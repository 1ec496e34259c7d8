"""`shopworld tasks export`, `import suite` and `schema`: suites as data sets."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from shopworld.cli.tasks.options import AsJson, SuiteName, print_json
from shopworld.cli.tasks.release import export_queries
from shopworld.commands import Outcome
from shopworld.errors import TaskError
from shopworld.mall import Home
from shopworld.tasks import find_suite, save_suite, suite_hash
from shopworld.tasks.parquet import read_parquet, write_parquet
from shopworld.tasks.records import read_json_lines, write_json_lines
from shopworld.tasks.schemas import schema_of


class Format(StrEnum):
    """What a suite is written as."""

    JSONL = "jsonl"
    PARQUET = "parquet"
    DEEPSHOP = "deepshop"


def export(
    suite: SuiteName,
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write: .jsonl or .parquet.")],
    form: Annotated[
        Format | None, typer.Option("--format", help="By the file's ending by default; deepshop: that release's.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a suite as a data set: one record a task, with its split, its hash and the canary; answers included.

    `shopworld tasks import suite` reads it back without loss. Parquet needs the extra `parquet`. With --format deepshop
    the evolved queries alone are written, in the form of DeepShop's release, without answers.

    Examples:

        shopworld tasks export webmall webmall.jsonl

        shopworld tasks export webmall webmall.parquet

        shopworld tasks export evolve-balanced deepshop.jsonl --format deepshop
    """
    loaded = find_suite(suite, Home.from_environment().folder)
    chosen = form or _format_of(out)
    count = len(loaded.tasks)
    if chosen is Format.DEEPSHOP:
        count = export_queries(loaded, out)
    elif chosen is Format.PARQUET:
        write_parquet(loaded, out)
    else:
        write_json_lines(loaded, out)
    if as_json:
        print_json({"file": str(out), "format": str(chosen), "tasks": count, "suite_hash": suite_hash(loaded)})
    else:
        typer.echo(f"{count} {'queries' if chosen is Format.DEEPSHOP else 'tasks'} in {out}")


def import_suite(*, path: Path, name: str) -> Outcome:
    """Reads a suite back that was exported.

    Args:
        path: JSON lines or Parquet.
        name: of the suite; its own by default.

    Raises:
        InputError: a record is wrong.
    """
    read = read_parquet if _format_of(path) is Format.PARQUET else read_json_lines
    loaded = read(path, name=name)
    file = Home.from_environment().suite(loaded.name)
    save_suite(loaded, file)
    return Outcome(
        {"suite": str(file), "tasks": len(loaded.tasks), "suite_hash": suite_hash(loaded)},
        f"{len(loaded.tasks)} tasks; the suite is {file}",
    )


def schema(
    what: Annotated[str, typer.Argument(help="record: a line of an export; suite: the file of a suite.")] = "record",
) -> None:
    """Print the JSON schema of an export's records, or of a suite's file.

    Examples:

        shopworld tasks schema > task-record.schema.json

        shopworld tasks schema suite
    """
    print_json(schema_of(what))


def _format_of(file: Path) -> Format:
    """The format that a file's ending says.

    Raises:
        TaskError: it says none.
    """
    ending = file.suffix.lower().removeprefix(".")
    if ending not in (Format.JSONL, Format.PARQUET):
        raise TaskError(f"{file.name} says no format", hint="Let it end in .jsonl or .parquet, or give --format.")
    return Format(ending)
