"""`shopworld tasks make shop`: ShopGuru's tasks for a shop, or for every shop of a mall."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from shopworld.api.making_tasks import MadeSuite, make_shop_tasks
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
from shopworld.errors import TaskError
from shopworld.guru.shop_suite import COUNTS, ShopSuiteReport
from shopworld.tasks import load_suite


def shop(
    shop: Annotated[str, typer.Argument(metavar="SHOP", help="Folder of a shop, or name or folder of a mall.")],
    only: Annotated[
        list[str] | None, typer.Option("--only", help="Of a mall: id of a shop; repeatable. All by default.")
    ] = None,
    count: Annotated[
        list[str] | None,
        typer.Option("--count", metavar="CATEGORY=N", help="Tasks of a category in a shop; repeatable."),
    ] = None,
    by_hand: Annotated[
        Path | None,
        typer.Option(help="Suite of tasks written by hand: they replace generated ones of their ids, or are added."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of all choices; the same seed makes the same tasks.")] = 7,
    name: Annotated[str, typer.Option(help="Of the suite; one of that name is replaced.")] = "shop",
    model: ModelOption = "",
    base_url: BaseUrlOption = "",
    temperature: TemperatureOption = None,
    budget_usd: BudgetUsdOption = None,
    budget_tokens: BudgetTokensOption = None,
    prices: PricesOption = None,
    replay: AgainOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Make tasks in a shop: short ones of six skills and long journeys, in the counts of ShopGym's ShopGuru.

    A folder of a shop becomes a mall of that one shop first, named after it. Tasks ask only for what the shop's
    interface shows; each is proven before it is kept. Categories that are not counted keep their usual number.

    With --model, a language model writes the journeys as intents with plans; the checks are derived from the plans.
    What is flagged is written again, twice at most; where something is still wrong, nothing is made.

    Examples:

        shopworld tasks make shop shops/pans

        shopworld tasks make shop default --only techtalk --count browse=10 --name browsing

        shopworld tasks make shop shops/pans --by-hand mine.json

        shopworld tasks make shop shops/pans --model openai/gpt-5 --budget-usd 2
    """
    models = model_settings(
        base_url=base_url,
        temperature=temperature,
        budget_usd=budget_usd,
        budget_tokens=budget_tokens,
        prices=prices,
    )
    with progress() as told:
        made = make_shop_tasks(
            shop,
            only=only or (),
            count=_counts(count or ()),
            by_hand=by_hand,
            seed=seed,
            name=name,
            model=model,
            models=models,
            replay=replay,
            progress=told,
        )
    suite, report, file = made.suite, made.report, made.file
    if as_json:
        written = load_suite(by_hand).tasks if by_hand else ()
        told_of = {**_for_machines(made, model), "by_hand": sorted(one.id for one in written)}
        typer.echo(json.dumps(told_of, indent=2, ensure_ascii=False))
        return
    table = table_of("", ("category", "left"), ("bundle", "left"), ("tasks", "right"))
    for (category, bundle), tasks in Counter((one.category, one.set) for one in suite.tasks).items():
        table.add_row(category, bundle, str(tasks))
    print_table(table)
    for what, missing in report.short.items():
        typer.echo(f"  {what}: {missing} fewer than asked for, no more material")
    for task, text in report.unproven.items():
        typer.echo(f"  not proven {task}: {text}")
    if made.usage is not None:
        rounds = ", ".join(f"{one} {number}" for one, number in report.rounds.items())
        typer.echo(f"Journeys by {model}; rounds of polishing: {rounds}; {made.usage.tokens} tokens")
    typer.echo(f"Made {file}: {len(suite.tasks)} tasks for the mall {suite.mall}, seed {seed}; {report.proofs} proofs")
    typer.echo(f"Solve them in the pages: shopworld tasks check {name} --browser")


def _counts(values: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for value in values:
        category, _, number = value.partition("=")
        if category not in COUNTS or not number.isdecimal():
            raise TaskError(f"--count {value}: expected CATEGORY=N", hint=f"The categories are: {', '.join(COUNTS)}.")
        found[category] = int(number)
    return found


def _for_machines(made: MadeSuite[ShopSuiteReport], model: str) -> dict[str, object]:
    suite, report, usage = made.suite, made.report, made.usage
    return {
        "name": suite.name,
        "seed": suite.seed,
        "mall": suite.mall,
        "mall_hash": suite.mall_hash,
        "file": str(made.file),
        "tasks": len(suite.tasks),
        "categories": dict(Counter(one.category for one in suite.tasks)),
        "bundles": dict(Counter(one.set for one in suite.tasks)),
        "short": report.short,
        "unproven": report.unproven,
        "proofs": report.proofs,
        "model": None
        if usage is None
        else {"name": model, "rounds": report.rounds, "usage": usage.model_dump(mode="json")},
    }
