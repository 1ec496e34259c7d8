"""`shopworld catalog import`: one verb for each format."""

from __future__ import annotations

import glob
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shopworld.cli.tables import print_table, table_of

if TYPE_CHECKING:
    from shopworld.catalog.importers import ImportReport
    from shopworld.catalog.importers.amazon import AmazonReport

app = typer.Typer(
    no_args_is_help=True, add_completion=False, rich_markup_mode=None, help="Import a catalog; one command a format."
)

_LISTED_REFUSALS = 20


class ManyValues(typer.core.TyperCommand):
    """A command whose repeatable options take all that follows, so that shells may expand `meta_*.jsonl.gz`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Repeats the option's name before each of its values."""
        many = {name for one in self.params if getattr(one, "multiple", False) for name in one.opts}
        out: list[str] = []
        current, values = "", 0
        for arg in args:
            if arg.startswith("-"):
                current, values = (arg, 0) if arg in many else ("", 0)
            elif current:
                if values:
                    out.append(current)
                values += 1
            out.append(arg)
        return super().parse_args(ctx, out)


@app.command(cls=ManyValues)
def amazon(
    products: Annotated[
        list[str], typer.Option("--products", help="Product files, meta_<Category>.jsonl.gz; patterns too.")
    ],
    reviews: Annotated[
        list[str] | None, typer.Option("--reviews", help="Review files, <Category>.jsonl.gz; patterns too.")
    ] = None,
    name: Annotated[str, typer.Option(help="Name of the catalog in SHOPWORLD_HOME/catalogs.")] = "amazon",
    most_reviews: Annotated[
        int, typer.Option("--max-reviews", min=0, help="Reviews kept of a product; chosen by the seed.")
    ] = 20,
    seed: Annotated[int, typer.Option(help="For the choice of reviews.")] = 42,
    keep_broken: Annotated[bool, typer.Option("--keep-broken", help="Take what there is of broken files.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report for machines.")] = False,
) -> None:
    """Import Amazon Reviews 2023: products as offers of the shop "amazon", and their reviews.

    Files are read as a stream, packed or not. A catalog of that name is replaced when the new one is whole, and stays
    if the import fails or is stopped. Lines that cannot be taken are written to <name>.rejects.jsonl beside the
    catalog. Of --reviews, files that are named in --products are left out, so that *.jsonl.gz may name both.

    Examples:

        shopworld catalog import amazon --products meta_*.jsonl.gz --reviews *.jsonl.gz

        shopworld catalog import amazon --products meta_All_Beauty.jsonl --name beauty --json
    """
    from shopworld.api.catalogs import import_catalog
    from shopworld.cli.progress import progress

    with progress() as told:
        report = import_catalog(
            "amazon",
            _files(products),
            reviews=_files(reviews or []),
            name=name,
            most_reviews=most_reviews,
            seed=seed,
            keep_broken=keep_broken,
            progress=told,
        )
    if as_json:
        typer.echo(report.model_dump_json(indent=2))
    else:
        _print_amazon(report, name)


@app.command()
def woocommerce(
    files: Annotated[list[Path], typer.Argument(help="WooCommerce exports: .csv or .csv.gz.", exists=True)],
    out: Annotated[Path, typer.Option("--out", help="Folder of the new catalog; one that is there is replaced.")],
    shops: Annotated[
        str | None, typer.Option("--shops", help="Shop ids, separated by commas; default: the files' names.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Name of the catalog; default: the folder's.")] = None,
    prices: Annotated[
        str | None, typer.Option(help="How prices are written: a locale (de-CH) or convention (comma-decimal).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole report for machines.")] = False,
) -> None:
    """Import product exports of WooCommerce, one shop each, into a catalog.

    Nothing is written unless all files can be read. Rows that cannot become offers are left out and listed. How prices
    are written is told from the decimals in each file, unless --prices names it.

    Examples:

        shopworld catalog import woocommerce shop_1.csv.gz shop_2.csv --out catalogs/two-shops

        shopworld catalog import woocommerce export.csv --shops techtalk --out catalogs/techtalk --json
    """
    from shopworld.api.catalogs import import_catalog
    from shopworld.cli.progress import progress

    ids = shops.split(",") if shops else ()
    with progress() as told:
        report = import_catalog(
            "woocommerce", files, shops=ids, name=name or "", out=out, prices=prices or "", progress=told
        )
    if as_json:
        typer.echo(report.model_dump_json(indent=2))
    else:
        _print_report(report, out)


def _files(named: list[str]) -> list[Path]:
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
