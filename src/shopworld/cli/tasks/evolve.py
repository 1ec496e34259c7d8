"""`shopworld tasks make evolve`: queries that evolve, in the manner of DeepShop."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from shopworld.api.making_tasks import EvolvedSuite, make_evolved_tasks
from shopworld.catalog.domains import DOMAINS
from shopworld.cli.model_options import (
    AgainOption,
    BaseUrlOption,
    BudgetTokensOption,
    BudgetUsdOption,
    ModelOption,
    PricesOption,
    TemperatureOption,
    model_settings,
)
from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of
from shopworld.guru.evolution import SEEDS_FILE, EvolutionReport
from shopworld.guru.evolution.suite import DIFFICULTIES, ROUNDS, STEPS
from shopworld.tasks import Suite


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
    budget_usd: BudgetUsdOption = None,
    budget_tokens: BudgetTokensOption = None,
    prices: PricesOption = None,
    replay: AgainOption = False,
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
    models = model_settings(
        base_url=base_url,
        temperature=temperature,
        budget_usd=budget_usd,
        budget_tokens=budget_tokens,
        prices=prices,
    )
    with progress() as told:
        made = make_evolved_tasks(
            catalog,
            seeds=seeds,
            rounds=rounds,
            seed=seed,
            name=name,
            steps=steps,
            per_cell=per_cell,
            model=model,
            models=models,
            replay=replay,
            progress=told,
        )
    suite, split, report = made.suite, made.balanced, made.report
    if as_json:
        typer.echo(json.dumps(_for_machines(made, model), indent=2, ensure_ascii=False))
        return
    _print(suite, split.suite, report)
    if model:
        reasons = ", ".join(f"{reason} {count}" for reason, count in report.own_words.most_common()) or "none"
        typer.echo(f"In the words of {model}: {report.rephrased}; not taken: {reasons}")
    typer.echo(f"Made {made.file}: {len(suite.tasks)} tasks for the mall {suite.mall}, seed {seed}")
    typer.echo(f"Made {split.file}: {len(split.suite.tasks)} of them, balanced")
    typer.echo(f"Prove them: shopworld tasks check {name}")


def _for_machines(made: EvolvedSuite, model: str) -> dict[str, object]:
    suite, split, report = made.suite, made.balanced, made.report
    return {
        "name": suite.name,
        "seed": suite.seed,
        "mall": suite.mall,
        "mall_hash": suite.mall_hash,
        "file": str(made.file),
        "tasks": len(suite.tasks),
        "balanced": {"file": str(split.file), "tasks": len(split.suite.tasks)},
        "unbound": {one.seed: one.reason for one in report.unbound},
        "unproven": report.unproven,
        "topics": dict(report.topics.most_common()),
        "rounds": report.rounds,
        "rounds_with_all_wishes_needed": report.all_needed,
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
