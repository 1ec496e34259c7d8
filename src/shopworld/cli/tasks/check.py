"""`shopworld tasks check`: proves tasks, of one suite or of all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress, track

from shopworld.agents import ORACLE, AgentName
from shopworld.cli.tasks.options import (
    AsJson,
    CatalogFolder,
    Filters,
    MallFolder,
    console,
    open_mall,
    print_json,
)
from shopworld.cli.tasks.tool_checks import print_by_tools, prove_by_tools
from shopworld.errors import ShopworldError, TaskError
from shopworld.evaluation import RunProgress, RunSettings
from shopworld.evaluation.proofs import (
    TaskProofs,
    failing_lines,
    proof_table,
    proofs_for_machines,
    prove_by_oracle,
    prove_without_browser,
    unproven,
    with_oracle,
)
from shopworld.evaluation.settings import select_tasks
from shopworld.guru.second_solver import SecondSolver
from shopworld.mall import Home
from shopworld.tasks import Suite, Task, find_suite
from shopworld.tasks.proofs import Proof

BROWSER = "browser"
"""Where the oracle solves tasks through the real pages."""


def check(
    suite: Annotated[str, typer.Argument(metavar="[SUITE]", help="Name of a suite, or path of its file.")] = "",
    every: Annotated[bool, typer.Option("--all", help="Check all suites of this machine.")] = False,
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

        shopworld tasks check --all --json
    """
    home = Home.from_environment()
    solving = interface or (BROWSER if browser else "")
    if every:
        _refuse_with_all(suite=suite, mall=mall, catalog=catalog, out=out, filters=filters, interface=interface)
        _check_all(home, solving=solving, workers=workers, as_json=as_json)
        return
    if not suite:
        raise TaskError("name a suite, or give --all", hint="`shopworld tasks list` shows what there is.")
    loaded = find_suite(suite, home.folder)
    if loaded.catalog:
        proven, probed = prove_by_tools(suite, loaded, home, catalog, filters or (), workers=workers, out=out)
        print_by_tools(loaded, proven, probed, as_json=as_json)
    else:
        proven = _prove(suite, loaded, home, mall, filters or (), solving=solving, workers=workers, out=out)
        _print(loaded, proven, as_json=as_json)
    if not all(one.hold for one in proven):
        raise typer.Exit(1)


def _refuse_with_all(**given: Any) -> None:
    named = [name for name, value in given.items() if value]
    if named:
        raise TaskError(f"--all checks every suite as it is; leave {', '.join(named)} out")


def _check_all(home: Home, *, solving: str, workers: int, as_json: bool) -> None:
    names = home.suite_names()
    found: dict[str, list[TaskProofs]] = {}
    for name in names:
        found[name] = _prove_where_possible(name, find_suite(name, home.folder), home, solving, workers)
        if not as_json:
            holding = sum(one.hold for one in found[name])
            typer.echo(f"{name}: {holding} of {len(found[name])} tasks are proven")
            for line in failing_lines(found[name]):
                typer.echo(f"  {line}")
    proven = [one for of_suite in found.values() for one in of_suite]
    if as_json:
        missing = [{"suite": name, **one} for name, of_suite in found.items() for one in unproven(of_suite)]
        counts = {"tasks": len(proven), "proven": sum(one.hold for one in proven)}
        print_json({**counts, "unproven": missing, "suites": list(names)})
    elif not names:
        typer.echo(f"No suites in {home.folder / 'suites'}. `shopworld tasks make` makes some.")
    if not all(one.hold for one in proven):
        raise typer.Exit(1)


def _prove_where_possible(name: str, suite: Suite, home: Home, solving: str, workers: int) -> list[TaskProofs]:
    """The proofs of a suite; where its mall or catalog cannot be opened, no task is proven, for that reason."""
    try:
        if suite.catalog:
            return prove_by_tools(name, suite, home, None, (), workers=workers, out=None)[0]
        return _prove(name, suite, home, None, (), solving=solving, workers=workers, out=None)
    except ShopworldError as error:
        missing = (Proof("world", False, str(error)),)
        return [TaskProofs(task.id, task.category, task.defects, missing) for task in suite.tasks]


def _prove(
    name: str,
    suite: Suite,
    home: Home,
    mall: Path | None,
    filters: Sequence[str],
    *,
    solving: str,
    workers: int,
    out: Path | None,
) -> list[TaskProofs]:
    tasks = select_tasks(suite.tasks, filters)
    opened = open_mall(suite, mall)
    try:
        with _bar("Reading pages") as reading:
            solver = SecondSolver(opened, progress=reading)
            if any(task.source == "generated" and task.constraints for task in tasks):
                solver.read()
        proven = list(prove_without_browser(_tracked(tasks, "Proving"), opened, second_solver=solver))
    finally:
        opened.close()
    if not solving:
        return proven
    interface = "" if solving == BROWSER else solving
    oracle_name = str(AgentName(ORACLE, interface=interface))
    settings = RunSettings.from_values(
        suite=name, mall=str(mall) if mall else "", agents=(oracle_name,), filters=tuple(filters)
    )
    with RunProgress(Console(stderr=True), settings.agents, len(tasks), ()) as progress:
        count = workers or len(os.sched_getaffinity(0))
        oracle = prove_by_oracle(
            settings,
            out=out,
            workers=count,
            watcher=progress,
            home=home,
            interface=interface,
        )
    return with_oracle(proven, oracle)


def _print(suite: Suite, proven: Sequence[TaskProofs], *, as_json: bool) -> None:
    if as_json:
        print_json(proofs_for_machines(proven, suite))
        return
    console().print(proof_table(proven, suite))
    for line in failing_lines(proven):
        typer.echo(line)


def _tracked(tasks: list[Task], what: str) -> Iterable[Task]:
    """The tasks, with a progress bar on a terminal."""
    shown = Console(stderr=True)
    return track(tasks, what, console=shown, transient=True, disable=not shown.is_terminal)


@contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on a terminal; yields what it is told of: how much is done, of how much."""
    shown = Console(stderr=True)
    with Progress(console=shown, transient=True, disable=not shown.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
