"""`shopworld view`: look at runs, while they are going on or after."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from shopworld.api import Progress
from shopworld.cli.progress import progress
from shopworld.viewer import COUNT, RunCollection, SampleKind, sample, serve_labels, serve_view, write_view

DEFAULT = Path("runs")


def view(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(help="Run folders, or folders that hold some; runs by default.", metavar="[DIR]..."),
    ] = None,
    port: Annotated[int, typer.Option(help="Port on this machine; 0: any that is free.", min=0, max=65535)] = 0,
    export: Annotated[
        Path | None, typer.Option(help="Write the viewer to this HTML file instead of serving it.")
    ] = None,
    single_file: Annotated[
        bool, typer.Option("--single-file", help="With --export: put trees, messages and pictures into the file, too.")
    ] = False,
    label: Annotated[
        str, typer.Option(help="Judge trials yourself, under this name; scores and verdicts are hidden.")
    ] = "",
    chosen: Annotated[SampleKind, typer.Option("--sample", help="With --label: which trials.")] = (
        SampleKind.TRAJECTORIES
    ),
    count: Annotated[int, typer.Option(min=1, help="With --sample trajectories: how many.")] = COUNT,
    seed: Annotated[int, typer.Option(help="With --label: of the choice.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="With --export: what was written, for machines.")] = False,
) -> None:
    """Look at runs in a browser: trials in a table, each step of each, two side by side, tasks and figures.

    Run folders are followed while runs go on. Everything stands in the address, so that a link shows the same view.
    With --export it becomes a page that needs no server: trees and messages lie in a folder beside it, pictures stay in
    the run folders.

    With --label, a person judges a sample of trials by aspect or requirement; labels.jsonl in the run folders keeps
    what was said, and `shopworld judge people` tells how far people, code and judges agree.

    Examples:

        shopworld view

        shopworld view runs/first runs/second --port 8123

        shopworld view runs/first --export first.html --single-file

        shopworld view runs/first --label ada --sample accepted
    """
    collection = RunCollection(folders or [DEFAULT])
    if label:
        trials = sample(collection, chosen, labeller=label, count=count, seed=seed)
        told_of = f"{len(trials)} trials for {label}"
        serve_labels(
            collection, trials, label, port=port, told=lambda at: typer.echo(f"{told_of}: {at} (Ctrl-C ends it)")
        )
        return
    if export is None:
        serve_view(collection, port=port, told=lambda at: typer.echo(f"Viewer: {at} (Ctrl-C ends it)"))
        return
    with progress() as told:

        def tell(done: int, total: int) -> None:
            told(Progress("Writing", done, total))

        size = write_view(collection, export, single_file=single_file, progress=tell)
    if as_json:
        typer.echo(
            json.dumps(
                {
                    "page": str(size.page),
                    "page_bytes": size.page_bytes,
                    "details_bytes": size.details_bytes,
                    "trials": size.trials,
                }
            )
        )
        return
    beside = f", {size.details_bytes / 1e6:.1f} MB beside it" if size.details_bytes else ""
    typer.echo(f"{size.page}: {size.trials} trials, {size.page_bytes / 1e6:.1f} MB{beside}")
