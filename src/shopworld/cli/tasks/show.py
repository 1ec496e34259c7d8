"""`shopworld tasks list` and `shopworld tasks show`: suites and tasks, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import fill
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from shopworld.api import suite_of
from shopworld.cli.completing import suites as complete_suites
from shopworld.cli.tasks.options import AsJson, Filters, SuiteName, console, print_json
from shopworld.evaluation import select_tasks
from shopworld.mall import Home
from shopworld.tasks import (
    TASK_SETS,
    Task,
    answers_of,
    checks_hash,
    find_suite,
    split_tasks,
    suite_path,
    task_hash,
    task_of,
)

WIDTH = 80
_TIED = "\0"
"""Stands for a space that no line is broken at."""


def list_tasks(
    suite: Annotated[
        str,
        typer.Argument(
            autocompletion=complete_suites, metavar="[SUITE]", help="Name or file; all suites are listed without."
        ),
    ] = "",
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
    loaded = suite_of(suite, home)
    tasks = select_tasks(loaded.tasks, filters or ())
    if as_json:
        print_json([_summary(task) for task in tasks])
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
    console().print(table)
    counts = Counter(task.category for task in tasks)
    in_order = [category for category in dict.fromkeys((*TASK_SETS, *counts)) if counts[category]]
    counted = ", ".join(f"{counts[category]}{_TIED}{category}" for category in in_order)
    told = fill(f"{len(tasks)} tasks: {counted}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    typer.echo(told.replace(_TIED, " "))
    if words := answers_of(loaded, suite_path(suite, home.folder)).words:
        typer.echo(words)


def _list_suites(home: Home, as_json: bool) -> None:
    names = home.suite_names()
    suites = [find_suite(name, home.folder) for name in names]
    answers = [answers_of(one, home.suite(name)) for one, name in zip(suites, names, strict=True)]
    if as_json:
        keys = ("name", "version", "mall", "description")
        rows = zip(suites, answers, strict=True)
        print_json(
            [
                {**{key: getattr(one, key) for key in keys}, "tasks": len(one.tasks), "answers": str(told)}
                for one, told in rows
            ]
        )
        return
    if not suites:
        typer.echo(f"No suites in {home.folder / 'suites'}. `shopworld tasks make` makes some.")
        return
    table = _table("suite", "version", "mall or catalog", "tasks", "answers", "what it is")
    for one, told in zip(suites, answers, strict=True):
        place = one.mall or one.catalog
        table.add_row(one.name, one.version, place, str(len(one.tasks)), str(told), one.description)
    console().print(table)


def _summary(task: Task) -> dict[str, Any]:
    keys = ("id", "revision", "template", "category", "set", "difficulty", "source", "intent", "defects")
    checks = [check.type for check in task.checks]
    return {**{key: getattr(task, key) for key in keys}, "checks": checks, "hash": task_hash(task)}


def show(
    suite: SuiteName,
    task_id: Annotated[str, typer.Argument(metavar="TASK", help="Id of the task.")],
    as_json: AsJson = False,
) -> None:
    """Show a task with its answers: for people, never for agents.

    Examples:

        shopworld tasks show webmall Webmall_Checkout_Task1
    """
    home = Home.from_environment()
    loaded = suite_of(suite, home)
    task = task_of(loaded, task_id)
    if as_json:
        print_json(task.model_dump(mode="json"))
        return
    typer.echo(f"{task.id}, revision {task.revision}: {task.category} ({task.set or 'no set'}), {task.source}")
    typer.echo(f"template {task.template}, split {split_tasks(loaded.tasks)[task.id]}")
    typer.echo(f"hash {task_hash(task)}, checks {checks_hash(task)}")
    begins = f"starts at {task.start}" if task.start else "by tools"
    typer.echo(f"{begins}; at most {task.limits.steps} steps, {task.limits.seconds:.0f} s\n")
    typer.echo(task.goal + "\n")
    for line in evolution_lines(task):
        typer.echo(line)
    for check in task.checks:
        typer.echo(f"check {check.type}")
        for line in check.shown():
            typer.echo(f"  {line}")
    for number, miss in enumerate(task.near_misses, start=1):
        typer.echo(f"near miss {number}: " + ", ".join(f"{one.shop} /product/{one.slug}/" for one in miss))
    for defect in task.defects:
        typer.echo(f"defect: {defect}")
    typer.echo(f"\n{loaded.canary}")
    if words := answers_of(loaded, suite_path(suite, home.folder)).words:
        typer.echo(words)


def _table(*columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def evolution_lines(task: Task) -> Iterator[str]:
    """How a query came about: its sub-queries, what each round added, and how many offers answered it then."""
    about = task.evolution
    if about is None:
        return
    yield f"query {about.query}, round {about.round}" + (f", made from {about.parent}" if about.parent else "")
    for name, text in (("attribute", about.attribute), ("filter", about.filter), ("sort", about.sort)):
        yield f"  {name}: {text or 'None'}"
    if about.answers:
        rounds = [f"{count} after {step}" for count, step in zip(about.answers[1:], about.steps, strict=False)]
        yield f"  answers: {', '.join([str(about.answers[0]), *rounds])}"
    yield ""
