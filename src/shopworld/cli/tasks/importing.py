"""What `shopworld tasks import` runs for each source, and prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from shopworld.api import ImportedTasks, import_tasks
from shopworld.commands import CommandOutcome
from shopworld.guru import WEAK
from shopworld.tasks import suite_hash

_SHOWN = 40


def import_webmall(*, path: Path, mall: str) -> CommandOutcome:
    """Imports WebMall's tasks for a mall that is there.

    Args:
        path: of `task_sets.json`, or of its folder.
        mall: its name.
    """
    found = import_tasks("webmall", path, mall=mall)
    assert found.report is not None
    return CommandOutcome(found.report.model_dump(mode="json"), f"{found.report}\nThe suite is {found.file}.")


def import_ecomagentbench(*, path: Path, catalog: str, name: str) -> CommandOutcome:
    """Imports samples as a suite, says what is wrong with them, and where everything lies.

    Args:
        path: `benchmark.jsonl`.
        catalog: name of the one that the targets are in; without one, a catalog of the targets alone is made.
        name: of the suite.
    """
    found = import_tasks("ecomagentbench", path, catalog=catalog, name=name)
    assert found.suite is not None
    count, defects = len(found.suite.tasks), {task.id: task.defects for task in found.suite.tasks if task.defects}
    lines = (
        f"{count} tasks, {len(defects)} of them with defects",
        *(f"  {task}: {text}" for task, texts in defects.items() for text in texts),
        *(
            f"  field {field!r} of {rubrics} rubrics is no canonical attribute; raw details are compared"
            for field, rubrics in found.unresolved.items()
        ),
        f"\nCatalog: {found.catalog}\nSuite:   {found.file}",
    )
    places = {"catalog": str(found.catalog), "suite": str(found.file)}
    data = {"tasks": count, "unresolved": found.unresolved, "defects": defects, **places}
    return CommandOutcome(data, "\n".join(lines))


def import_deepshop(*, path: Path, mall: str, name: str) -> CommandOutcome:
    """Checks a file of queries, and binds them to a mall where one is named.

    Args:
        path: JSON lines as the release has them.
        mall: name or folder of the mall; empty: the file is checked and nothing is written.
        name: of the suite.

    Raises:
        TaskError: no query can be bound to the mall.
    """
    found = import_tasks("deepshop", path, mall=mall, name=name)
    data: dict[str, object] = {"queries": found.offered, "findings": [asdict(one) for one in found.findings]}
    end = "Checked only. Name a mall with --mall to make tasks of them."
    if found.suite is not None:
        count = len(found.suite.tasks)
        data |= {"tasks": count, "unbound": found.left_out, "suite": str(found.file)}
        end = f"{count} of {found.offered} queries are tasks for the mall {mall}\nSuite: {found.file}"
    return CommandOutcome(data, "\n".join((*_queries(found), end)))


def _queries(found: ImportedTasks) -> Iterator[str]:
    for one in found.findings[:_SHOWN]:
        yield f"  {one.query}: {one.rule}{f' ({one.part})' if one.part else ''}: {one.text}"
    if len(found.findings) > _SHOWN:
        yield f"  and {len(found.findings) - _SHOWN} more; --json prints all"
    rules = ", ".join(f"{count} {rule}" for rule, count in Counter(one.rule for one in found.findings).most_common())
    flawed = len({one.query for one in found.findings})
    yield f"{found.offered} queries, {flawed} with findings: {rules or 'none'}"
    for query, reason in list(found.left_out.items())[:_SHOWN]:
        yield f"  not bound {query}: {reason}"


def import_shopgym(*, path: Path, mall: str, name: str) -> CommandOutcome:
    """Imports tasks for the first shop of a mall.

    Args:
        path: file of the tasks.
        mall: its name.
        name: of the suite.

    Raises:
        TaskError: no mall is named.
    """
    found = import_tasks("shopgym", path, mall=mall, name=name)
    assert found.suite is not None
    count, weak = len(found.suite.tasks), sum(WEAK in task.defects for task in found.suite.tasks)
    lines = [f"  left out {task}: {reason}" for task, reason in found.left_out.items()]
    return CommandOutcome(
        {"name": found.suite.name, "file": str(found.file), "tasks": count, "weak": weak, "left_out": found.left_out},
        "\n".join((*lines, f"Made {found.file}: {count} of {found.offered} tasks, {weak} of them weak")),
    )


def import_suite(*, path: Path, name: str) -> CommandOutcome:
    """Reads a suite back that was exported.

    Args:
        path: JSON lines or Parquet.
        name: of the suite; its own by default.

    Raises:
        InputError: a record is wrong.
    """
    found = import_tasks("suite", path, name=name)
    assert found.suite is not None
    count = len(found.suite.tasks)
    return CommandOutcome(
        {"suite": str(found.file), "tasks": count, "suite_hash": suite_hash(found.suite)},
        f"{count} tasks; the suite is {found.file}",
    )
