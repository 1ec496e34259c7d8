"""`shopworld runs`: trajectories out of run folders and into them."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Carry trajectories out of run folders, and other people's results into them.",
)


class TrajectoryForm(StrEnum):
    """What trials are written as."""

    ATIF = "atif"


@app.callback()
def _runs() -> None:
    """Has one command so far."""


@app.command()
def export(
    run: Annotated[Path, typer.Argument(help="Run folder.", metavar="RUN")],
    out: Annotated[Path, typer.Option(help="Folder to write.")],
    form: Annotated[
        TrajectoryForm, typer.Option("--format", help="atif: the Agent Trajectory Interchange Format, version 1.7.")
    ] = TrajectoryForm.ATIF,
    agent: Annotated[str, typer.Option("--agent", "-a", help="Whose trials; all by default.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Write every trial of a run as a trajectory in a form that others read: a JSON file a trial.

    Status and reward are in it, reasons of checks are not: they may hold answers.

    Examples:

        shopworld runs export runs/first --out trajectories

        shopworld runs export runs/first --agent keyword --out trajectories
    """
    from shopworld.api import export_run

    files = export_run(run, out, agent=agent)
    if as_json:
        typer.echo(json.dumps({"format": form.value, "files": [str(file) for file in files]}, indent=2))
        return
    typer.echo(f"{len(files)} trajectories in {out}")
