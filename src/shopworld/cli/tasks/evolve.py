"""`shopworld tasks make evolve`: queries that evolve, in the manner of DeepShop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import typer

from shopworld.api import EvolvedSuite, make_evolved_tasks
from shopworld.catalog import DOMAINS
from shopworld.cli.model_options import model_settings
from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of
from shopworld.cli.tasks.options import made_from, sealing_for_machines
from shopworld.commands import CommandOutcome
from shopworld.guru import DIFFICULTIES, EvolutionReport
from shopworld.tasks import Suite


def evolve(
    *,
    catalog: str,
    seeds: Path | None,
    rounds: int,
    seed: int,
    sealed: bool,
    name: str,
    steps: int,
    per_cell: int,
    model: str,
    replay: bool,
    **models: Any,
) -> CommandOutcome:
    """Makes queries that evolve and their balanced split, in the words of a model where one is named."""
    with progress() as told:
        made = make_evolved_tasks(
            catalog,
            seeds=seeds,
            rounds=rounds,
            seed=seed,
            sealed=sealed,
            name=name,
            steps=steps,
            per_cell=per_cell,
            model=model,
            models=model_settings(**models),
            replay=replay,
            progress=told,
        )
    suite, split, report = made.suite, made.balanced, made.report
    lines = (
        *_wording(report, model),
        f"Made {made.file}: {len(suite.tasks)} tasks for the mall {suite.mall}, {made_from(suite)}",
        f"Made {split.file}: {len(split.suite.tasks)} of them, balanced",
        f"Prove them: shopworld tasks check {name}",
    )
    return CommandOutcome(_for_machines(made, model), partial(_print, suite, split.suite, report, lines))


def _wording(report: EvolutionReport, model: str) -> tuple[str, ...]:
    if not model:
        return ()
    reasons = ", ".join(f"{reason} {count}" for reason, count in report.own_words.most_common()) or "none"
    return (f"In the words of {model}: {report.rephrased}; not taken: {reasons}",)


def _for_machines(made: EvolvedSuite, model: str) -> dict[str, object]:
    suite, split, report = made.suite, made.balanced, made.report
    return {
        "name": suite.name,
        "seed": suite.seed,
        **sealing_for_machines(suite),
        "mall": suite.mall,
        "mall_hash": suite.mall_hash,
        "file": str(made.file),
        "tasks": len(suite.tasks),
        "balanced": {"file": str(split.file), "tasks": len(split.suite.tasks)},
        "unbound": {one.seed: one.reason for one in report.unbound},
        "unproven": report.unproven,
        "topics": dict(report.topics.most_common()),
        "rounds": report.rounds,
        "rounds_with_all_wishes_needed": report.rounds,
        "proofs": dict(report.proofs),
        "rephrased": None
        if made.usage is None
        else {
            "model": model,
            "taken": report.rephrased,
            "kept": dict(report.own_words.most_common()),
            "usage": made.usage.model_dump(mode="json"),
        },
    }


def _print(suite: Suite, split: Suite, report: EvolutionReport, lines: Sequence[str]) -> None:
    table = table_of("", ("domain", "left"), *((name, "right") for name in DIFFICULTIES), ("balanced", "right"))
    counts = Counter((task.category, task.difficulty) for task in suite.tasks)
    in_split = Counter(task.category for task in split.tasks)
    for domain in DOMAINS:
        table.add_row(domain, *(str(counts[domain, one]) for one in DIFFICULTIES), str(in_split[domain]))
    print_table(table)
    topics = ", ".join(f"{name} {count}" for name, count in report.topics.most_common(12))
    typer.echo(f"Most frequent of {len(report.topics)} kinds of constraint: {topics}")
    typer.echo(f"every requirement is needed after all {report.rounds} rounds; {report.proofs.total()} proofs hold")
    for one in report.unbound:
        typer.echo(f"  left out {one.seed}: {one.reason}")
    for task, text in report.unproven.items():
        typer.echo(f"  not proven {task}: {text}")
    for line in lines:
        typer.echo(line)
