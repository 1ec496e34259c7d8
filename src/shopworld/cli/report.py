"""`shopworld report`: a static page over run folders."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from shopworld.api import report as report_on
from shopworld.evaluation import RunFolder, result_summary, result_table, status_lines
from shopworld.evaluation.report import (
    WIDTH,
    ReadRun,
    comparison_grids,
    comparison_summary,
    corrected_grids,
    efficiency_grids,
    efficiency_summary,
    entries_of,
    grid_tables,
    interface_grids,
    judge_grids,
    pooled_grids,
    query_grids,
    ranking_grids,
    tag_grids,
    tag_summary,
    tags_of,
    terminal_tables,
    tests_summary,
    tool_entries,
    unseen_grids,
    unseen_summary,
    write_paper_page,
)


def report(
    folders: Annotated[list[Path], typer.Argument(help="Run folders.", metavar="DIR...")],
    out: Annotated[
        Path | None, typer.Option(help="File or folder to write to; the first run folder by default.")
    ] = None,
    paper: Annotated[
        str,
        typer.Option(help="Write the tables of a paper instead: webmall, deepshop, ecomagentbench or shopgym."),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the metrics for machines.")] = False,
) -> None:
    """Write a report over one or more runs, and a page for each episode.

    The pages need no server and fetch nothing. For runs by tools, the tables of the page are printed, too: results,
    rubrics by source and type, accuracy by intent and difficulty, interaction style, why trials failed; rows that the
    paper published stand below. Error tags (what rules find in the trajectories) go to tags.jsonl in each run folder.

    With --paper, the page holds that paper's tables and figures, as published and as measured in these runs.

    Examples:

        shopworld report runs/first

        shopworld report runs/first runs/second --out comparison.html

        shopworld report runs/first --paper webmall
    """
    if paper:
        _paper(paper, folders, out, as_json=as_json)
        return
    page = report_on(folders, out)
    if as_json:
        summaries = {str(path): _summary(path) for path in folders}
        entries = entries_of([ReadRun.read(path) for path in folders])
        by_tools = tool_entries(entries)
        compared = comparison_summary([one for one in entries if one not in by_tools])
        told = {
            "report": str(page),
            "runs": summaries,
            **compared,
            **tests_summary(entries),
            **unseen_summary(entries),
            **efficiency_summary(entries),
        }
        typer.echo(json.dumps(told, indent=2))
        return
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    runs = [ReadRun.read(path) for path in folders]
    for run in runs:
        if len(runs) > 1:
            typer.echo(str(run.path))
        if len(run.results) < run.expected:
            typer.echo(f"Not complete: {run.path} has {len(run.results)} of {run.expected} results.")
        if not run.world.in_sandbox:
            console.print(result_table(run.results, run.agents))
        for line in status_lines(run.results, run.agents):
            typer.echo(line)
    entries = entries_of(runs)
    by_tools = tool_entries(entries)
    if by_tools:
        for part in terminal_tables(by_tools, console.width):
            console.print(part)
    shoppers = [one for one in entries if one not in by_tools]
    grids = [*pooled_grids(shoppers), *interface_grids(shoppers), *corrected_grids(entries), *query_grids(entries)]
    grids += [*judge_grids(entries), *unseen_grids(entries), *efficiency_grids(entries)]
    grids += [*ranking_grids(entries), *comparison_grids(entries)]
    for part in grid_tables([*grids, *tag_grids(entries, tags_of(entries))], console.width):
        console.print(part)
    typer.echo(f"\nReport: {page}")


def _paper(name: str, folders: list[Path], out: Path | None, *, as_json: bool) -> None:
    made = write_paper_page(name, folders, out)
    if as_json:
        tables = [
            {
                "id": grid.id,
                "title": grid.title,
                "columns": grid.columns,
                "rows": [
                    {
                        "name": row.name,
                        "published": row.entry is None,
                        "values": [cell.text for cell in row.cells],
                        "intervals": [cell.interval for cell in row.cells],
                    }
                    for row in grid.rows
                ],
            }
            for grid in made.grids
        ]
        typer.echo(json.dumps({"page": str(made.file), "tables": tables}, indent=2, ensure_ascii=False))
        return
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    for part in grid_tables(made.grids, console.width):
        console.print(part)
    typer.echo(f"\nPage: {made.file}")


def _summary(path: Path) -> dict[str, Any]:
    folder = RunFolder(path)
    summary = result_summary(folder.results(), folder.agents(), folder.provenance().answers)
    entries = entries_of([ReadRun.read(path)])
    tagged = tags_of(entries)
    for entry in entries:
        summary[entry.name]["error_tags"] = tag_summary(entry, tagged)
    return summary
