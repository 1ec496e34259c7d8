"""Validating a suite against its mall or catalog: what would make a task unfair or unsolvable, found before a run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from shopworld.catalog import Catalog
from shopworld.episode import Ending
from shopworld.mall import Mall
from shopworld.shop import product_slug
from shopworld.tasks.categories import KNOWN_SETS
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.pieces import unresolved
from shopworld.tasks.model import Suite, Task
from shopworld.tasks.offers import OfferAddress, name_of
from shopworld.tasks.scoring import score

_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_PLACEHOLDER = re.compile(r"\{\{\s*\w+\s*\}\}|\{shop_\d+\}")
_ADDRESS = re.compile(r"https?://(?P<host>[^/\s:#?]+)(?P<path>[^\s#?]*)")

Severity = Literal["error", "warning", "known"]


@dataclass(frozen=True, slots=True)
class SuiteProblem:
    """One thing that is wrong.

    Attributes:
        task: id of the task; empty where it is the suite.
        severity: `error`: the task is unfair or cannot be solved; `warning`: look at it; `known`: an error of an
            imported task whose defects are listed.
        text: what is wrong, for people.
    """

    task: str
    severity: Severity
    text: str

    @property
    def where(self) -> str:
        """The task, and what of it; empty where it is the suite."""
        return self.task

    @property
    def advice(self) -> str:
        """What is wrong, and what to do about it where that is known."""
        return self.text


def validate_suite(suite: Suite, mall: Mall) -> tuple[SuiteProblem, ...]:
    """Everything that is wrong with a suite in its mall, the suite's own problems first, then by task.

    Args:
        suite: to validate.
        mall: the mall it was made for.
    """
    return problems_of(
        suite,
        _suite_problems(suite, mall),
        lambda task: _task_problems(task, mall),
        lambda task: Ground(task, mall.catalog, mall),
    )


def problems_of(
    suite: Suite,
    of_suite: Iterable[str],
    of_task: Callable[[Task], Iterable[str]],
    ground_of: Callable[[Task], Ground],
) -> tuple[SuiteProblem, ...]:
    """All problems and the warnings of the checks, the suite's own problems first, then by task.

    Args:
        suite: whose.
        of_suite: its own problems.
        of_task: the problems of a task.
        ground_of: what the checks of a task are held against.
    """
    problems = [SuiteProblem("", "error", text) for text in of_suite]
    for task in suite.tasks:
        severity: Severity = "known" if task.source == "release" and task.defects else "error"
        problems += [SuiteProblem(task.id, severity, text) for text in of_task(task)]
        ground = ground_of(task)
        problems += [SuiteProblem(task.id, "warning", text) for check in task.checks for text in check.warnings(ground)]
    return tuple(problems)


def _suite_problems(suite: Suite, mall: Mall) -> Iterator[str]:
    yield from structure_problems(suite)
    if suite.mall != mall.name:
        yield f"made for the mall {suite.mall!r}, this is {mall.name!r}"
    if suite.mall_hash != mall.content_hash:
        yield f"made for another content of the mall ({suite.mall_hash[:16]}, this is {mall.content_hash[:16]})"


def structure_problems(suite: Suite) -> Iterator[str]:
    """What is wrong with a suite whatever it was made for."""
    if not suite.tasks:
        yield "there is no task"
    ids = Counter(task.id for task in suite.tasks)
    for repeated in sorted(name for name, count in ids.items() if count > 1):
        yield f"several tasks have the id {repeated!r}"


def task_structure_problems(task: Task) -> Iterator[str]:
    """What is wrong with a task wherever it is played."""
    if not _FILE_NAME.fullmatch(task.id):
        yield f"the id {task.id!r} cannot be a file's name"
    if task.limits.steps < 1 or task.limits.seconds <= 0:
        yield f"limits of {task.limits.steps} steps and {task.limits.seconds} s leave nothing to do"
    for placeholder in dict.fromkeys(_PLACEHOLDER.findall(task.goal)):
        yield f"the placeholder {placeholder} is not filled in"


def _task_problems(task: Task, mall: Mall) -> Iterator[str]:
    yield from task_structure_problems(task)
    if task.category not in KNOWN_SETS:
        yield f"unknown category {task.category!r}"
    elif task.set and task.set != KNOWN_SETS[task.category]:
        yield f"the category {task.category} is {KNOWN_SETS[task.category]}, the task says {task.set}"
    yield from _text_problems(task, mall)
    ground = Ground(task, mall.catalog, mall)
    for check in task.checks:
        yield from check.problems(ground)
    if score(task, (), ending=Ending.SUBMITTED, hosts=mall.hosts).passed:
        yield "doing nothing solves it"
    yield from _near_miss_problems(task, ground)


def _text_problems(task: Task, mall: Mall) -> Iterator[str]:
    hosts = {*mall.hosts, mall.solution_host}
    for found in dict.fromkeys(match["host"].lower() for match in _ADDRESS.finditer(task.goal)):
        if found.rstrip(".,;") not in hosts:
            yield f"the text names the host {found}, which is not in the mall"
    start = _ADDRESS.fullmatch(task.start)
    if start is None or start["host"] not in hosts:
        yield f"the start {task.start} is on no shop of the mall"
    elif (slug := product_slug(start["path"])) and start["host"] in mall.hosts:
        address = OfferAddress(shop=mall.hosts[start["host"]], slug=slug)
        if mall.catalog.offer_by_slug(address.shop, address.slug) is None:
            yield f"the start {task.start} is no product of that shop"


def _near_miss_problems(task: Task, ground: Ground) -> Iterator[str]:
    """Near misses that a shop does not have, and those that would be right."""
    asking = [check for check in task.checks if check.returns] or [check for check in task.checks if check.visits]
    for number, miss in enumerate(task.near_misses, start=1):
        if not miss:
            yield f"near miss {number} is empty"
        for address in miss:
            yield from (f"near miss {number}: {text}" for text in unresolved(address, ground))
        if miss and any(check.is_answered_by(miss) for check in asking) and ground.admits(miss):
            yield f"near miss {number} is right: {', '.join(map(name_of, miss))}"


def validate_tool_suite(suite: Suite, catalog: Catalog) -> tuple[SuiteProblem, ...]:
    """Everything that is wrong with a suite of the tool sandbox, the suite's own problems first, then by task.

    Args:
        suite: to validate.
        catalog: the one it was made for.
    """
    return problems_of(
        suite,
        _tool_suite_problems(suite, catalog),
        lambda task: _tool_task_problems(task, catalog),
        lambda task: Ground(task, catalog),
    )


def _tool_suite_problems(suite: Suite, catalog: Catalog) -> Iterator[str]:
    yield from structure_problems(suite)
    if suite.catalog_hash != catalog.content_hash:
        yield (
            f"made for another content of the catalog {suite.catalog!r} "
            f"({suite.catalog_hash[:16] or 'none'}, this is {catalog.content_hash[:16]})"
        )


def _tool_task_problems(task: Task, catalog: Catalog) -> Iterator[str]:
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
