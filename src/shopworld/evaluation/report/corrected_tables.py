"""Results of a release with the answers that its catalog proves right, beside those by its own answers."""

from __future__ import annotations

from collections.abc import Sequence

from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.measures.metrics import summarise
from shopworld.evaluation.records import Result, Status
from shopworld.evaluation.report.grids import Cell, Grid, GridRow, interval_cell
from shopworld.evaluation.report.rows import Entry
from shopworld.evaluation.running.grading_again import grade_from_log
from shopworld.evaluation.trajectory import EVENTS
from shopworld.mall import Home
from shopworld.tasks import Task, load_suite
from shopworld.tasks.importers import corrected_task, read_errata

_GRADED = frozenset({Status.PASSED, Status.FAILED, Status.LIMIT})


def corrected_grids(entries: Sequence[Entry], home: Home | None = None) -> list[Grid]:
    """One table of the entries whose suite has errata; none where there are none.

    Args:
        entries: of the report.
        home: where suites and errata are; as the environment says by default.
    """
    place = home or Home.from_environment()
    rows = []
    for entry in entries:
        tasks = _corrected_tasks(entry, place)
        results = [one for one in entry.results if one.task in tasks]
        if not results:
            continue
        again = {one.key: _graded(entry, one, tasks[one.task]) for one in results}
        every = [again.get(one.key, one) for one in entry.results]
        turned = sum((new.status is Status.PASSED) != (old.status is Status.PASSED)
                     for old, new in zip(entry.results, every, strict=True))  # fmt: skip
        own, corrected = summarise(entry.results).completion, summarise(every).completion
        cells = (Cell(str(len(results))), interval_cell(own), interval_cell(corrected), Cell(str(turned)))
        rows.append(GridRow(entry.name, entry, cells))
    if not rows:
        return []
    lead = (
        "The catalog proves some answers of this release wrong (errata.json). Completion in per cent by its own "
        "answers, and by corrected ones, graded from the same event logs."
    )
    columns = ("Results on such tasks", "Own answers", "Corrected", "Turned")
    return [Grid("corrected", "Own and corrected answers", lead, columns, tuple(rows))]


def _corrected_tasks(entry: Entry, home: Home) -> dict[str, Task]:
    """Corrected tasks by id; only those that a run was really made with."""
    errata = read_errata(home, entry.run.world.suite)
    path = home.suite(entry.run.world.suite)
    if errata is None or not path.is_file():
        return {}
    wrong = {one.task: one for one in errata.errata}
    played = {one.task for one in entry.results} & wrong.keys()
    if not played:
        return {}
    found = {task.id: corrected_task(task, wrong[task.id]) for task in load_suite(path).tasks if task.id in played}
    return {name: task for name, task in found.items() if task is not None}


def _graded(entry: Entry, result: Result, task: Task) -> Result:
    """A result by the corrected answers; as it was where nothing can be graded again."""
    folder = RunFolder(entry.run.path)
    if result.status not in _GRADED or not (folder.attempt(result.key, result.attempt) / EVENTS).exists():
        return result
    hosts = {host: shop for shop, host in entry.run.world.shops.items()}
    return grade_from_log(folder, result, task, hosts, None)
