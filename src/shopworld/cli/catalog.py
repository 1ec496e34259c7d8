"""`shopworld catalog`: import, describe and search catalogs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from shopworld.catalog import Catalog
    from shopworld.catalog.describe import CatalogDescription, Quantiles
    from shopworld.catalog.importers import ImportReport
    from shopworld.catalog.model import Offer

app = typer.Typer(
    no_args_is_help=True, add_completion=False, rich_markup_mode=None, help="Import, describe and search catalogs."
)

_WIDTH = 80
_LISTED_REFUSALS = 20
_DESCRIBED_ATTRIBUTES = 25

CatalogPath = Annotated[Path, typer.Argument(help="Folder of a catalog, or of a mall that holds one.")]


@app.command(name="import")
def import_products(
    files: Annotated[list[Path], typer.Argument(help="WooCommerce exports: .csv or .csv.gz.", exists=True)],
    out: Annotated[Path, typer.Option("--out", help="Folder of the new catalog; one that is there is replaced.")],
    shops: Annotated[
        str | None, typer.Option("--shops", help="Shop ids, separated by commas; default: the files' names.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Name of the catalog; default: the folder's.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole report for machines.")] = False,
) -> None:
    """Import product exports of WooCommerce, one shop each, into a catalog.

    Nothing is written unless all files can be read. Rows that cannot become offers are left out and listed.

    Examples:

        shopworld catalog import shop_1.csv.gz shop_2.csv --out catalogs/two-shops

        shopworld catalog import export.csv --shops techtalk --out catalogs/techtalk --json
    """
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
    if as_json:
        typer.echo(report.model_dump_json(indent=2))
    else:
        _print_report(report, out)


@app.command()
def describe(
    catalog: CatalogPath,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole description for machines.")] = False,
) -> None:
    """Say what a catalog holds: shops, kinds, lengths of texts, attributes, brands and prices.

    Examples:

        shopworld catalog describe .shopworld/malls/default

        shopworld catalog describe catalogs/two-shops --json
    """
    from shopworld.catalog.describe import describe as describe_catalog

    with _opened(catalog) as opened:
        description = describe_catalog(opened)
    if as_json:
        typer.echo(description.model_dump_json(indent=2))
    else:
        _print_description(description)


@app.command()
def search(
    catalog: CatalogPath,
    text: Annotated[str, typer.Argument(help="What to look for.")],
    shop: Annotated[str | None, typer.Option(help="Only in this shop.")] = None,
    sort: Annotated[str, typer.Option(help="relevance, price_asc, price_desc, rating_desc, …")] = "relevance",
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many results.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results for machines.")] = False,
) -> None:
    """Search the offers of a catalog as the shops' search fields do.

    Examples:

        shopworld catalog search .shopworld/malls/default "32 gb ddr5"

        shopworld catalog search catalogs/two-shops keyboard --shop techtalk --sort price_asc
    """
    from shopworld.catalog.query import OfferQuery, Sort
    from shopworld.errors import InputError

    if sort not in list(Sort):
        raise InputError(f"no sort {sort!r}, expected one of {', '.join(Sort)}", field="--sort")
    with _opened(catalog) as opened:
        if shop is not None and shop not in opened.shop_ids:
            raise InputError(f"no shop {shop!r}, expected one of {', '.join(opened.shop_ids)}", field="--shop")
        result = opened.search(OfferQuery(text=text, shop_id=shop, sort=Sort(sort), limit=limit))
    if as_json:
        found = {"total": result.total, "match": result.match, "corrected_text": result.corrected_text}
        typer.echo(json.dumps({**found, "offers": [_offer_data(one) for one in result.offers]}, indent=2))
        return
    corrected = f', read as "{result.corrected_text}"' if result.corrected_text else ""
    typer.echo(f"{result.total} results ({result.match.value.replace('_', ' ')}{corrected})")
    table = _table("", ("shop", "left"), ("number", "right"), ("price", "right"), ("title", "left"))
    for offer in result.offers:
        table.add_row(offer.shop_id, str(offer.number), _money(offer.price), offer.title)
    if result.offers:
        _print(table)


def _opened(path: Path) -> Catalog:
    """The catalog in a folder, or in the mall there."""
    from shopworld.catalog import Catalog

    inside = path / "catalog"
    return Catalog.open(inside if (inside / "manifest.json").is_file() else path)


def _shop_ids(files: list[Path], shops: str | None) -> list[tuple[str, Path]]:
    from shopworld.catalog import wordpress_slug
    from shopworld.errors import InputError

    names = shops.split(",") if shops else [wordpress_slug(file.name.split(".")[0].replace("_", "-")) for file in files]
    if len(names) != len(files):
        raise InputError(f"{len(names)} shop ids for {len(files)} files", field="--shops")
    if len(set(names)) != len(names):
        raise InputError(f"two shops are called the same: {', '.join(names)}", field="--shops")
    return list(zip(names, files, strict=True))


def _offer_data(offer: Offer) -> dict[str, object]:
    return {
        "id": offer.id,
        "title": offer.title,
        "price": offer.price,
        "currency": offer.currency,
        "in_stock": offer.in_stock,
        "path": offer.path,
    }


def _print_report(report: ImportReport, out: Path) -> None:
    typer.echo(f"{out}: {report.accepted} offers, {len(report.repaired)} repairs, {len(report.refused)} rows refused")
    if report.repaired:
        table = _table("Repairs", ("times", "right"), ("field", "left"), ("what", "left"))
        for (field, what), count in report.repair_counts().items():
            table.add_row(str(count), field, what)
        _print(table)
    for refusal in report.refused[:_LISTED_REFUSALS]:
        typer.echo(f"refused {refusal.file}:{refusal.line}: {refusal.reason}")
    if len(report.refused) > _LISTED_REFUSALS:
        typer.echo(f"… and {len(report.refused) - _LISTED_REFUSALS} more; see --json")


def _print_description(one: CatalogDescription) -> None:
    typer.echo(f"{one.name}: {one.products} products, {one.offers} offers, {one.reviews} reviews")
    typer.echo(f"content hash {one.content_hash[:16]}, seed {'none' if one.seed is None else one.seed}")
    shops = _table("Shops", ("shop", "left"), *((name, "right") for name in _SHOP_COLUMNS))
    for shop in one.shops:
        numbers = (shop.offers, shop.categories, shop.brands, shop.on_sale, shop.sold_out, shop.without_price)
        shops.add_row(shop.shop_id, *map(str, numbers), _money(shop.prices.median if shop.prices else None))
    _print(shops)
    departments = _table("Departments", ("department", "left"), ("share", "right"))
    for department, share in one.departments.items():
        departments.add_row(department or "(none)", f"{share:.1%}")
    _print(departments)
    lengths = _table("Lengths in characters", ("", "left"), *((name, "right") for name in _QUANTILES))
    _add_quantiles(lengths, "titles", one.title_length)
    _add_quantiles(lengths, "descriptions", one.description_length)
    _print(lengths)
    kinds = _table(
        f"Kinds ({one.classified:.1%} of offers)",
        ("kind", "left"),
        ("offers", "right"),
        ("share", "right"),
        ("median price", "right"),
    )
    for kind in one.kinds:
        median = kind.prices.median if kind.prices else None
        kinds.add_row(kind.kind or "(not known)", str(kind.offers), f"{kind.share:.1%}", _money(median))
    _print(kinds)
    attributes = _table(
        "Attributes", ("attribute", "left"), ("offers", "right"), ("coverage", "right"), ("most frequent", "left")
    )
    for attribute in one.attributes[:_DESCRIBED_ATTRIBUTES]:
        examples = ", ".join(f"{value} ({count})" for value, count in attribute.examples[:3])
        attributes.add_row(attribute.name, str(attribute.offers), f"{attribute.coverage:.0%}", examples)
    _print(attributes)
    typer.echo(f"Brands ({one.branded:.1%} of offers): " + ", ".join(f"{name} {count}" for name, count in one.brands))


_SHOP_COLUMNS = ("offers", "categories", "brands", "sale", "sold out", "no price", "median")
_QUANTILES = ("mean", "min", "25 %", "median", "75 %", "90 %", "max")


def _add_quantiles(table: Table, label: str, values: Quantiles | None) -> None:
    if values is None:
        return
    numbers = (values.minimum, values.quarter, values.median, values.three_quarters, values.nine_tenths, values.maximum)
    table.add_row(label, f"{values.mean:.1f}", *map(str, numbers))


def _money(cents: int | None) -> str:
    return "-" if cents is None else f"{cents / 100:.2f}"


def _table(title: str, *columns: tuple[str, str]) -> Table:
    """A table whose last column gives way where it is wider than the screen."""
    gives_way = columns[-1][1] == "left"
    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False, header_style="bold")
    table.expand = gives_way
    for position, (name, side) in enumerate(columns, 1):
        table.add_column(
            name,
            justify="right" if side == "right" else "left",
            overflow="ellipsis",
            no_wrap=True,
            ratio=1 if gives_way and position == len(columns) else None,
        )
    return table


def _print(table: Table) -> None:
    Console(highlight=False, width=_WIDTH).print(table)
