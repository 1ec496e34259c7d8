"""`shopworld tasks`: make suites, look at them, validate and prove them, import those of others."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress, track
from rich.table import Table

from shopworld.agents import ORACLE
from shopworld.catalog import Catalog
from shopworld.cli.tasks_evolved_text import choice_lines, evolution_lines
from shopworld.cli.tasks_import import import_ecomagentbench
from shopworld.cli.tasks_make import app as make_app
from shopworld.cli.tasks_mutate import mutate
from shopworld.cli.tasks_port import port
from shopworld.cli.tasks_release import export, import_deepshop
from shopworld.cli.tasks_shopgym import import_shopgym, validate_shopgym
from shopworld.cli.tasks_stats import stats
from shopworld.cli.tool_checks import check_by_tools
from shopworld.errors import TaskError
from shopworld.evaluation import RunProgress, RunSettings
from shopworld.evaluation.proofs import (
    failing_lines,
    proof_table,
    proofs_for_machines,
    prove_by_oracle,
    prove_without_browser,
    with_oracle,
)
from shopworld.evaluation.run import catalog_folder
from shopworld.evaluation.settings import select_tasks
from shopworld.guru.second_solver import SecondSolver
from shopworld.guru.shopgym import is_shopgym_file
from shopworld.mall import Home, Mall
from shopworld.tasks import ChosenProduct, Suite, Task, checks_hash, find_suite, save_suite, task_hash
from shopworld.tasks.categories import TASK_SETS
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
app.command()(stats)
app.command()(mutate)
app.command()(port)
app.command()(export)

SuiteName = Annotated[str, typer.Argument(metavar="SUITE", help="Name of a suite, or path of its file.")]
MallFolder = Annotated[Path | None, typer.Option("--mall", help="Folder of the mall; the suite's own by default.")]
CatalogFolder = Annotated[
    Path | None, typer.Option(help="Folder of the catalog, for tasks by tools; the suite's own by default.")
]
Filters = Annotated[
    list[str] | None, typer.Option("--filter", help="Task id or field=pattern, e.g. set=basic; repeatable.")
]
AsJson = Annotated[bool, typer.Option("--json", help="For machines.")]


@app.command("list")
def list_tasks(
    suite: Annotated[str, typer.Argument(metavar="[SUITE]", help="Name or file; all suites are listed without.")] = "",
    filters: Filters = None,
    as_json: AsJson = False,
) -> None:
    """List suites, or the tasks of one.

    Examples:

        shopworld tasks list

        shopworld tasks list webmall --filter category=checkout
    """
    home = Home.from_environment()
    if not suite:
        _list_suites(home, as_json)
        return
    tasks = select_tasks(find_suite(suite, home.folder).tasks, filters or ())
    if as_json:
        _print_json([_summary(task) for task in tasks])
        return
    columns = ("task", "category", "set", "checks", "defects")
    rows = [
        (task.id, task.category, task.set, ", ".join(check.type for check in task.checks), str(len(task.defects) or ""))
        for task in tasks
    ]
    filled = [at for at in range(len(columns)) if any(row[at] for row in rows)]
    table = _table(*(columns[at] for at in filled))
    for row in rows:
        table.add_row(*(row[at] for at in filled))
    _console().print(table)
    counts = Counter(task.category for task in tasks)
    in_order = [category for category in dict.fromkeys((*TASK_SETS, *counts)) if counts[category]]
    typer.echo(f"{len(tasks)} tasks: " + ", ".join(f"{counts[category]} {category}" for category in in_order))


def _list_suites(home: Home, as_json: bool) -> None:
    suites = [find_suite(name, home.folder) for name in home.suite_names()]
    if as_json:
        keys = ("name", "version", "mall", "description")
        _print_json([{**{key: getattr(one, key) for key in keys}, "tasks": len(one.tasks)} for one in suites])
        return
    if not suites:
        typer.echo(f"No suites in {home.folder / 'suites'}. `shopworld tasks make` makes some.")
        return
    table = _table("suite", "version", "mall or catalog", "tasks", "what it is")
    for one in suites:
        table.add_row(one.name, one.version, one.mall or one.catalog, str(len(one.tasks)), one.description)
    _console().print(table)


def _summary(task: Task) -> dict[str, Any]:
    keys = ("id", "revision", "template", "category", "set", "difficulty", "source", "intent", "defects")
    checks = [check.type for check in task.checks]
    return {**{key: getattr(task, key) for key in keys}, "checks": checks, "hash": task_hash(task)}


@app.command()
def show(
    suite: SuiteName,
    task_id: Annotated[str, typer.Argument(metavar="TASK", help="Id of the task.")],
    as_json: AsJson = False,
) -> None:
    """Show a task with its answers: for people, never for agents.

    Examples:

        shopworld tasks show webmall Webmall_Checkout_Task1
    """
    task = _task_of(find_suite(suite, Home.from_environment().folder), task_id)
    if as_json:
        _print_json(task.model_dump(mode="json"))
        return
    typer.echo(f"{task.id}, revision {task.revision}: {task.category} ({task.set or 'no set'}), {task.source}")
    typer.echo(f"template {task.template}; hash {task_hash(task)}, checks {checks_hash(task)}")
    begins = f"starts at {task.start}" if task.start else "by tools"
    typer.echo(f"{begins}; at most {task.limits.steps} steps, {task.limits.seconds:.0f} s\n")
    typer.echo(task.goal + "\n")
    for line in evolution_lines(task):
        typer.echo(line)
    for check in task.checks:
        typer.echo(f"check {check.type}")
        if isinstance(check, ChosenProduct):
            for line in choice_lines(check):
                typer.echo(f"  {line}")
            continue
        for number, group in enumerate(getattr(check, "groups", ()), start=1):
            typer.echo(f"  {number}. " + " or ".join(f"{one.shop} /product/{one.slug}/" for one in group))
        for name, value in check.model_dump(exclude={"type", "groups"}, exclude_defaults=True).items():
            typer.echo(f"  {name}: {_plain(value)}")
    for number, miss in enumerate(task.near_misses, start=1):
        typer.echo(f"near miss {number}: " + ", ".join(f"{one.shop} /product/{one.slug}/" for one in miss))
    for defect in task.defects:
        typer.echo(f"defect: {defect}")


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {one}" for name, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _task_of(suite: Suite, task_id: str) -> Task:
    for task in suite.tasks:
        if task.id == task_id:
            return task
    raise TaskError(
        f"the suite {suite.name!r} has no task {task_id!r}", hint=f"See `shopworld tasks list {suite.name}`."
    )


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
        loaded, opened = _open(suite, mall)
        try:
            problems = validate_suite(loaded, opened)
        finally:
            opened.close()
    if as_json:
        _print_json([asdict(problem) for problem in problems])
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


@app.command()
def check(
    suite: SuiteName,
    mall: MallFolder = None,
    filters: Filters = None,
    browser: Annotated[
        bool, typer.Option("--browser", help="Have the oracle solve each task through the real pages, too.")
    ] = False,
    interface: Annotated[str, typer.Option(help="Have it solve each task by this interface instead: tools, ….")] = "",
    catalog: CatalogFolder = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes for the oracle; 0: one per processor.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Run folder to keep of the oracle.")] = None,
    as_json: AsJson = False,
) -> None:
    """Prove tasks: the right answer passes; nothing, everything, near misses and parts of the answer fail.

    Without --browser the proofs work on events made by hand. For generated tasks, a second solver derives the answers
    again from the mall's pages. Tasks by tools are proven by probes over the catalog, and solved by the oracle through
    the tools. The exit status is 1 where a proof does not hold.

    Examples:

        shopworld tasks check webmall

        shopworld tasks check webmall --filter category=checkout --browser

        shopworld tasks check default --interface tools

        shopworld tasks check intent --filter category=coupon_budget
    """
    home = Home.from_environment()
    loaded = find_suite(suite, home.folder)
    if loaded.catalog:
        check_by_tools(suite, loaded, home, catalog, filters or (), workers=workers, out=out, as_json=as_json)
        return
    loaded, opened = _open(suite, mall)
    tasks = select_tasks(loaded.tasks, filters or ())
    try:
        with _bar("Reading pages") as reading:
            solver = SecondSolver(opened, progress=reading)
            if any(task.source == "generated" and task.constraints for task in tasks):
                solver.read()
        proven = list(prove_without_browser(_tracked(tasks, "Proving"), opened, second_solver=solver))
    finally:
        opened.close()
    if browser or interface:
        settings = RunSettings.from_values(
            suite=suite, mall=str(mall) if mall else "", agents=(ORACLE,), filters=tuple(filters or ())
        )
        with RunProgress(Console(stderr=True), settings.agents, len(tasks), ()) as progress:
            count = workers or len(os.sched_getaffinity(0))
            oracle = prove_by_oracle(settings, out=out, workers=count, watcher=progress, interface=interface)
        proven = with_oracle(proven, oracle)
    if as_json:
        _print_json(proofs_for_machines(proven, loaded))
    else:
        _console().print(proof_table(proven, loaded))
        for line in failing_lines(proven):
            typer.echo(line)
    if not all(one.hold for one in proven):
        raise typer.Exit(1)


@app.command("import")
def import_tasks(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="What it is: webmall, ecomagentbench, deepshop or shopgym.")
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
    say becomes checks, and what cannot be checked is listed as the task's defect.

    Examples:

        shopworld tasks import webmall ~/webmall/task_sets.json

        shopworld tasks import ecomagentbench ~/benchmark.jsonl --catalog amazon

        shopworld tasks import deepshop ~/deepshop.jsonl --mall marketplace

        shopworld tasks import shopgym ~/benchmark.json --mall pans
    """
    home = Home.from_environment()
    if source == "ecomagentbench":
        import_ecomagentbench(path, home, catalog_name=catalog, name=name or source, as_json=as_json)
        return
    if source == "deepshop":
        import_deepshop(path, home, mall=mall, name=name or source, as_json=as_json)
        return
    if source == "shopgym":
        import_shopgym(path, home, mall=mall, name=name or source, as_json=as_json)
        return
    if source != "webmall":
        raise TaskError(f"cannot import {source!r}", hint="There are: webmall, ecomagentbench, deepshop, shopgym.")
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
        _print_json(report.model_dump(mode="json"))
        return
    typer.echo(f"{report}\nThe suite is {home.suite(suite.name)}.")


def _open(suite: str, mall: Path | None) -> tuple[Suite, Mall]:
    home = Home.from_environment()
    loaded = find_suite(suite, home.folder)
    if not loaded.mall and mall is None:
        raise TaskError(
            f"suite {loaded.name!r} names neither a mall nor a catalog",
            hint="Name the mall's folder with --mall.",
        )
    return loaded, Mall.open(mall if mall is not None else home.mall(loaded.mall))


def _tracked(tasks: list[Task], what: str) -> Iterable[Task]:
    """The tasks, with a progress bar on a terminal."""
    console = Console(stderr=True)
    return track(tasks, what, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on a terminal; yields what it is told of: how much is done, of how much."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def _table(*columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _console() -> Console:
    """Standard output, 80 columns wide where it is no terminal."""
    return Console(width=None if sys.stdout.isatty() else 80, highlight=False)


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))
