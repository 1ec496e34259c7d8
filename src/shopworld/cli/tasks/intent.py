"""`shopworld tasks make intent`: tasks with hidden intent, for a catalog."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import Progress, TaskID

from shopworld.catalog import Catalog
from shopworld.cli.tables import print_table, table_of
from shopworld.commands import Outcome
from shopworld.guru.intent import Intent, MakingReport, make_intent_suite, report_path
from shopworld.mall import Home
from shopworld.tasks import Suite, save_suite


def intent(
    *,
    catalog: str,
    per_intent: int,
    only: Sequence[str],
    fewer: bool,
    seed: int,
    name: str,
    out: Path | None,
) -> Outcome:
    """Makes tasks with hidden intent, and says how many samples passed each stage."""
    home = Home.from_environment()
    intents = [one for one in Intent if not only or one in only]
    folder = Path(catalog) if os.sep in catalog else home.catalog(catalog)
    file = out or home.suite(name)
    with Catalog.open(folder) as opened, _bar() as bars:
        known: dict[str, TaskID] = {}

        def progress(what: str, done: int, total: int) -> None:
            if what not in known:
                known[what] = bars.add_task(what, total=total)
            bars.update(known[what], completed=done, total=total)

        suite, report = make_intent_suite(
            opened,
            per_intent=per_intent,
            seed=seed,
            name=name,
            catalog_name="" if os.sep in catalog else catalog,
            intents=intents,
            fewer=fewer,
            progress=progress,
        )
    save_suite(suite, file)
    report.save(report_path(file))
    data = {**_summary(suite, file), "catalog": suite.catalog, "report": str(report_path(file)), **report.as_data()}
    del data["samples"]
    made = Counter(task.category for task in suite.tasks)
    short = [
        f"{one.value}: {made[one.value]} of {per_intent}; no more were found"
        for one in intents
        if made[one.value] < per_intent
    ]
    end = (
        f"Made {file}: {len(suite.tasks)} tasks for the catalog {suite.catalog}, seed {seed}",
        f"Prove them: shopworld tasks check {out or name}",
    )
    return Outcome(data, partial(_print, report, (*short, *end)))


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
        "file": str(file),
        "tasks": len(suite.tasks),
    }


def _bar() -> Progress:
    """Progress on a terminal; nothing where the output is piped."""
    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)
