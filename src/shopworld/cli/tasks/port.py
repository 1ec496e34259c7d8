"""`shopworld tasks port`: a suite made in a shop, for the shop's twin."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from shopworld.api import load_suite
from shopworld.cli.completing import suites as complete_suites
from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of
from shopworld.tasks import Suite

if TYPE_CHECKING:  # a room that makes tasks
    from shopworld.guru import PortReport


def port(
    suite: Annotated[
        str,
        typer.Argument(autocompletion=complete_suites, metavar="SUITE", help="Name of a suite, or path of its file."),
    ],
    to: Annotated[str, typer.Option(metavar="TWIN", help="Folder of a shop, or name or folder of a mall.")],
    name: Annotated[str, typer.Option(help="Of the ported suite; SUITE-twin by default.")] = "",
    shops: Annotated[
        tuple[str, str] | None,
        typer.Option(help="Ids of source and twin, where a mall holds several.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Port the tasks of a shop to its twin: the same ids and words, grounded anew in what the twin shows.

    Products are found again by title, variants by their options, collections and pages by name; what listings hold and
    pages answer is read off the twin. Each task is proven there. Those that cannot be asked are left out, with the
    reason. Run both suites with the same agents and compare: shopworld arena compare --source-run A --twin-run B

    Examples:

        shopworld tasks make shop shops/source --name source

        shopworld tasks port source --to shops/twin
    """
    from shopworld.api import port_suite  # loads rooms that make tasks and shops

    made = load_suite(suite)
    with progress() as told:
        done = port_suite(made, to, name=name, shops=shops, progress=told)
    ported, report = done.suite, done.report
    if as_json:
        data = {
            "name": ported.name,
            "file": str(done.file),
            "mall": ported.mall,
            "tasks": len(ported.tasks),
            "of": len(made.tasks),
            "other_answers": report.answers,
            "dropped": report.dropped,
            "proofs": report.proofs,
        }
        typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    _print(made, ported, report)
    typer.echo(f"Made {done.file}: {len(ported.tasks)} of {len(made.tasks)} tasks for the mall {ported.mall}")


def _print(made: Suite, ported: Suite, report: PortReport) -> None:
    table = table_of("", ("category", "left"), ("source", "right"), ("twin", "right"), ("other answers", "right"))
    before, after = (Counter(one.category for one in each.tasks) for each in (made, ported))
    other = Counter(one.category for one in ported.tasks if one.id in report.answers)
    for category, count in before.items():
        table.add_row(category, str(count), str(after[category]), str(other[category]))
    print_table(table)
    for task, reason in report.dropped.items():
        typer.echo(f"  left out {task}: {reason}")
    typer.echo(f"{report.proofs} proofs hold")
