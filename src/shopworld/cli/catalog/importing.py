"""What `shopworld catalog import` runs for each format, and prints."""

from __future__ import annotations

import glob
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from shopworld.cli.tables import print_table, table_of
from shopworld.commands import Outcome

if TYPE_CHECKING:
    from shopworld.catalog.importers import ImportReport
    from shopworld.catalog.importers.amazon import AmazonReport
    from shopworld.catalog.importers.amazon import Progress as ImportProgress

_LISTED_REFUSALS = 20
_STAGES = {"products": "Products", "reviews": "Reviews", "index": "Indexing"}


def amazon(
    *,
    products: Sequence[str],
    reviews: Sequence[str],
    name: str,
    most_reviews: int,
    seed: int,
    keep_broken: bool,
) -> Outcome:
    """Imports Amazon Reviews 2023 into the home's catalog of that name."""
    from shopworld.catalog.importers.amazon import import_amazon
    from shopworld.mall import Home

    product_files = _files(products)
    known = {file.resolve() for file in product_files}
    review_files = [file for file in _files(reviews) if file.resolve() not in known]
    folder = Home.from_environment().catalog(name)
    with _progress() as watch:
        report = import_amazon(
            product_files,
            review_files,
            folder,
            name=name,
            most_reviews=most_reviews,
            seed=seed,
            keep_broken=keep_broken,
            watch=watch,
        )
    return Outcome(report.model_dump(mode="json"), partial(_print_amazon, report, name))


def woocommerce(*, files: Sequence[Path], out: Path, shops: str | None, name: str | None) -> Outcome:
    """Imports product exports of WooCommerce, one shop each, into a catalog's folder."""
    from shopworld.catalog import CatalogBuilder
    from shopworld.catalog.importers import ImportReport, read_woocommerce

    report = ImportReport()
    with (
        Console(stderr=True).status("Importing", spinner="dots") as status,
        CatalogBuilder(out, name=name or out.name) as builder,
    ):
        for shop_id, file in _shop_ids(files, shops):
            status.update(f"Importing {file.name}")
            for product, offer in read_woocommerce(file, shop_id, report):
                builder.add_product(product)
                builder.add_offer(offer)
        status.update("Indexing")
    return Outcome(report.model_dump(mode="json"), partial(_print_report, report, out))


def _files(named: Sequence[str]) -> list[Path]:
    """The files that were named, patterns that the shell left alone opened, each once, in order."""
    from shopworld.errors import InputError

    found: dict[Path, None] = {}
    for one in named:
        path = Path(one)
        if path.exists() or not glob.has_magic(one):
            found.setdefault(path)
            continue
        matches = sorted(map(Path, glob.glob(one)))  # noqa: PTH207 - the pattern may begin anywhere
        if not matches:
            raise InputError("no file matches this pattern", file=one)
        found.update(dict.fromkeys(matches))
    return list(found)


@contextmanager
def _progress() -> Iterator[Any]:
    """Bars on a terminal, one a stage, with rate and time left; nothing where the output is piped."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description:<9}"),
        BarColumn(bar_width=20),
        TaskProgressColumn(),
        TextColumn("{task.fields[rows]:>11,} rows {task.fields[rate]:>8,.0f}/s"),
        TimeRemainingColumn(),
    )
    tasks: dict[str, Any] = {}
    with Progress(*columns, console=console, disable=not console.is_terminal) as bars:

        def watch(now: ImportProgress) -> None:
            if now.stage not in tasks:
                tasks[now.stage] = bars.add_task(_STAGES[now.stage], total=now.size or None, rows=0, rate=0.0)
            task = bars.tasks[tasks[now.stage]]
            elapsed = task.elapsed or 0.0
            rate = now.rows / elapsed if elapsed else 0.0
            bars.update(task.id, completed=now.read, rows=now.rows, rate=rate)

        yield watch


def _print_amazon(report: AmazonReport, name: str) -> None:
    rate = f"{report.products_per_second:,.0f} products/s"
    typer.echo(f"{name}: {report.products:,} products, {report.reviews:,} reviews in {report.seconds:.1f} s ({rate})")
    if report.reviews_read > report.reviews:
        unknown = report.reviews_of_unknown_products
        typer.echo(f"{report.reviews_read:,} reviews read, {unknown:,} of them of unknown products")
    for title, counts in (("Repaired", report.repaired), ("Refused", report.refused)):
        if counts:
            table = table_of(f"{title}: {sum(counts.values()):,}", ("times", "right"), ("what", "left"))
            for what, count in counts.items():
                table.add_row(f"{count:,}", what)
            print_table(table)
    if report.rejects:
        typer.echo(f"What was refused: {report.rejects}")


def _shop_ids(files: Sequence[Path], shops: str | None) -> list[tuple[str, Path]]:
    from shopworld.catalog import wordpress_slug
    from shopworld.errors import InputError

    names = shops.split(",") if shops else [wordpress_slug(file.name.split(".")[0].replace("_", "-")) for file in files]
    if len(names) != len(files):
        raise InputError(f"{len(names)} shop ids for {len(files)} files", field="--shops")
    if len(set(names)) != len(names):
        raise InputError(f"two shops are called the same: {', '.join(names)}", field="--shops")
    return list(zip(names, files, strict=True))


def _print_report(report: ImportReport, out: Path) -> None:
    typer.echo(f"{out}: {report.accepted} offers, {len(report.repaired)} repairs, {len(report.refused)} rows refused")
    if report.repaired:
        table = table_of("Repairs", ("times", "right"), ("field", "left"), ("what", "left"))
        for (field, what), count in report.repair_counts().items():
            table.add_row(str(count), field, what)
        print_table(table)
    for refusal in report.refused[:_LISTED_REFUSALS]:
        typer.echo(f"refused {refusal.file}:{refusal.line}: {refusal.reason}")
    if len(report.refused) > _LISTED_REFUSALS:
        typer.echo(f"… and {len(report.refused) - _LISTED_REFUSALS} more; see --json")
