"""A page that shows a suite to people: each task, its checks in words, and the oracle's path with pictures."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from shopworld.agents import ORACLE
from shopworld.evaluation.folder import RunFolder, file_name
from shopworld.evaluation.publishing.numbers import CategoryNumbers, numbers_of
from shopworld.evaluation.records import Result, Status, read_steps
from shopworld.evaluation.report.episode import action_target
from shopworld.evaluation.report.rendering import link, render, style_sheet
from shopworld.evaluation.report.rows import title
from shopworld.evaluation.trajectory import STEPS
from shopworld.files import write_whole
from shopworld.tasks import SPLITS, Suite, Task, split_tasks, suite_hash, task_hash
from shopworld.tasks.checks import CheckWords, in_words

PAGE = "index.html"
STYLE = "style.css"
PICTURES = "pictures"


@dataclass(frozen=True, slots=True)
class PathStep:
    """One step of the oracle.

    Attributes:
        number: from 0, the first page.
        action: what it did.
        target: the element, as it saw it.
        title: of the page after it.
        url: of the page after it.
        picture: address of the picture, relative to the page; empty without one.
    """

    number: int
    action: str
    target: str
    title: str
    url: str
    picture: str


@dataclass(frozen=True, slots=True)
class OraclePath:
    """How the oracle fared in one task.

    Attributes:
        solved: whether it did.
        text: what it met, where it did not.
        steps: in order.
    """

    solved: bool
    text: str
    steps: tuple[PathStep, ...]


@dataclass(frozen=True, slots=True)
class TaskView:
    """One task as the page prints it."""

    task: Task
    category: str
    split: str
    hash: str
    checks: tuple[CheckWords, ...]
    near_misses: tuple[str, ...]
    path: OraclePath | None


def write_suite_page(suite: Suite, out: Path, *, run: Path | None = None, tasks: Sequence[Task] | None = None) -> Path:
    """Writes the page, its style and the pictures as a folder that works from `file://`.

    Args:
        suite: the suite.
        out: folder; made where it is not there.
        run: run folder of the oracle over the suite, for paths and pictures; none without.
        tasks: of the suite, to be shown; all by default.

    Returns:
        the page.

    Raises:
        InputError: the run folder is none, or a file in it is wrong.
    """
    shown = suite.tasks if tasks is None else tuple(tasks)
    out.mkdir(parents=True, exist_ok=True)
    if (out / PICTURES).exists():
        shutil.rmtree(out / PICTURES)
    paths = _paths(run, out) if run is not None else {}
    write_whole(out / STYLE, style_sheet().encode())
    write_whole(out / PAGE, suite_page(suite, shown, paths).encode())
    return out / PAGE


def suite_page(suite: Suite, tasks: Sequence[Task], paths: Mapping[str, OraclePath]) -> str:
    """The page as HTML.

    Args:
        suite: the suite.
        tasks: of it, to be shown.
        paths: of the oracle, by task id.
    """
    splits = split_tasks(suite.tasks)
    views = [
        TaskView(
            task=task,
            category=title(task.category),
            split=splits[task.id],
            hash=task_hash(task),
            checks=tuple(map(in_words, task.checks)),
            near_misses=tuple(
                ", ".join(f"{one.shop} /product/{one.slug}/" for one in miss) for miss in task.near_misses
            ),
            path=paths.get(task.id),
        )
        for task in tasks
    ]
    return render(
        "suite.html",
        style="",
        style_link=STYLE,
        suite=suite,
        hash=suite_hash(suite),
        place=suite.mall or suite.catalog,
        kind="mall" if suite.mall else "catalog",
        views=views,
        numbers=[_titled(one) for one in numbers_of(suite)],
        splits=SPLITS,
        categories=list(dict.fromkeys(task.category for task in tasks)),
        difficulties=sorted({task.difficulty for task in tasks if task.difficulty}),
        sets=list(dict.fromkeys(task.set for task in tasks if task.set)),
        solved=sum(view.path.solved for view in views if view.path),
        tried=sum(view.path is not None for view in views),
    )


def _titled(numbers: CategoryNumbers) -> tuple[str, CategoryNumbers]:
    return title(numbers.name), numbers


def _paths(run: Path, out: Path) -> dict[str, OraclePath]:
    """The oracle's paths by task id; their pictures are copied beside the page."""
    folder = RunFolder(run)
    folder.settings()
    return {one.task: _path(folder, one, out) for one in folder.results() if one.agent == ORACLE and one.trial == 0}


def _path(folder: RunFolder, result: Result, out: Path) -> OraclePath:
    attempt = folder.attempt(result.key, result.attempt)
    recorded = read_steps(attempt / STEPS)
    pictures = out / PICTURES / file_name(result.task)
    steps = []
    for step, before in zip(recorded, [None, *recorded], strict=False):
        picture = ""
        if step.screenshot:
            pictures.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(attempt / step.screenshot, pictures / step.screenshot)
            picture = link(f"{PICTURES}/{pictures.name}/{step.screenshot}")
        target = action_target(step.action, before.tree if before else "")
        steps.append(PathStep(step.number, step.action, target, step.title, step.url, picture))
    failed = "; ".join(f"{check.type}: {check.reason}" for check in result.checks if not check.passed)
    solved = result.status is Status.PASSED
    return OraclePath(solved, "" if solved else f"{result.status}: {result.error or failed}", tuple(steps))
