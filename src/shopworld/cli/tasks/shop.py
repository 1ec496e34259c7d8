"""`shopworld tasks make shop`: ShopGuru's tasks for a shop, or for every shop of a mall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import typer

from shopworld.api import MadeSuite, make_shop_tasks
from shopworld.cli.model_options import model_settings
from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of
from shopworld.cli.tasks.options import made_from, sealing_for_machines
from shopworld.commands import CommandOutcome
from shopworld.errors import TaskError
from shopworld.guru import COUNTS, ShopSuiteReport
from shopworld.shop import what_is_unfinished
from shopworld.tasks import Suite, load_suite


def shop(
    *,
    shop: str,
    only: Sequence[str],
    count: Sequence[str],
    by_hand: Path | None,
    seed: int,
    sealed: bool,
    name: str,
    model: str,
    replay: bool,
    **models: Any,
) -> CommandOutcome:
    """Makes ShopGuru's tasks for a shop or the shops of a mall; a model writes the journeys where one is named."""
    with progress() as told:
        made = make_shop_tasks(
            shop,
            only=only,
            count=_counts(count),
            by_hand=by_hand,
            seed=seed,
            sealed=sealed,
            name=name,
            model=model,
            models=model_settings(**models),
            replay=replay,
            progress=told,
        )
    suite, report, file = made.suite, made.report, made.file
    written = load_suite(by_hand).tasks if by_hand else ()
    unfinished = what_is_unfinished(Path(shop))
    lines = (
        *([f"  note: {unfinished}"] if unfinished else []),
        *(f"  {what}: {missing} fewer than asked for, no more material" for what, missing in report.short.items()),
        *(f"  not proven {task}: {text}" for task, text in report.unproven.items()),
        *_authorship(made, model),
        f"Made {file}: {len(suite.tasks)} tasks for the mall {suite.mall}, {made_from(suite)}; {report.proofs} proofs",
        f"Solve them in the pages: shopworld tasks check {suite.name} --browser",
    )
    data = {**_for_machines(made, model), "by_hand": sorted(one.id for one in written), "unfinished": unfinished}
    return CommandOutcome(data, partial(_print, suite, lines))


def _authorship(made: MadeSuite[ShopSuiteReport], model: str) -> tuple[str, ...]:
    if made.usage is None:
        return ()
    rounds = ", ".join(f"{one} {number}" for one, number in made.report.rounds.items())
    return (f"Journeys by {model}; rounds of polishing: {rounds}; {made.usage.tokens} tokens",)


def _print(suite: Suite, lines: Sequence[str]) -> None:
    table = table_of("", ("category", "left"), ("bundle", "left"), ("tasks", "right"))
    for (category, bundle), tasks in Counter((one.category, one.set) for one in suite.tasks).items():
        table.add_row(category, bundle, str(tasks))
    print_table(table)
    for line in lines:
        typer.echo(line)


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
        **sealing_for_machines(suite),
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
