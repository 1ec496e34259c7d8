"""`shopworld regrade`: score a run again from its event logs alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from shopworld.api import regrade as regrade_run


def regrade(
    folder: Annotated[Path, typer.Argument(help="Run folder.", metavar="DIR")],
    suite: Annotated[str, typer.Option(help="Name or file of the suite; the run's own by default.")] = "",
    catalog: Annotated[
        Path | None, typer.Option(help="Folder of the catalog that products are looked up in; the suite's by default.")
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="Replace the results; the old ones stay as results.<n>.jsonl.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Score a run again from its event logs alone, and say what changed.

    Needs the suite that the run was made with, and the catalog of a run by tools or of evolved queries; refuses others.
    The new scores go to regrade.jsonl.

    Examples:

        shopworld regrade runs/first

        shopworld regrade runs/first --suite suites/webmall.json --write
    """
    outcome = regrade_run(folder, suite=suite, catalog=catalog, write=write)
    if as_json:
        changes = [
            {"before": one.before.model_dump(mode="json"), "after": one.after.model_dump(mode="json")}
            for one in outcome.changes
        ]
        typer.echo(
            json.dumps(
                {
                    "results": len(outcome.results),
                    "skipped": outcome.skipped,
                    "changes": changes,
                    "kept": str(outcome.kept) if outcome.kept else None,
                },
                indent=2,
            )
        )
        return
    for change in outcome.changes:
        typer.echo(change.text)
    typer.echo(f"{len(outcome.results) - outcome.skipped} graded again, {len(outcome.changes)} changed.")
    if outcome.skipped:
        typer.echo(f"{outcome.skipped} without a grade (agent or infrastructure errors) left as they are.")
    if outcome.kept:
        typer.echo(f"Results replaced; the old ones are in {outcome.kept}.")
    elif outcome.changes:
        typer.echo("Results not replaced; --write does that.")
