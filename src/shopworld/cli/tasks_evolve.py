"""`shopworld tasks make evolve`: queries that evolve, in the manner of DeepShop."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from shopworld.catalog.domains import DOMAINS
from shopworld.cli.tables import print_table, progress_bar, table_of
from shopworld.cli.writing_models import (
    BaseUrlOption,
    ModelOption,
    PricesOption,
    ReplayOption,
    TemperatureOption,
    TokensOption,
    UsdOption,
    writing_model,
)
from shopworld.guru.evolution import SEEDS_FILE, EvolutionReport, balanced, make_evolved_suite, read_seeds
from shopworld.guru.evolution.rephrasing import Rephraser
from shopworld.guru.evolution.suite import DIFFICULTIES, ROUNDS, STEPS
from shopworld.mall import Home, Mall
from shopworld.tasks import Suite, save_suite


def evolve(
    catalog: Annotated[str, typer.Option(help="Name of a mall, or its folder: what its catalog holds is asked for.")],
    seeds: Annotated[
        Path, typer.Option(help="File of seed queries; the package's fifty by default.", show_default=False)
    ] = SEEDS_FILE,
    rounds: Annotated[int, typer.Option(min=1, max=8, help="Rounds of complexity evolution.")] = ROUNDS,
    seed: Annotated[int, typer.Option(help="Of all choices; the same seed makes the same tasks.")] = 7,
    name: Annotated[str, typer.Option(help="Of the suite; one of that name is replaced.")] = "evolve",
    steps: Annotated[int, typer.Option(min=1, help="Steps that an agent has for a task.")] = STEPS,
    per_cell: Annotated[
        int, typer.Option(min=1, help="Of the balanced split: tasks of each difficulty and domain.")
    ] = 10,
    model: ModelOption = "",
    base_url: BaseUrlOption = "",
    temperature: TemperatureOption = None,
    budget_usd: UsdOption = None,
    budget_tokens: TokensOption = None,
    prices: PricesOption = None,
    replay: ReplayOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Make queries that evolve: seeds, one query in another domain for each, then rounds of complexity (DeepShop).

    Each round adds an attribute, a filter or a sort; the answers are counted in the catalog after each. Every task is
    proven before it is kept. The balanced split is a suite of its own, named NAME-balanced.

    With --model, a language model says each query in other words. Wordings that lose, turn or add a wish are not taken;
    those queries keep their own words, and are counted.

    Examples:

        shopworld mall make marketplace --marketplace

        shopworld tasks make evolve --catalog marketplace

        shopworld tasks make evolve --catalog marketplace --seeds mine.toml --rounds 3 --name mine

        shopworld tasks make evolve --catalog marketplace --model openai/gpt-5-mini --budget-usd 5
    """
    home = Home.from_environment()
    read = read_seeds(seeds)
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
    if as_json:
        made = _for_machines(suite, split, report, home) | {"rephrased": _rephrased(rephraser)}
        typer.echo(json.dumps(made, indent=2, ensure_ascii=False))
        return
    _print(suite, split, report)
    if rephraser is not None:
        reasons = ", ".join(f"{reason} {count}" for reason, count in rephraser.kept.most_common()) or "none"
        typer.echo(f"In the words of {rephraser.model.name}: {rephraser.taken}; not taken: {reasons}")
    typer.echo(f"Made {home.suite(suite.name)}: {len(suite.tasks)} tasks for the mall {suite.mall}, seed {seed}")
    typer.echo(f"Made {home.suite(split.name)}: {len(split.tasks)} of them, balanced")
    typer.echo(f"Prove them: shopworld tasks check {name}")


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


def _print(suite: Suite, split: Suite, report: EvolutionReport) -> None:
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
