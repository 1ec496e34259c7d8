"""`shopworld tasks make`: suites for malls and for catalogs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from shopworld.api.making_tasks import make_intent_tasks
from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of
from shopworld.cli.tasks.evolve import evolve
from shopworld.cli.tasks.mall import mall
from shopworld.cli.tasks.shop import shop
from shopworld.guru.intent import Intent, MakingReport, report_path
from shopworld.tasks import Suite

app = typer.Typer(
    help="Make tasks: mall, evolve and shop (for a mall), intent (for a catalog).",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.command()(mall)
app.command("comparison", hidden=True)(mall)
app.command()(evolve)
app.command()(shop)

AsJson = Annotated[bool, typer.Option("--json", help="For machines.")]


@app.command()
def intent(
    catalog: Annotated[str, typer.Option(help="Name of a catalog of Amazon products, or its folder.")],
    per_intent: Annotated[int, typer.Option(min=1, help="Tasks of each intent.")] = 85,
    only: Annotated[
        list[Intent] | None, typer.Option("--intent", help="Only this intent; repeatable. All eight by default.")
    ] = None,
    fewer: Annotated[
        bool, typer.Option("--fewer", help="Take fewer tasks of an intent where no more are found.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Of all choices; the same seed makes the same tasks.")] = 7,
    name: Annotated[str, typer.Option(help="Of the suite; one of that name is replaced.")] = "intent",
    out: Annotated[Path | None, typer.Option(help="File of the suite; by default where suites are kept.")] = None,
    as_json: AsJson = False,
) -> None:
    """Make tasks with hidden intent: requirements in a query, a profile and answers to questions (EComAgentBench).

    The answers are counted over the whole catalog. How many samples passed each stage, and what each measures, is
    written beside the suite, in a file that ends in `.making.toml`.

    Examples:

        shopworld tasks make intent --catalog amazon --per-intent 85

        shopworld tasks make intent --catalog amazon --per-intent 10 --seed 11 --name small

        shopworld tasks make intent --catalog amazon --per-intent 5 --intent product_search --intent review_driven
    """
    with progress() as told:
        made = make_intent_tasks(
            catalog,
            per_intent=per_intent,
            intents=only or (),
            fewer=fewer,
            seed=seed,
            name=name,
            out=out,
            progress=told,
        )
    suite, file, report = made.suite, made.file, made.report
    if as_json:
        data = report.as_data()
        del data["samples"]
        told_of = {**_summary(suite, file), "catalog": suite.catalog, "report": str(report_path(file)), **data}
        typer.echo(json.dumps(told_of, indent=2, ensure_ascii=False))
        return
    _print_report(report)
    counts = Counter(task.category for task in suite.tasks)
    for one in only or Intent:
        if counts[one.value] < per_intent:
            typer.echo(f"{one.value}: {counts[one.value]} of {per_intent}; no more were found")
    typer.echo(f"Made {file}: {len(suite.tasks)} tasks for the catalog {suite.catalog}, seed {seed}")
    typer.echo(f"Prove them: shopworld tasks check {out or name}")


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
