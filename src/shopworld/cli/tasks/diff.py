"""`shopworld tasks diff`: what changed between two suites."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from shopworld.api.suites import compare_suites
from shopworld.cli.tasks.options import AsJson, print_json
from shopworld.tasks.difference import FieldChange, SuiteDifference, TaskChange, in_words

DIFFERENT = 1
"""Exit status where the suites differ, as `diff` has it."""


def diff(
    before: Annotated[str, typer.Argument(metavar="A", help="Name of a suite, or path of its file.")],
    after: Annotated[str, typer.Argument(metavar="B", help="Another one, or another revision of it.")],
    brief: Annotated[bool, typer.Option("--brief", help="Ids alone, without what changed in each task.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show what changed from one suite to another: tasks added, removed and changed, field by field, check by check.

    Tasks are told by their ids; their order does not count. A task that changed and kept its revision is marked. The
    exit status is 0 where nothing changed and 1 where something did.

    Examples:

        shopworld tasks diff old/webmall.json webmall

        shopworld tasks diff shop-v1 shop-v2 --json
    """
    found = compare_suites(before, after)
    if as_json:
        print_json(_for_machines(found))
    else:
        _print(found, brief=brief)
    if not found.is_empty:
        raise typer.Exit(DIFFERENT)


def _for_machines(found: SuiteDifference) -> dict[str, Any]:
    told = asdict(found)
    for one, change in zip(told["changed"], found.changed, strict=True):
        one |= {"changes_grading": change.changes_grading, "silent": change.is_silent}
    return {"same_suite": found.is_empty, **told}


def _print(found: SuiteDifference, *, brief: bool) -> None:
    if found.is_empty:
        typer.echo(f"No difference: {found.same} tasks are the same.")
        return
    for change in found.suite:
        typer.echo(f"suite {_line(change)}")
    for sign, tasks in (("-", found.removed), ("+", found.added)):
        for name, template in tasks.items():
            typer.echo(f"{sign} {name}  (template {template})")
    for one in found.changed:
        typer.echo(f"~ {one.id}  {_marks(one)}")
        for change in () if brief else one.changes:
            typer.echo(f"    {_line(change)}")
    for what, templates in (("new", found.templates_added), ("gone", found.templates_removed)):
        if templates:
            typer.echo(f"templates {what}: {', '.join(templates)}")
    typer.echo(
        f"{len(found.added)} added, {len(found.removed)} removed, {len(found.changed)} changed "
        f"({sum(one.changes_grading for one in found.changed)} in their checks), {found.same} the same"
    )


def _marks(one: TaskChange) -> str:
    before, after = one.revisions
    revision = f"revision {after}, not raised" if one.is_silent else f"revision {before} -> {after}"
    return f"({revision}{'; checks changed' if one.changes_grading else ''})"


def _line(change: FieldChange) -> str:
    return f"{change.field}: {in_words(change.before)} -> {in_words(change.after)}"
