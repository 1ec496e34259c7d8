"""What `shopworld catalog import` runs for each format, and prints."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from shopworld.cli.tables import print_table, table_of
from shopworld.commands import CommandOutcome

if TYPE_CHECKING:
    from shopworld.catalog.importers import AmazonReport, ImportReport

_LISTED_REFUSALS = 20


def amazon(
    *,
    products: Sequence[str],
    reviews: Sequence[str],
    name: str,
    most_reviews: int,
    seed: int,
    keep_broken: bool,
) -> CommandOutcome:
    """Imports Amazon Reviews 2023 into the home's catalog of that name."""
    from shopworld.api import import_catalog
    from shopworld.cli.progress import progress

    with progress() as told:
        report = import_catalog(
            "amazon",
            _files(products),
            reviews=_files(reviews),
            name=name,
            most_reviews=most_reviews,
            seed=seed,
            keep_broken=keep_broken,
            progress=told,
        )
    return CommandOutcome(report.model_dump(mode="json"), partial(_print_amazon, report, name))


def woocommerce(
    *, files: Sequence[Path], out: Path, shops: str | None, name: str | None, prices: str | None
) -> CommandOutcome:
    """Imports product exports of WooCommerce, one shop each, into a catalog's folder."""
    from shopworld.api import import_catalog
    from shopworld.cli.progress import progress

    ids = shops.split(",") if shops else ()
    with progress() as told:
        report = import_catalog(
            "woocommerce", files, shops=ids, name=name or "", out=out, prices=prices or "", progress=told
        )
    return CommandOutcome(report.model_dump(mode="json"), partial(_print_report, report, out))


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
