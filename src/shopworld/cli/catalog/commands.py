"""`shopworld catalog`: import, describe and search catalogs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from shopworld.cli.catalog.make import app as make_app
from shopworld.cli.catalog.textures import print_textures
from shopworld.cli.importers import importers_of
from shopworld.cli.tables import print_table, table_of

if TYPE_CHECKING:
    from rich.table import Table

    from shopworld.catalog import CatalogDescription, Offer, Quantiles

app = typer.Typer(
    no_args_is_help=True, add_completion=False, rich_markup_mode=None, help="Import, describe and search catalogs."
)

app.add_typer(importers_of("catalog", "Import a catalog; one command a format."), name="import")
app.add_typer(make_app, name="make")

_DESCRIBED_ATTRIBUTES = 100
_LISTED_LABELS = 20

CatalogPath = Annotated[str, typer.Argument(help="Name of a catalog or mall, or the folder of one.", metavar="CATALOG")]


@app.command()
def describe(
    catalog: CatalogPath,
    against: Annotated[
        str | None,
        typer.Option(help="Another catalog, a folder of WebMall's CSV files, or the JSON of an earlier describe."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole description for machines.")] = False,
) -> None:
    """Say what a catalog holds: shops, kinds, lengths of texts, attributes, brands and prices.

    Of each attribute: how many offers state it, how many different values there are, and the most frequent ones.

    With --against it says how the catalog is written, beside another: how often sentences recur, how many words there
    are, how predictable they are, how titles are put together, and how far shops differ about one product. With --json
    these figures are `own` and `against`; without --against they are `texture`.

    Examples:

        shopworld catalog describe default

        shopworld catalog describe default --against webmall-release

        shopworld catalog describe default --against before.json --json

        shopworld catalog describe amazon

        shopworld catalog describe catalogs/two-shops --json
    """
    from shopworld.api import catalog_texture, compare_textures, describe_catalog
    from shopworld.cli.progress import progress

    if against is not None:
        print_textures(compare_textures(catalog, against), catalog, against, as_json=as_json)
        return
    with progress() as told:
        description = describe_catalog(catalog, progress=told)
    if as_json:
        texture = catalog_texture(catalog)
        typer.echo(json.dumps({**description.model_dump(mode="json"), "texture": texture.model_dump()}, indent=2))
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

        shopworld catalog search default "32 gb ddr5"

        shopworld catalog search amazon "wireless charger"

        shopworld catalog search catalogs/two-shops keyboard --shop techtalk --sort price_asc
    """
    from shopworld.api import open_catalog
    from shopworld.catalog import OfferQuery, Sort
    from shopworld.catalog.importers import SHOP_ID
    from shopworld.errors import InputError

    if sort not in list(Sort):
        raise InputError(f"no sort {sort!r}, expected one of {', '.join(Sort)}", field="--sort")
    with open_catalog(catalog) as opened:
        if shop is not None and shop not in opened.shop_ids:
            raise InputError(f"no shop {shop!r}, expected one of {', '.join(opened.shop_ids)}", field="--shop")
        result = opened.search(OfferQuery(text=text, shop_id=shop, sort=Sort(sort), limit=limit))
    if as_json:
        found = {"total": result.total, "match": result.match, "corrected_text": result.corrected_text}
        typer.echo(json.dumps({**found, "offers": [_offer_data(one) for one in result.offers]}, indent=2))
        return
    corrected = f', read as "{result.corrected_text}"' if result.corrected_text else ""
    typer.echo(f"{result.total} results ({result.match.value.replace('_', ' ')}{corrected})")
    table = table_of("", ("shop", "left"), ("product", "right"), ("price", "right"), ("title", "left"))
    for offer in result.offers:
        product = offer.product_id if offer.shop_id == SHOP_ID else str(offer.number)
        table.add_row(offer.shop_id, product, _money(offer.price), offer.title)
    if result.offers:
        print_table(table)


