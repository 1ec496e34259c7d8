"""`shopworld tasks stats`: what a suite holds, in numbers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import mean
from textwrap import fill
from typing import Annotated, Any

import typer

from shopworld.cli.tables import print_table, table_of
from shopworld.errors import TaskError
from shopworld.guru.evolution.figures import Figures, figures_of
from shopworld.mall import Home
from shopworld.tasks import Suite, Task, find_suite, suite_hash
from shopworld.tasks.splits import SPLITS, split_tasks


def stats(
    suite: Annotated[str, typer.Argument(metavar="SUITE", help="Name of a suite, or path of its file.")],
    plots: Annotated[Path | None, typer.Option(help="Folder for the figures as SVG, of evolved queries.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Count a suite: categories, difficulties, lengths; for evolved queries the paper's Figures 3 and 4.

    Examples:

        shopworld tasks stats evolve --plots figures

        shopworld tasks stats webmall --json
    """
    loaded = find_suite(suite, Home.from_environment().folder)
    figures = figures_of(loaded)
    if figures is None and plots is not None:
        raise TaskError(f"the suite {loaded.name!r} holds no evolved queries, so there is nothing to draw")
    files: tuple[Path, ...] = ()
    if figures is not None and plots is not None:
        from shopworld.guru.evolution.plots import write_plots

        files = write_plots(figures, plots)
    if as_json:
        found: dict[str, Any] = {
            "suite": loaded.name,
            "version": loaded.version,
            "hash": suite_hash(loaded),
            "canary": loaded.canary,
            "tasks": len(loaded.tasks),
            "templates": len({task.template for task in loaded.tasks}),
            "revisions": _revisions(loaded),
            "splits": _splits(loaded),
            "categories": _rows(loaded),
        }
        if figures is not None:
            found |= asdict(figures)
        typer.echo(json.dumps(found | {"plots": [str(file) for file in files]}, indent=2))
        return
    _print_identity(loaded)
    _print_categories(loaded)
    if figures is not None:
        _print_figures(figures)
    for file in files:
        typer.echo(str(file))


def _rows(suite: Suite) -> list[dict[str, Any]]:
    names = list(dict.fromkeys(task.category for task in suite.tasks))
    return [_row(name, [task for task in suite.tasks if task.category == name]) for name in names]


def _row(name: str, tasks: Sequence[Task]) -> dict[str, Any]:
    return {
        "category": name,
        "tasks": len(tasks),
        "difficulties": dict(Counter(task.difficulty for task in tasks if task.difficulty)),
        "templates": len({task.template for task in tasks}),
        "words": round(mean(len(task.intent.split()) for task in tasks), 1),
        "near_misses": sum(len(task.near_misses) for task in tasks),
    }


def _revisions(suite: Suite) -> dict[str, int]:
    """Number of tasks by revision."""
    counts = Counter(task.revision for task in suite.tasks)
    return {str(revision): counts[revision] for revision in sorted(counts)}


def _splits(suite: Suite) -> dict[str, int]:
    """Number of tasks by split."""
    counts = Counter(split_tasks(suite.tasks).values())
    return {split: counts[split] for split in SPLITS}


def _print_identity(suite: Suite) -> None:
    typer.echo(f"{suite.name} {suite.version}, hash {suite_hash(suite)}: {len(suite.tasks)} tasks")
    revisions = ", ".join(f"{count} of revision {revision}" for revision, count in _revisions(suite).items())
    splits = ", ".join(f"{split} {count}" for split, count in _splits(suite).items())
    typer.echo(f"{len({task.template for task in suite.tasks})} templates; {revisions}; splits: {splits}")
    typer.echo(fill(suite.canary, 80, break_on_hyphens=False) + "\n")


def _print_categories(suite: Suite) -> None:
    table = table_of(
        "",
        ("category", "left"),
        *((name, "right") for name in ("tasks", "templates", "words", "near misses")),
        ("difficulties", "left"),
    )
    for row in _rows(suite):
        spread = ", ".join(f"{name} {count}" for name, count in row["difficulties"].items())
        numbers = (row["tasks"], row["templates"], row["words"], row["near_misses"])
        table.add_row(row["category"], *map(str, numbers), spread)
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
