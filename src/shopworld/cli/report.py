"""`shopworld report`: a static page over run folders."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from shopworld.evaluation import RunFolder, write_report
from shopworld.evaluation.table import result_summary, result_table, status_lines


def report(
    folders: Annotated[list[Path], typer.Argument(help="Run folders.", metavar="DIR...")],
    out: Annotated[
        Path | None, typer.Option(help="File or folder to write to; the first run folder by default.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the metrics for machines.")] = False,
) -> None:
    """Write a report over one or more runs, and a page for each episode.

    The pages need no server and fetch nothing.

    Examples:

        shopworld report runs/first

        shopworld report runs/first runs/second --out comparison.html
    """
    page = write_report(folders, out)
    summaries = {}
    for path in folders:
        folder = RunFolder(path)
        agents, results = folder.settings().agents, folder.results()
        summaries[str(path)] = result_summary(results, agents)
        if not as_json:
            if len(folders) > 1:
                typer.echo(str(path))
            Console(width=None if sys.stdout.isatty() else 80).print(result_table(results, agents))
            for line in status_lines(results, agents):
                typer.echo(line)
    if as_json:
        typer.echo(json.dumps({"report": str(page), "runs": summaries}, indent=2))
    else:
        typer.echo(f"\nReport: {page}")
