"""`shopworld tasks make intent`: tasks with hidden intent, for a catalog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import typer

from shopworld.api import make_intent_tasks
from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of
from shopworld.cli.tasks.options import made_from, sealing_for_machines
from shopworld.commands import CommandOutcome
from shopworld.guru import Intent, MakingReport, counts_of, report_path
from shopworld.tasks import Suite


def intent(
    *,
    catalog: str,
    count: int | None,
    per_intent: int | None,
    only: Sequence[str],
    fewer: bool,
    seed: int,
    sealed: bool,
    name: str,
    out: Path | None,
) -> CommandOutcome:
    """Makes tasks with hidden intent, and says how many samples passed each stage."""
    with progress() as told:
        made = make_intent_tasks(
            catalog,
            count=count,
            per_intent=per_intent,
            intents=only,
            fewer=fewer,
            seed=seed,
            sealed=sealed,
            name=name,
            out=out,
            progress=told,
        )
    suite, file, report = made.suite, made.file, made.report
    data = {**_summary(suite, file), "catalog": suite.catalog, "report": str(report_path(file)), **report.as_data()}
    del data["samples"]
    counts = Counter(task.category for task in suite.tasks)
    wanted = counts_of([one for one in Intent if not only or one in only], count, per_intent)
    short = [
        f"{one}: {counts[one]} of {number}; no more were found"
        for one, number in wanted.items()
        if counts[one] < number
    ]
    end = (
        f"Made {file}: {len(suite.tasks)} tasks for the catalog {suite.catalog}, {made_from(suite)}",
        f"Prove them: shopworld tasks check {out or name}",
    )
    return CommandOutcome(data, partial(_print, report, (*short, *end)))


def _print(report: MakingReport, lines: Sequence[str]) -> None:
    _print_report(report)
    for line in lines:
        typer.echo(line)


def _print_report(report: MakingReport) -> None:
    rates = report.as_data()["pass_rates"]
    table = table_of("", ("stage", "left"), ("samples", "right"), ("of those before", "right"))
    for stage, count in report.totals().items():
        table.add_row(stage, str(count), f"{rates[stage]:.1%}" if stage in rates else "")
    print_table(table)
    faults = table_of("", ("samples", "right"), ("dropped because", "left"))
    for fault, count in report.faults.most_common():
        faults.add_row(str(count), fault)
    print_table(faults)
    implicit = ", ".join(f"{bucket}: {count}" for bucket, count in report.buckets().items())
    typer.echo(f"Implicit requirements: {implicit}")


def _summary(suite: Suite, file: Path) -> dict[str, object]:
    return {
        "name": suite.name,
        "version": suite.version,
        "seed": suite.seed,
        **sealing_for_machines(suite),
        "file": str(file),
        "tasks": len(suite.tasks),
    }
