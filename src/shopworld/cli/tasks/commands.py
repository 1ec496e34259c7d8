"""`shopworld tasks`: make suites, look at them, validate and prove them, import those of others."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from shopworld.catalog import Catalog
from shopworld.cli.importers import importers_of
from shopworld.cli.task_families import task_families
from shopworld.cli.tasks.card import card
from shopworld.cli.tasks.check import check
from shopworld.cli.tasks.diff import diff
from shopworld.cli.tasks.export import export, schema
from shopworld.cli.tasks.mutate import mutate
from shopworld.cli.tasks.options import AsJson, CatalogFolder, MallFolder, SuiteName, open_mall, print_json
from shopworld.cli.tasks.page import page
from shopworld.cli.tasks.port import port
from shopworld.cli.tasks.shopgym import validate_shopgym
from shopworld.cli.tasks.show import list_tasks, show
from shopworld.cli.tasks.stats import stats
from shopworld.evaluation.running.opening import catalog_folder
from shopworld.guru.shopgym import is_shopgym_file
from shopworld.mall import Home
from shopworld.tasks import find_suite
from shopworld.tasks.tool_validation import validate_tool_suite
from shopworld.tasks.validation import validate_suite

app = typer.Typer(
    help="Make, list, show, validate, check and import tasks.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

app.add_typer(importers_of("tasks", "Import tasks of a public release."), name="import")
app.add_typer(task_families(), name="make")
app.command("list")(list_tasks)
app.command()(show)
app.command()(stats)
app.command()(check)
app.command("diff")(diff)
app.command()(mutate)
app.command()(port)
app.command()(export)
app.command()(schema)
app.command()(card)
app.command()(page)


@app.command()
def validate(
    suite: SuiteName,
    mall: MallFolder = None,
    catalog: CatalogFolder = None,
    shop: Annotated[
        str, typer.Option(help="Of a file of ShopGym's tasks: folder of the shop, or its id in the mall.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Find what would make tasks unfair or unsolvable: offers that are not there, answers that are near misses too, ….

    Of tasks by tools: rubrics that nothing can satisfy or that nobody tells, slots without rubrics, targets and
    alternatives that fail, near misses that are right. A JSON file of ShopGym's tasks is held against the shop that
    they are for: its collections, products, pages, options, and the filters that its pages show. The exit status is 1
    where an error is found that is not among an imported task's listed defects.

    Examples:

        shopworld tasks validate webmall

        shopworld tasks validate intent --json

        shopworld tasks validate their-tasks.json --shop shops/pans
    """
    if is_shopgym_file(Path(suite)):
        validate_shopgym(Path(suite), shop, mall, as_json=as_json)
        return
    home = Home.from_environment()
    loaded = find_suite(suite, home.folder)
    if loaded.catalog:
        with Catalog.open(catalog_folder(loaded, home, str(catalog or ""))) as products:
            problems = validate_tool_suite(loaded, products)
    else:
        opened = open_mall(loaded, mall)
        try:
            problems = validate_suite(loaded, opened)
        finally:
            opened.close()
    if as_json:
        print_json([asdict(problem) for problem in problems])
    else:
        for problem in problems:
            typer.echo(f"{problem.severity:<7} {problem.task or loaded.name}: {problem.text}")
        counts = Counter(problem.severity for problem in problems)
        typer.echo(
            f"{len(loaded.tasks)} tasks: {counts['error']} errors, {counts['warning']} warnings, "
            f"{counts['known']} known defects"
        )
    if any(problem.severity == "error" for problem in problems):
        raise typer.Exit(1)
