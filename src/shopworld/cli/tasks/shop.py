"""`shopworld tasks make shop`: ShopGuru's tasks for a shop, or for every shop of a mall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import typer

from shopworld.cli.tables import print_table, progress_bar, table_of
from shopworld.cli.writing_models import writing_model
from shopworld.commands import Outcome
from shopworld.errors import TaskError
from shopworld.guru.authored import JourneyAuthor
from shopworld.guru.shop_suite import COUNTS, ShopSuiteReport, make_shop_suite
from shopworld.mall import Home, Mall, make_mall_of_shops
from shopworld.shop.folder import is_shop_folder
from shopworld.shop.specification_folder import IDENTITY_FILE, read_identity
from shopworld.tasks import Suite, Task, load_suite, save_suite


def shop(
    *,
    shop: str,
    only: Sequence[str],
    count: Sequence[str],
    by_hand: Path | None,
    seed: int,
    name: str,
    model: str,
    base_url: str,
    temperature: float | None,
    budget_usd: float | None,
    budget_tokens: int | None,
    prices: Path | None,
    replay: bool,
) -> Outcome:
    """Makes ShopGuru's tasks for a shop or the shops of a mall; a model writes the journeys where one is named."""
    home = Home.from_environment()
    counts = _counts(count)
    written = {one.id: one for one in load_suite(by_hand).tasks} if by_hand else {}
    mall = Mall.open(mall_folder(shop, home))
    file = home.suite(name)
    try:
        with (
            writing_model(
                model,
                file,
                base_url=base_url,
                temperature=temperature,
                usd=budget_usd,
                tokens=budget_tokens,
                prices=prices,
                replay=replay,
            ) as writer,
            progress_bar("Making tasks", len(only or mall.shops)) as advance,
        ):
            author = JourneyAuthor(writer, seed=seed) if writer is not None else None
            done = 0

            def progress(now: int, _: int) -> None:
                nonlocal done
                advance(now - done)
                done = now

            suite, report = make_shop_suite(
                mall,
                shops=only,
                seed=seed,
                name=name,
                counts=counts,
                overrides=written,
                author=author,
                progress=progress,
            )
    finally:
        mall.close()
    save_suite(suite, file)
    lines = (
        *(f"  {what}: {missing} fewer than asked for, no more material" for what, missing in report.short.items()),
        *(f"  not proven {task}: {text}" for task, text in report.unproven.items()),
        *_authorship(author),
        f"Made {file}: {len(suite.tasks)} tasks for the mall {suite.mall}, seed {seed}; {report.proofs} proofs",
        f"Solve them in the pages: shopworld tasks check {name} --browser",
    )
    return Outcome(_for_machines(suite, report, file, written, author), partial(_print, suite, lines))


def _print(suite: Suite, lines: Sequence[str]) -> None:
    table = table_of("", ("category", "left"), ("bundle", "left"), ("tasks", "right"))
    for (category, bundle), tasks in Counter((one.category, one.set) for one in suite.tasks).items():
        table.add_row(category, bundle, str(tasks))
    print_table(table)
    for line in lines:
        typer.echo(line)


def _authorship(author: JourneyAuthor | None) -> tuple[str, ...]:
    if author is None:
        return ()
    rounds = ", ".join(f"{shop} {number}" for shop, number in author.rounds.items())
    return (f"Journeys by {author.model.name}; rounds of polishing: {rounds}; {author.model.spent.tokens} tokens",)


def mall_folder(shop: str, home: Home) -> Path:
    """The folder of the mall; a shop's folder is made into a mall of its own first."""
    folder = Path(shop)
    if not is_shop_folder(folder):
        return folder if "/" in shop else home.mall(shop)
    name = read_identity(folder / IDENTITY_FILE).id
    place = home.mall(name)
    place.parent.mkdir(parents=True, exist_ok=True)
    make_mall_of_shops(place, [folder], name=name)
    return place


def _counts(values: Sequence[str]) -> dict[str, int]:
    found = dict(COUNTS)
    for value in values:
        category, _, number = value.partition("=")
        if category not in found or not number.isdecimal():
            raise TaskError(f"--count {value}: expected CATEGORY=N", hint=f"The categories are: {', '.join(found)}.")
        found[category] = int(number)
    return found


def _for_machines(
    suite: Suite, report: ShopSuiteReport, file: Path, written: dict[str, Task], author: JourneyAuthor | None
) -> dict[str, object]:
    return {
        "name": suite.name,
        "seed": suite.seed,
        "mall": suite.mall,
        "mall_hash": suite.mall_hash,
        "file": str(file),
        "tasks": len(suite.tasks),
        "categories": dict(Counter(one.category for one in suite.tasks)),
        "bundles": dict(Counter(one.set for one in suite.tasks)),
        "by_hand": sorted(written),
        "short": report.short,
        "unproven": report.unproven,
        "proofs": report.proofs,
        "model": None
        if author is None
        else {"name": author.model.name, "rounds": author.rounds, "usage": author.model.spent.model_dump(mode="json")},
    }
