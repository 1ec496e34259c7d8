"""Validating a suite of the tool sandbox against its catalog: structure, rubrics, slots, answers, before any run."""

from __future__ import annotations

from collections.abc import Iterator

from shopworld.catalog import Catalog
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.model import Suite, Task
from shopworld.tasks.validation import SuiteProblem, problems_of, structure_problems, task_structure_problems


def validate_tool_suite(suite: Suite, catalog: Catalog) -> tuple[SuiteProblem, ...]:
    """Everything that is wrong with a suite of the tool sandbox, the suite's own problems first, then by task.

    Args:
        suite: to validate.
        catalog: the one it was made for.
    """
    return problems_of(
        suite,
        _suite_problems(suite, catalog),
        lambda task: _task_problems(task, catalog),
        lambda task: Ground(task, catalog),
    )


def _suite_problems(suite: Suite, catalog: Catalog) -> Iterator[str]:
    yield from structure_problems(suite)
    if suite.catalog_hash != catalog.content_hash:
        yield (
            f"made for another content of the catalog {suite.catalog!r} "
            f"({suite.catalog_hash[:16] or 'none'}, this is {catalog.content_hash[:16]})"
        )


def _task_problems(task: Task, catalog: Catalog) -> Iterator[str]:
    yield from task_structure_problems(task)
    if task.environment != "tools":
        yield f"it is for the environment {task.environment!r}, the suite is for the tool sandbox"
    if not task.intent.strip():
        yield "the query is empty"
    met = [check for check in task.checks if check.in_tools]
    for check in task.checks:
        if not check.in_tools:
            yield f"the check {check.type!r} cannot be met by tools"
    if len(met) != 1:
        yield f"it has {len(met)} recommendations to check, expected 1"
        return
    yield from met[0].problems(Ground(task, catalog))
