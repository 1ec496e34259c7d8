"""`shopworld view`: look at runs, while they are going on or after."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from shopworld.api import Progress
from shopworld.cli.progress import progress
from shopworld.viewer import RunCollection, serve_view, write_view

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
    as_json: Annotated[bool, typer.Option("--json", help="With --export: what was written, for machines.")] = False,
) -> None:
    """Look at runs in a browser: trials in a table, each step of each, two side by side, tasks and figures.

    Run folders are followed while runs go on. Everything stands in the address, so that a link shows the same view.
    With --export it becomes a page that needs no server: trees and messages lie in a folder beside it, pictures stay in
    the run folders.

    Examples:

        shopworld view

        shopworld view runs/first runs/second --port 8123

        shopworld view runs/first --export first.html --single-file
    """
    collection = RunCollection(folders or [DEFAULT])
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
