"""`shopworld tasks export` and `schema`: suites as data sets."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from shopworld.api import export_suite, format_of, load_suite, task_schema
from shopworld.cli.tasks.options import AsJson, SuiteName, print_json
from shopworld.tasks import suite_hash


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
    loaded = load_suite(suite)
    chosen = form or Format(format_of(out))
    count = export_suite(loaded, out, form=chosen)
    if as_json:
        print_json({"file": str(out), "format": str(chosen), "tasks": count, "suite_hash": suite_hash(loaded)})
    else:
        typer.echo(f"{count} {'queries' if chosen is Format.DEEPSHOP else 'tasks'} in {out}")


def schema(
    what: Annotated[str, typer.Argument(help="record: a line of an export; suite: the file of a suite.")] = "record",
) -> None:
    """Print the JSON schema of an export's records, or of a suite's file.

    Examples:

        shopworld tasks schema > task-record.schema.json

        shopworld tasks schema suite
    """
    print_json(task_schema(what))