@app.command(name="hash")
def hash_catalog(
    catalog: CatalogPath,
    as_json: Annotated[bool, typer.Option("--json", help="Print both hashes for machines.")] = False,
) -> None:
    """Print the hashes of a catalog: of its bytes, and of its content.

    Two catalogs made from the same input by the same versions have the same bytes, but for their names and for the
    search index, whose engine names its segments at random; the first hash leaves these out. The second is over all
    records, however they are stored.

    Examples:

        shopworld catalog hash default

        shopworld catalog hash catalogs/two-shops --json
    """
    from shopworld.api import catalog_place
    from shopworld.catalog import CatalogManifest, hash_of_catalog
    from shopworld.cli.hashes import print_hash
    from shopworld.mall import Home

    folder = catalog_place(catalog, Home.from_environment())
    print_hash(folder, hash_of_catalog(folder), CatalogManifest.read(folder).content_hash, as_json)


def _offer_data(offer: Offer) -> dict[str, object]:
    return {
        "id": offer.id,
        "product_id": offer.product_id,
        "title": offer.title,
        "price": offer.price,
        "currency": offer.currency,
        "in_stock": offer.in_stock,
        "slug": offer.slug,
    }


def _print_description(one: CatalogDescription) -> None:
    products = f"{one.products} products, " if one.products else ""
    typer.echo(f"{one.name}: {products}{one.offers} offers, {one.reviews} reviews")
    typer.echo(f"content hash {one.content_hash[:16]}, seed {'none' if one.seed is None else one.seed}")
    shops = table_of("Shops", ("shop", "left"), *((name, "right") for name in _SHOP_COLUMNS))
    for shop in one.shops:
        numbers = (shop.offers, shop.categories, shop.brands, shop.on_sale, shop.sold_out, shop.without_price)
        shops.add_row(shop.shop_id, *map(str, numbers), _money(shop.prices.median if shop.prices else None))
    print_table(shops)
    departments = table_of("Departments", ("department", "left"), ("share", "right"))
    for department, share in one.departments.items():
        departments.add_row(department or "(none)", f"{share:.1%}")
    print_table(departments)
    lengths = table_of("Lengths in characters", ("", "left"), *((name, "right") for name in _QUANTILES))
    _add_quantiles(lengths, "titles", one.title_length)
    _add_quantiles(lengths, "descriptions", one.description_length)
    print_table(lengths)
    if one.classified:
        _print_kinds(one)
    attributes = table_of(
        "Attributes",
        ("attribute", "left"),
        ("offers", "right"),
        ("share", "right"),
        ("values", "right"),
        ("most frequent", "left"),
    )
    for attribute in one.attributes[:_DESCRIBED_ATTRIBUTES]:
        examples = ", ".join(f"{value} ({count})" for value, count in attribute.examples[:3])
        values = f"{'' if attribute.exact else 'about '}{attribute.values}"
        attributes.add_row(attribute.name, str(attribute.offers), f"{attribute.coverage:.0%}", values, examples)
    print_table(attributes)
    typer.echo(f"Brands ({one.branded:.1%} of offers): " + ", ".join(f"{name} {count}" for name, count in one.brands))
    if not one.products and one.unknown_labels:
        labels = table_of("Labels that no canonical attribute knows", ("offers", "right"), ("label", "left"))
        for label, count in one.unknown_labels[:_LISTED_LABELS]:
            labels.add_row(str(count), label)
        print_table(labels)


def _print_kinds(one: CatalogDescription) -> None:
    kinds = table_of(
        f"Kinds ({one.classified:.1%} of offers)",
        ("kind", "left"),
        ("offers", "right"),
        ("share", "right"),
        ("median price", "right"),
    )
    for kind in one.kinds:
        median = kind.prices.median if kind.prices else None
        kinds.add_row(kind.kind or "(not known)", str(kind.offers), f"{kind.share:.1%}", _money(median))
    print_table(kinds)


_SHOP_COLUMNS = ("offers", "categories", "brands", "sale", "sold out", "no price", "median")
_QUANTILES = ("mean", "min", "25 %", "median", "75 %", "90 %", "max")


def _add_quantiles(table: Table, label: str, values: Quantiles | None) -> None:
    if values is None:
        return
    numbers = (values.minimum, values.quarter, values.median, values.three_quarters, values.nine_tenths, values.maximum)
    table.add_row(label, f"{values.mean:.1f}", *map(str, numbers))


def _money(cents: int | None) -> str:
    return "-" if cents is None else f"{cents / 100:.2f}"
