"""`shopworld runs`: trajectories out of run folders and into them."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from shopworld.plain_text import plain_line

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Carry trajectories out of run folders, and other people's results into them.",
)


class TrajectoryForm(StrEnum):
    """What trials are written as."""

    ATIF = "atif"


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


@app.command(name="import")
def import_results(
    file: Annotated[Path, typer.Argument(help="Their log, file or folder.", metavar="FILE")],
    out: Annotated[Path, typer.Option(help="Run folder, new or of the same suite.")],
    suite: Annotated[str, typer.Option(help="What was played; as it is told there, else webmall.")] = "",
    agent: Annotated[str, typer.Option("--agent", "-a", help="Its name here; as it is told there by default.")] = "",
    trial: Annotated[int, typer.Option(min=0, help="Number of the trial, where it is not told.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Read somebody else's results into a run folder, and grade them by our checks.

    Logs of Inspect (.eval, .json), folders of AgentLab's studies and of BrowserGym's experiments, and result files of
    WebMall-Interfaces. What they say was done is done again in the shops, in a session a trial, and graded there.
    What goes another way here is left out, and so are orders where it is not told who bought.

    Examples:

        shopworld runs import logs/2027-03-01_default.eval --out runs/inspect

        shopworld runs import agentlab_results/2027-03-01_my-study --out runs/agentlab

        shopworld runs import benchmark_results.json --out runs/theirs
    """
    from shopworld.api import import_results as imported_from

    found = imported_from(file, out, suite=suite, agent=agent, trial=trial)
    if as_json:
        told = {
            "results": [one.model_dump(mode="json") for one in found.results],
            "differing": [{"task": task, "theirs": theirs, "ours": ours} for task, theirs, ours in found.differing],
            "left_out": [{"task": task, "why": why} for task, why in found.left_out],
        }
        typer.echo(json.dumps(told, indent=2))
        return
    passed = sum(one.status == "passed" for one in found.results)
    typer.echo(f"{len(found.results)} trials in {out}, {passed} passed.")
    for task, theirs, ours in found.differing:
        typer.echo(f"  {task}: {_said(theirs)} in the file, {_said(ours)} here")
    if found.left_out:
        first = plain_line(", ".join(found.left_out[0]))
        typer.echo(f"{len(found.left_out)} left out, the first: {first}.")


def _said(completed: bool) -> str:
    return "completed" if completed else "not completed"
