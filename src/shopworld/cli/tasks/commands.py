"""`shopworld tasks`: make suites, look at them, validate and prove them, import those of others."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from shopworld.catalog import Catalog
from shopworld.cli.tasks.card import card
from shopworld.cli.tasks.check import check
from shopworld.cli.tasks.diff import diff
from shopworld.cli.tasks.export import export, import_suite, schema
from shopworld.cli.tasks.importing import import_ecomagentbench
from shopworld.cli.tasks.make import app as make_app
from shopworld.cli.tasks.mutate import mutate
from shopworld.cli.tasks.options import AsJson, CatalogFolder, MallFolder, SuiteName, open_mall, print_json
from shopworld.cli.tasks.page import page
from shopworld.cli.tasks.port import port
from shopworld.cli.tasks.release import import_deepshop
from shopworld.cli.tasks.shopgym import import_shopgym, validate_shopgym
from shopworld.cli.tasks.show import list_tasks, show
from shopworld.cli.tasks.stats import stats
from shopworld.errors import TaskError
from shopworld.evaluation.running.opening import catalog_folder
from shopworld.guru.shopgym import is_shopgym_file
from shopworld.mall import Home, Mall
from shopworld.tasks import find_suite, save_suite
from shopworld.tasks.importers.webmall import import_webmall_tasks
from shopworld.tasks.tool_validation import validate_tool_suite
from shopworld.tasks.validation import validate_suite

app = typer.Typer(
    help="Make, list, show, validate, check and import tasks.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

app.add_typer(make_app, name="make")
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


@app.command("import")
def import_tasks(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="What it is: webmall, ecomagentbench, deepshop, shopgym, or suite.")
    ],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The release's folder, or its file of tasks.")],
    mall: Annotated[
        str, typer.Option(help="Not for ecomagentbench: name of the mall that the tasks are for; webmall's is webmall.")
    ] = "",
    catalog: Annotated[
        str, typer.Option(help="ecomagentbench: name of the catalog; without one, one of the targets alone is made.")
    ] = "",
    name: Annotated[str, typer.Option(help="All but webmall: name of the suite; the source's by default.")] = "",
    as_json: AsJson = False,
) -> None:
    """Import tasks of a public release.

    WebMall's need their mall (`shopworld mall import webmall` imports both). EComAgentBench's carry their targets.
    DeepShop's have no answers: the file is checked, and with --mall its queries become tasks where the mall sells what
    they ask for and every part of them is understood. ShopGym's are for one shop, the mall's first; what their criteria
    say becomes checks, and what cannot be checked is listed as the task's defect. A suite is read back from JSON lines
    or Parquet that `shopworld tasks export` wrote, or that follow its schema.

    Examples:

        shopworld tasks import webmall ~/webmall/task_sets.json

        shopworld tasks import ecomagentbench ~/benchmark.jsonl --catalog amazon

        shopworld tasks import deepshop ~/deepshop.jsonl --mall marketplace

        shopworld tasks import shopgym ~/benchmark.json --mall pans

        shopworld tasks import suite tasks.jsonl --name theirs
    """
    home = Home.from_environment()
    if source == "ecomagentbench":
        import_ecomagentbench(path, home, catalog_name=catalog, name=name or source, as_json=as_json)
        return
    if source == "deepshop":
        import_deepshop(path, home, mall=mall, name=name or source, as_json=as_json)
        return
    if source == "suite":
        import_suite(path, home, name=name, as_json=as_json)
        return
    if source == "shopgym":
        import_shopgym(path, home, mall=mall, name=name or source, as_json=as_json)
        return
    if source != "webmall":
        raise TaskError(
            f"cannot import {source!r}", hint="There are: webmall, ecomagentbench, deepshop, shopgym, suite."
        )
    opened = Mall.open(home.mall(mall or source))
    try:
        suite, report = import_webmall_tasks(
            path,
            opened.catalog,
            hosts=opened.hosts,
            solution_host=opened.solution_host,
            mall=opened.name,
            mall_hash=opened.content_hash,
        )
    finally:
        opened.close()
    save_suite(suite, home.suite(suite.name))
    if as_json:
        print_json(report.model_dump(mode="json"))
        return
    typer.echo(f"{report}\nThe suite is {home.suite(suite.name)}.")
