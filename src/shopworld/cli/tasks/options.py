"""What the commands of `shopworld tasks` share: arguments, and how they print."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from shopworld.tasks import Suite, answers_of

SuiteName = Annotated[str, typer.Argument(metavar="SUITE", help="Name of a suite, or path of its file.")]
MallFolder = Annotated[Path | None, typer.Option("--mall", help="Folder of the mall; the suite's own by default.")]
CatalogFolder = Annotated[
    Path | None, typer.Option(help="Folder of the catalog, for tasks by tools; the suite's own by default.")
]
Filters = Annotated[
    list[str] | None, typer.Option("--filter", help="Task id or field=pattern, e.g. set=basic; repeatable.")
]
AsJson = Annotated[bool, typer.Option("--json", help="For machines.")]


def console() -> Console:
    """Standard output, 80 columns wide where it is no terminal."""
    return Console(width=None if sys.stdout.isatty() else 80, highlight=False)


def print_json(value: Any) -> None:
    """Prints a value for machines."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def made_from(suite: Suite) -> str:
    """What a suite was made from, for people: its seed, or the hash of one that was drawn."""
    return f"sealed, commitment {suite.commitment}" if suite.commitment else f"seed {suite.seed}"


def sealing_for_machines(suite: Suite) -> dict[str, str]:
    """What a suite gives away of its answers; of a sealed one the hash of its seed."""
    told = {"answers": str(answers_of(suite))}
    return {**told, "commitment": suite.commitment} if suite.commitment else told
