"""`shopworld arena`: explore storefronts, compose specifications, generate and compare shops."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shopworld.cli.arena.closure import closure
from shopworld.cli.arena.cohort import cohort, compose
from shopworld.cli.arena.compare import GroupsCommand, compare
from shopworld.cli.arena.generate import generate
from shopworld.cli.model_options import (
    ModelOption,
    ModelOptions,
    cost_of,
    first_of,
    with_model_options,
)
from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of

if TYPE_CHECKING:
    from shopworld.arena.explore import Explored, ManualReport

_LONGEST_VALUE = 48

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Explore storefronts, write their specifications, generate shops from them.",
)


@app.callback()
def arena() -> None:
    """Explore storefronts, write their specifications, generate shops from them."""


app.command()(generate)
app.command()(closure)
app.command()(cohort)
app.command()(compose)
app.command(cls=GroupsCommand)(compare)


@app.command()
@with_model_options
def explore(
    urls: Annotated[list[str], typer.Argument(help="Addresses of storefronts; several are composed into one.")],
    out: Annotated[Path, typer.Option(help="Folder of the specification; replaced when all is done.")],
    *,
    delay: Annotated[
        float, typer.Option(min=0, help="Least seconds between requests; under 0.5 on this machine only.")
    ] = 0.5,
    requests: Annotated[int, typer.Option(min=10, help="Most requests for a site.")] = 900,
    seconds: Annotated[float, typer.Option(min=10, help="Longest time for a site.")] = 1800,
    page_bytes: Annotated[int, typer.Option(min=10_000, help="Largest page that is read.")] = 10_000_000,
    coverage: Annotated[
        float, typer.Option(min=0, max=1, help="Least share of the known products that must be read; else it fails.")
    ] = 0.5,
    pictures: Annotated[bool, typer.Option(help="Keep pictures of pages as evidence.")] = True,
    fresh: Annotated[bool, typer.Option(help="Forget what an earlier try read.")] = False,
    model: ModelOption = "",
    model_pictures: Annotated[
        bool,
        typer.Option(
            "--model-pictures",
            help="Show the model pictures of the site, as it is; else only texts without names.",
            rich_help_panel="Language model",
        ),
    ] = False,
    models: ModelOptions,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for machines.")] = False,
) -> None:
    """Explore a storefront and write its specification, without telling whose it is.

    Reads public pages slowly and as robots.txt allows, then looks at them with a browser. It fills carts and never
    orders. What was read is kept, so that the same command goes on after an interruption.

    With a model, the manual's prose is the model's, and it may fill in values that no probe found out, each marked so.
    What was measured stays. Where its words cannot be used, the explorer's own stay, and the command says why.

    Examples:

        shopworld arena explore https://shop.example/ --out specifications/mine

        shopworld arena explore http://localhost:9000/ --delay 0 --out specifications/local --json

        shopworld arena explore https://shop.example/ --out specifications/mine --model openai/gpt-5-mini
    """
    from shopworld.api import explore as explore_sites

    with progress() as told:
        explored = explore_sites(
            urls,
            out,
            delay=delay,
            requests=requests,
            seconds=seconds,
            page_bytes=page_bytes,
            coverage=coverage,
            pictures=pictures,
            fresh=fresh,
            model=model,
            model_pictures=model_pictures,
            models=models.settings,
            record=models.record,
            replay=models.replay,
            progress=told,
        )
    if as_json:
        typer.echo(json.dumps({"folder": str(out), "sites": [_data(one) for one in explored]}, indent=2))
        return
    for number, one in enumerate(explored, 1):
        _print(one, f"Seed {number}" if len(explored) > 1 else "")
    typer.echo(f"\nSpecification: {out}")


def _data(one: Explored) -> dict[str, object]:
    return {
        "found": {
            finding.name: {
                "value": finding.value,
                "confidence": finding.confidence,
                "note": finding.note,
                "source": finding.source,
            }
            for finding in one.findings
        },
        "unknown": one.findings.unknown,
        "tasks": {task.probe.name: task.reason or "done" for task in one.plan.tasks},
        "omitted": one.plan.omitted,
        "requests": one.site.requests,
        "source": str(one.source_folder),
        **({"model": _authored_data(one.authored)} if one.authored else {}),
    }


def _authored_data(report: ManualReport) -> dict[str, object]:
    return {
        "name": report.model,
        "sections": report.sections,
        "built_in": report.built_in,
        "values": report.values,
        "refused": report.refused,
        "usage": report.usage.model_dump(mode="json"),
    }


def _print(one: Explored, title: str) -> None:
    from shopworld.arena.bundle import text_of

    table = table_of(title, ("value", "left"), ("sure", "right"), ("found", "left"))
    for finding in sorted(one.findings, key=lambda found: (found.name.count(".") > 0, found.name)):
        sure = "model" if finding.source == "model" else f"{finding.confidence:.0%}"
        table.add_row(finding.name, sure, _short(text_of(finding.value)))
    print_table(table)
    unknown = {name: reason for name, reason in one.findings.unknown.items() if name not in one.findings.values}
    if unknown:
        typer.echo("\nUnknown:")
        for name, reason in sorted(unknown.items()):
            typer.echo(f"  {name}: {reason}")
    if one.authored:
        _print_authored(one.authored)


def _print_authored(report: ManualReport) -> None:
    """What the model wrote, and what stayed the explorer's own."""
    typer.echo(
        f"\nManual by {report.model}: {len(report.sections)} sections, {len(report.values)} values that were unknown"
    )
    for what, reasons in (("Built-in sentences stay", report.built_in), ("Values not taken in", report.refused)):
        if reasons:
            typer.echo(f"{what}:")
            for line in first_of([f"  {name}: {reason}" for name, reason in reasons.items()]):
                typer.echo(line)
    typer.echo(cost_of(report.usage))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 1]}…"
