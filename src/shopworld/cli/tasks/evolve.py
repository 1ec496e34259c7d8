"""`shopworld tasks make evolve`: queries that evolve, in the manner of DeepShop."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import typer

from shopworld.catalog.domains import DOMAINS
from shopworld.cli.tables import print_table, progress_bar, table_of
from shopworld.cli.writing_models import writing_model
from shopworld.commands import Outcome
from shopworld.guru.evolution import SEEDS_FILE, EvolutionReport, balanced, make_evolved_suite, read_seeds
from shopworld.guru.evolution.rephrasing import Rephraser
from shopworld.guru.evolution.suite import DIFFICULTIES
from shopworld.mall import Home, Mall
from shopworld.tasks import Suite, save_suite


def evolve(
    *,
    catalog: str,
    seeds: Path | None,
    rounds: int,
    seed: int,
    name: str,
    steps: int,
    per_cell: int,
    model: str,
    base_url: str,
    temperature: float | None,
    budget_usd: float | None,
    budget_tokens: int | None,
    prices: Path | None,
    replay: bool,
) -> Outcome:
    """Makes queries that evolve and their balanced split, in the words of a model where one is named."""
    home = Home.from_environment()
    read = read_seeds(seeds or SEEDS_FILE)
    mall = Mall.open(Path(catalog) if os.sep in catalog else home.mall(catalog))
    try:
        with (
            writing_model(
                model,
                home.suite(name),
                base_url=base_url,
                temperature=temperature,
                usd=budget_usd,
                tokens=budget_tokens,
                prices=prices,
                replay=replay,
            ) as writer,
            progress_bar("Evolving queries", 2 * len(read)) as advance,
        ):
            rephraser = Rephraser(writer) if writer is not None else None
            done = 0

            def progress(now: int, _: int) -> None:
                nonlocal done
                advance(now - done)
                done = now

            suite, report = make_evolved_suite(
                mall,
                seeds=read,
                rounds=rounds,
                seed=seed,
                name=name,
                steps=steps,
                rephraser=rephraser,
                progress=progress,
            )
    finally:
        mall.close()
    split = balanced(suite, per_cell=per_cell)
    for one in (suite, split):
        save_suite(one, home.suite(one.name))
    lines = (
        *_wording(rephraser),
        f"Made {home.suite(suite.name)}: {len(suite.tasks)} tasks for the mall {suite.mall}, seed {seed}",
        f"Made {home.suite(split.name)}: {len(split.tasks)} of them, balanced",
        f"Prove them: shopworld tasks check {name}",
    )
    made = _for_machines(suite, split, report, home) | {"rephrased": _rephrased(rephraser)}
    return Outcome(made, partial(_print, suite, split, report, lines))


def _wording(rephraser: Rephraser | None) -> tuple[str, ...]:
    if rephraser is None:
        return ()
    reasons = ", ".join(f"{reason} {count}" for reason, count in rephraser.kept.most_common()) or "none"
    return (f"In the words of {rephraser.model.name}: {rephraser.taken}; not taken: {reasons}",)


def _rephrased(rephraser: Rephraser | None) -> dict[str, object] | None:
    if rephraser is None:
        return None
    return {
        "model": rephraser.model.name,
        "taken": rephraser.taken,
        "kept": dict(rephraser.kept.most_common()),
        "usage": rephraser.model.spent.model_dump(mode="json"),
    }


def _for_machines(suite: Suite, split: Suite, report: EvolutionReport, home: Home) -> dict[str, object]:
    return {
        "name": suite.name,
        "seed": suite.seed,
        "mall": suite.mall,
        "mall_hash": suite.mall_hash,
        "file": str(home.suite(suite.name)),
        "tasks": len(suite.tasks),
        "balanced": {"file": str(home.suite(split.name)), "tasks": len(split.tasks)},
        "unbound": {one.seed: one.reason for one in report.unbound},
        "unproven": report.unproven,
        "topics": dict(report.topics.most_common()),
        "rounds": report.rounds,
        "rounds_with_all_wishes_needed": report.all_needed,
        "proofs": dict(report.proofs),
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
    typer.echo(
        f"{report.all_needed} of {report.rounds} rounds left every wish needed; {report.proofs.total()} proofs hold"
    )
    for one in report.unbound:
        typer.echo(f"  left out {one.seed}: {one.reason}")
    for task, text in report.unproven.items():
        typer.echo(f"  not proven {task}: {text}")
    for line in lines:
        typer.echo(line)
