"""`shopworld tasks page`: a page that shows a suite to people."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from shopworld.agents import ORACLE
from shopworld.cli.tasks_options import AsJson, CatalogFolder, Filters, MallFolder, SuiteName, print_json
from shopworld.evaluation import RunProgress, RunSettings, Screenshots, prepare
from shopworld.evaluation import run as play
from shopworld.evaluation.publishing import write_suite_page
from shopworld.evaluation.settings import select_tasks
from shopworld.mall import Home
from shopworld.tasks import find_suite


def page(
    suite: SuiteName,
    out: Annotated[Path, typer.Option(help="Folder to write.")],
    filters: Filters = None,
    pictures: Annotated[bool, typer.Option(help="Have the oracle solve the tasks, and show its path.")] = True,
    run: Annotated[Path | None, typer.Option(help="Run folder of the oracle, to take its path from.")] = None,
    mall: MallFolder = None,
    catalog: CatalogFolder = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes for the oracle; 0: one per processor.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Write a page that shows a suite: intents, checks in words, and the oracle's path step by step, with pictures.

    The oracle really solves the tasks, in a browser or by tools; --run takes a run that is there already. The page
    works from the file system. It holds the answers: it is for people, never for agents.

    Examples:

        shopworld tasks page webmall --out pages/webmall --filter set=basic

        shopworld tasks page intent --out pages/intent --no-pictures
    """
    home = Home.from_environment()
    loaded = find_suite(suite, home.folder)
    tasks = select_tasks(loaded.tasks, filters or ())
    if run is not None or not pictures:
        written = write_suite_page(loaded, out, run=run, tasks=tasks)
    else:
        settings = RunSettings.from_values(
            suite=suite,
            mall=str(mall) if mall else "",
            catalog=str(catalog) if catalog else "",
            agents=(ORACLE,),
            filters=tuple(filters or ()),
            screenshots=Screenshots.ALL,
        )
        plan = prepare(settings, home=home)
        with tempfile.TemporaryDirectory(prefix="shopworld-page-") as folder:
            with RunProgress(Console(stderr=True), settings.agents, len(tasks), ()) as progress:
                play(plan, Path(folder), workers=workers or len(os.sched_getaffinity(0)), watcher=progress)
            written = write_suite_page(loaded, out, run=Path(folder), tasks=tasks)
    if as_json:
        print_json({"page": str(written), "tasks": len(tasks)})
    else:
        typer.echo(f"Page: {written}")
