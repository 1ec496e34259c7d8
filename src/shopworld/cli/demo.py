"""`shopworld demo`: the embedded mall, three agents, a report."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from shopworld.api import report
from shopworld.cli.run import run
from shopworld.cli.worker_option import WorkersOption
from shopworld.evaluation import Screenshots
from shopworld.mall import DEFAULT_MALL, Home

AGENTS = ["oracle", "keyword", "noop"]


def demo(
    out: Annotated[Path, typer.Option(help="Run folder.")] = Path("runs/demo"),
    tasks: Annotated[int, typer.Option(min=1, max=5, help="Tasks of each of the eleven categories.")] = 1,
    workers: WorkersOption = 0,
    look: Annotated[bool, typer.Option("--view", help="Open the viewer at the end, until Ctrl-C.")] = False,
) -> None:
    """Run three agents on tasks of all eleven categories in the embedded mall, write a report, and show each step.

    The mall and its tasks are made from a seed at the first call. The same command goes on with a run that was stopped.

    Examples:

        shopworld demo

        shopworld demo --view

        shopworld demo --tasks 5 --out runs/larger
    """
    console = Console(stderr=True)
    run(
        suite=DEFAULT_MALL,
        agent=AGENTS,
        out=out,
        trials=1,
        workers=workers,
        max_steps=50,
        max_seconds=600.0,
        filters=[f"id=*_{number:02d}" for number in range(1, tasks + 1)],
        seed=0,
        screenshots=Screenshots.ALL,
        mall=None,
        as_json=False,
    )
    with console.status("Writing the report"):
        page = report(out)
    typer.echo(f"\nReport: {page}")
    if look:
        from shopworld.viewer import RunCollection, serve_view

        serve_view(RunCollection([out], home=Home.from_environment()), told=_open)
    else:
        typer.echo(f"Every step of every trial: shopworld view {out}")


def _open(address: str) -> None:
    typer.echo(f"Viewer: {address}  (Ctrl-C ends it)")
    webbrowser.open(address)
