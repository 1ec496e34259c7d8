"""`shopworld tasks make mall`: WebMall's comparison shopping for any mall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import typer

from shopworld.api import make_mall_tasks
from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of
from shopworld.cli.tasks.options import made_from, sealing_for_machines
from shopworld.commands import CommandOutcome
from shopworld.errors import TaskError
from shopworld.guru import LEVELS, WEBMALL_TOTAL
from shopworld.tasks import TASK_SETS, Suite


def mall(
    *,
    mall: str,
    count: Sequence[str],
    level: Sequence[str],
    fewer: bool,
    proven: bool,
    seed: int,
    sealed: bool,
    name: str,
) -> CommandOutcome:
    """Makes comparison tasks for a mall, and says how many of each category and level."""
    wanted = _counts(count)
    with progress() as told:
        made = make_mall_tasks(
            mall,
            count=wanted,
            levels=_levels(level),
            fewer=fewer,
            proven=proven,
            seed=seed,
            sealed=sealed,
            name=name,
            progress=told,
        )
    suite, file = made.suite, made.file
    missing = (wanted if isinstance(wanted, int) else sum(wanted.values())) - len(suite.tasks)
    why = "no more material, or not proven" if proven else "no more material"
    lines = (
        *((f"{missing} fewer than asked for: {why}",) if missing > 0 else ()),
        f"Made {file}: {len(suite.tasks)} tasks for the mall {suite.mall}, {made_from(suite)}",
        f"Prove them: shopworld tasks check {suite.name}",
    )
    return CommandOutcome(_for_machines(suite, file), partial(_print, suite, lines))


def _print(suite: Suite, lines: Sequence[str]) -> None:
    table = table_of("", ("category", "left"), ("set", "left"), *((one, "right") for one in ("tasks", *LEVELS)))
    for category, row in _rows(suite).items():
        table.add_row(category, TASK_SETS[category], str(row.total()), *(str(row[one]) for one in LEVELS))
    print_table(table)
    for line in lines:
        typer.echo(line)


def _rows(suite: Suite) -> dict[str, Counter[str]]:
    rows: dict[str, Counter[str]] = {}
    for task in suite.tasks:
        rows.setdefault(task.category, Counter())[task.difficulty] += 1
    return rows


def _for_machines(suite: Suite, file: Path) -> dict[str, object]:
    return {
        "name": suite.name,
        "version": suite.version,
        "seed": suite.seed,
        **sealing_for_machines(suite),
        "file": str(file),
        "tasks": len(suite.tasks),
        "mall": suite.mall,
        "mall_hash": suite.mall_hash,
        "categories": Counter(task.category for task in suite.tasks),
        "levels": Counter(task.difficulty for task in suite.tasks),
    }


def _counts(values: Sequence[str]) -> int | dict[str, int]:
    """A number of tasks together, or numbers by category; never both."""
    found: dict[str, int] = {}
    total: int | None = None
    for value in values:
        category, has_category, number = value.rpartition("=")
        known = category in TASK_SETS if has_category else total is None
        if not known or not number.isdecimal() or (total is not None and has_category) or (found and not has_category):
            raise TaskError(
                f"--count {value}: expected one N, or CATEGORY=N",
                hint=f"The categories are: {', '.join(TASK_SETS)}.",
            )
        if has_category:
            found[category] = int(number)
        else:
            total = int(number)
    if total == 0 or (found and not any(found.values())):
        raise TaskError(f"--count {values[-1]}: a suite needs one task at least")
    return found or (WEBMALL_TOTAL if total is None else total)


def _levels(values: Sequence[str]) -> dict[str, int]:
    """`level=weight` as a mapping; a level alone weighs 1."""
    found: dict[str, int] = {}
    for value in values:
        name, _, weight = value.partition("=")
        level = next((one for one in LEVELS if one == name), None)
        if level is None or not (weight or "1").isdecimal() or not int(weight or "1"):
            raise TaskError(
                f"--level {value}: expected LEVEL or LEVEL=WEIGHT, the weight a whole number above 0",
                hint=f"The levels are: {', '.join(LEVELS)}.",
            )
        found[level] = int(weight or "1")
    return found
