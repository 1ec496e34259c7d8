"""`shopworld tasks make shop`: ShopGuru's tasks for a shop, or for every shop of a mall."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

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
from shopworld.errors import TaskError
from shopworld.guru.authored import JourneyAuthor
from shopworld.guru.shop_suite import COUNTS, ShopSuiteReport, make_shop_suite
from shopworld.mall import Home, Mall, make_mall_of_shops
from shopworld.shop.folder import is_shop_folder
from shopworld.shop.specification_folder import IDENTITY_FILE, read_identity
from shopworld.tasks import Suite, Task, load_suite, save_suite


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
    budget_usd: UsdOption = None,
    budget_tokens: TokensOption = None,
    prices: PricesOption = None,
    replay: ReplayOption = False,
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
    home = Home.from_environment()
    counts = _counts(count or ())
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
                shops=only or (),
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
    if as_json:
        typer.echo(json.dumps(_for_machines(suite, report, file, written, author), indent=2, ensure_ascii=False))
        return
    table = table_of("", ("category", "left"), ("bundle", "left"), ("tasks", "right"))
    for (category, bundle), tasks in Counter((one.category, one.set) for one in suite.tasks).items():
        table.add_row(category, bundle, str(tasks))
    print_table(table)
    for what, missing in report.short.items():
        typer.echo(f"  {what}: {missing} fewer than asked for, no more material")
    for task, text in report.unproven.items():
        typer.echo(f"  not proven {task}: {text}")
    if author is not None:
        rounds = ", ".join(f"{shop} {number}" for shop, number in author.rounds.items())
        typer.echo(
            f"Journeys by {author.model.name}; rounds of polishing: {rounds}; {author.model.spent.tokens} tokens"
        )
    typer.echo(f"Made {file}: {len(suite.tasks)} tasks for the mall {suite.mall}, seed {seed}; {report.proofs} proofs")
    typer.echo(f"Solve them in the pages: shopworld tasks check {name} --browser")


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


def _counts(values: list[str] | tuple[str, ...]) -> dict[str, int]:
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
