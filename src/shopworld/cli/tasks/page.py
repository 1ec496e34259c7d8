"""`shopworld tasks page`: a page that shows a suite to people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shopworld.api import load_suite, write_page
from shopworld.cli.progress import progress
from shopworld.cli.tasks.options import AsJson, CatalogFolder, Filters, MallFolder, SuiteName, print_json
from shopworld.cli.worker_option import WorkersOption
from shopworld.evaluation import select_tasks


def page(
    suite: SuiteName,
    out: Annotated[Path, typer.Option(help="Folder to write.")],
    filters: Filters = None,
    pictures: Annotated[bool, typer.Option(help="Have the oracle solve the tasks, and show its path.")] = True,
    run: Annotated[Path | None, typer.Option(help="Run folder of the oracle, to take its path from.")] = None,
    mall: MallFolder = None,
    catalog: CatalogFolder = None,
    workers: WorkersOption = 0,
    as_json: AsJson = False,
) -> None:
    """Write a page that shows a suite: intents, checks in words, and the oracle's path step by step, with pictures.

    The oracle really solves the tasks, in a browser or by tools; --run takes a run that is there already. The page
    works from the file system. It holds the answers: it is for people, never for agents.

    Examples:

        shopworld tasks page webmall --out pages/webmall --filter set=basic

        shopworld tasks page intent --out pages/intent --no-pictures
    """
    loaded = load_suite(suite)
    with progress() as told:
        written = write_page(
            loaded,
            out,
            tasks=filters or (),
            pictures=pictures,
            run_folder=run,
            mall=mall,
            catalog=catalog,
            workers=workers,
            progress=told,
        )
    if as_json:
        print_json({"page": str(written), "tasks": len(select_tasks(loaded.tasks, filters or ()))})
    else:
        typer.echo(f"Page: {written}")
