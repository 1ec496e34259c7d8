"""`shopworld tasks mutate`: wrong and right end states against the grading, as a table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from shopworld.api import SuiteAudit, audit_suite
from shopworld.cli.completing import suites as complete_suites
from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of
from shopworld.tasks import AuditRow, TaskAudit

_MOST_LINES = 40


def mutate(
    suite: Annotated[
        str,
        typer.Argument(autocompletion=complete_suites, metavar="SUITE", help="Name of a suite, or path of its file."),
    ],
    mall: Annotated[Path | None, typer.Option("--mall", help="Folder of the mall; the suite's own by default.")] = None,
    catalog: Annotated[
        Path | None, typer.Option(help="Folder of the catalog, for tasks by tools; the suite's own by default.")
    ] = None,
    filters: Annotated[
        list[str] | None, typer.Option("--filter", help="Task id or field=pattern, e.g. set=basic; repeatable.")
    ] = None,
    ray: Annotated[str, typer.Option(help="Audit on a Ray cluster: HOST:PORT, auto, or local.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Audit the grading: wrong end states must be refused, and every equivalent right one accepted.

    From each task's right end, wrong ones are derived for each of its checks: a near duplicate, the wrong variant,
    shop, quantity or buyer, a line too many or missing, something too late, a garbled answer, the right end after a
    limit. Right ones are derived as well: other orders, spellings, addresses, alternatives, detours. Each goes through
    the real grading; a wrong one must be refused by the very check it was derived for. The exit status is 1 where a
    state is graded wrongly, or where a check was tried on fewer than ten wrong states.

    Examples:

        shopworld tasks mutate default

        shopworld tasks mutate shop --filter category=journey --json
    """
    with progress() as told:
        found = audit_suite(suite, tasks=filters or (), mall=mall, catalog=catalog, ray=ray, progress=told)
    if as_json:
        typer.echo(json.dumps(_for_machines(found), indent=2, ensure_ascii=False))
    else:
        _print(found.rows, found.tasks)
    if not found.holds:
        raise typer.Exit(1)


def _print(rows: Sequence[AuditRow], audits: Sequence[TaskAudit]) -> None:
    names = ("tasks", "wrong tried", "refused", "fewest", "right tried", "accepted")
    table = table_of("", ("check", "left"), *((name, "right") for name in names))
    for row in rows:
        values = (row.tasks, row.wrong, row.refused, row.fewest, row.right, row.accepted)
        table.add_row(row.check, *map(str, values))
    print_table(table)
    failing = [(one.task, verdict) for one in audits for verdict in one.failing]
    for task, verdict in failing[:_MOST_LINES]:
        said = "refused" if verdict.right else "not refused by this check"
        typer.echo(f"{task}: {verdict.check}, {verdict.name}: {said}: {verdict.text}")
    if len(failing) > _MOST_LINES:
        typer.echo(f"… and {len(failing) - _MOST_LINES} more; --json lists all")
    for one in audits:
        for check in one.thin:
            typer.echo(f"{one.task}: {check}: fewer than ten wrong states could be derived")
    tried = sum(row.wrong + row.right for row in rows)
    typer.echo(f"{len(audits)} tasks, {tried} end states: {len(failing)} graded wrongly")


def _for_machines(found: SuiteAudit) -> dict[str, object]:
    audits = found.tasks
    return {
        "suite": found.suite.name,
        "version": found.suite.version,
        "tasks": len(audits),
        "checks": [asdict(row) for row in found.rows],
        "wrongly_graded": [{"task": one.task, **asdict(verdict)} for one in audits for verdict in one.failing],
        "thin": [{"task": one.task, "check": check} for one in audits for check in one.thin],
    }
