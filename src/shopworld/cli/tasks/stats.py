"""`shopworld tasks stats`: what a suite holds, in numbers."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from shopworld.api import SuiteDescription, describe_suite
from shopworld.cli.completing import suites as complete_suites
from shopworld.cli.tables import print_table, table_of
from shopworld.tasks import Disclosure

if TYPE_CHECKING:  # a room that makes tasks
    from shopworld.guru import Figures


def stats(
    suite: Annotated[
        str,
        typer.Argument(autocompletion=complete_suites, metavar="SUITE", help="Name of a suite, or path of its file."),
    ],
    plots: Annotated[Path | None, typer.Option(help="Folder for the figures as SVG, of evolved queries.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Count a suite: categories, difficulties, lengths; for evolved queries the paper's Figures 3 and 4.

    Examples:

        shopworld tasks stats evolve --plots figures

        shopworld tasks stats webmall --json
    """
    found = describe_suite(suite)
    files = found.plot(plots) if plots is not None else ()
    if as_json:
        data = asdict(found)
        data |= data.pop("figures") or {}
        typer.echo(json.dumps(data | {"plots": [str(file) for file in files]}, indent=2))
        return
    _print_identity(found)
    _print_categories(found)
    if found.figures is not None:
        _print_figures(found.figures)
    for file in files:
        typer.echo(str(file))


def _print_identity(suite: SuiteDescription) -> None:
    answers = Disclosure(suite.answers).words
    typer.echo(f"{suite.suite} {suite.version}, hash {suite.hash}: {suite.tasks} tasks" + (answers and f"; {answers}"))
    revisions = ", ".join(f"{count} of revision {revision}" for revision, count in suite.revisions.items())
    splits = ", ".join(f"{split} {count}" for split, count in suite.splits.items())
    typer.echo(f"{suite.templates} templates; {revisions}; splits: {splits}")
    typer.echo(fill(suite.canary, 80, break_on_hyphens=False) + "\n")


def _print_categories(suite: SuiteDescription) -> None:
    table = table_of(
        "",
        ("category", "left"),
        *((name, "right") for name in ("tasks", "templates", "words", "near misses")),
        ("difficulties", "left"),
    )
    for row in suite.categories:
        spread = ", ".join(f"{name} {count}" for name, count in row.difficulties.items())
        table.add_row(row.category, *map(str, (row.tasks, row.templates, row.words, row.near_misses)), spread)
    print_table(table)


def _print_figures(figures: Figures) -> None:
    typer.echo("\nDomains (Figure 3)")
    table = table_of("", ("domain", "left"), *((name, "right") for name in ("seeds", "diverse", "evolved", "balanced")))
    for one in figures.domains:
        table.add_row(one.domain, *map(str, (one.seeds, one.diverse, one.evolved, one.balanced)))
    print_table(table)
    typer.echo("\nComplexity over the rounds (Figure 4): means per query, answers as median")
    names = ("attributes", "filters", "sorts", "words", "added", "answers")
    table = table_of("", ("round", "left"), *((name, "right") for name in names))
    for row in figures.rounds:
        values = (row.attributes, row.filters, row.sorts, row.words, row.added, row.answers)
        table.add_row(
            str(row.round), *(f"{value:.2f}" for value in values[:3]), *(f"{value:.1f}" for value in values[3:])
        )
    for label in ("seed", "balanced", "hard"):
        means = (getattr(figures.levels[name], label) for name in names[:3])
        table.add_row(label, *(f"{value:.2f}" for value in means), "", "", "")
    print_table(table)
    topics = ", ".join(f"{name} {count}" for name, count in list(figures.topics.items())[:16])
    typer.echo(f"\nKinds of constraint ({len(figures.topics)}): {topics}")
