"""`shopworld shop`: import, serve, show and verify single shops."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shopworld.cli.importers import importers_of
from shopworld.cli.shop_verify import verify
from shopworld.commands import CommandOutcome

if TYPE_CHECKING:
    from shopworld.shop import Capabilities, ShopDescription

DEFAULT_PORT = 8765
_LISTED_NOTES = 12
_LISTED_COLLECTIONS = 30

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Import, serve, show and verify single shops.",
)

app.add_typer(importers_of("shop", "Make a shop folder from data.", otherwise="data"), name="import")
app.command()(verify)

ShopArgument = Annotated[Path, typer.Argument(help="Folder of the shop.", metavar="SHOP")]


def import_data(*, source: Path, out: Path, name: str, currency: str, replace: bool) -> CommandOutcome:
    """Makes a shop folder from data in ShopGym's contract, or from what a Shopify shop serves."""
    from shopworld.api import describe_shop, import_shop

    imported = import_shop(source, out, name=name, currency=currency, replace=replace)
    made = imported.folder
    notes = [f"  note: {note}" for note in imported.notes[:_LISTED_NOTES]]
    if len(imported.notes) > _LISTED_NOTES:
        notes.append(f"  and {len(imported.notes) - _LISTED_NOTES} more notes; --json prints all")
    lines = (
        f"Made {out}: {made.specification.identity.name}, {len(made.data.products)} products",
        *notes,
        f"Browse it: shopworld shop serve {out}",
    )
    data = describe_shop(out).model_dump(mode="json") | {"notes": list(imported.notes)}
    return CommandOutcome(data, "\n".join(lines))


@app.command()
def serve(
    shop: ShopArgument,
    port: Annotated[int, typer.Option(min=0, max=65535, help="On this machine only; 0: any free one.")] = DEFAULT_PORT,
) -> None:
    """Browse a shop by hand, until Ctrl-C.

    The catalog is built again where data/ was edited. Carts and orders live as long as the visit; the front page starts
    a new one.

    Examples:

        shopworld shop serve shops/linen-store

        shopworld shop serve shops/linen-store --port 9000
    """
    from shopworld.api import serve_mall
    from shopworld.cli.mall import wait_for_interrupt
    from shopworld.shop import what_is_unfinished

    if told := what_is_unfinished(Path(shop)):
        typer.echo(f"note: {told}", err=True)
    with serve_mall(shop, port=port) as served:
        for one, address in served.shops.items():
            typer.echo(f"{served.titles[one]}: {address}")
        typer.echo(f"A new visit begins at {served.address}")
        typer.echo("Ctrl-C stops it.")
        wait_for_interrupt()


@app.command(name="hash")
def hash_shop(
    shop: ShopArgument,
    as_json: Annotated[bool, typer.Option("--json", help="Print both hashes for machines.")] = False,
) -> None:
    """Print the hashes of a shop: of its bytes, and of its catalog's content.

    Two shops generated from the same specification and seed have the same bytes, but for the search index, whose engine
    names its segments at random. The first hash is over shop.toml, spec/, data/ and theme/; the catalog follows from
    them.

    Examples:

        shopworld shop hash shops/linen-store

        shopworld shop hash shops/linen-store --json
    """
    from shopworld.cli.hashes import print_hash
    from shopworld.shop import hash_of_shop, read_shop_folder

    found = hash_of_shop(shop)
    with read_shop_folder(shop).open_catalog() as catalog:
        print_hash(shop, found, catalog.content_hash, as_json)


@app.command()
def show(
    shop: ShopArgument,
    as_json: Annotated[bool, typer.Option("--json", help="Print it for machines.")] = False,
) -> None:
    """Show what a shop holds and what it can do.

    Examples:

        shopworld shop show shops/linen-store

        shopworld shop show shops/linen-store --json
    """
    from shopworld.api import describe_shop

    described = describe_shop(shop)
    if as_json:
        typer.echo(described.model_dump_json(indent=2))
    else:
        _print_shop(described)


def _print_shop(shop: ShopDescription) -> None:
    from shopworld.cli.tables import print_table, table_of

    low, high = ("–" if price is None else f"{price / 100:.2f}" for price in (shop.price_min, shop.price_max))
    typer.echo(f"{shop.name} ({shop.id}), {shop.host}")
    table = table_of("", ("what", "left"), ("", "left"))
    table.add_row("products", f"{shop.products}, {shop.products_with_variants} with variants")
    table.add_row("prices", f"{low} to {high} {shop.currency}")
    table.add_row("reviews", str(shop.reviews))
    table.add_row("pages", ", ".join(shop.pages) or "composed")
    table.add_row("articles", str(shop.articles))
    if shop.theme or shop.styles:
        table.add_row("theme", f"{len(shop.theme)} templates, {shop.styles} styles")
    for area, text in _capabilities_in_short(shop.capabilities):
        table.add_row(area, text)
    print_table(table)
    if shop.collections:
        typer.echo("")
        collections = table_of("", ("collection", "left"), ("products", "right"), ("address", "left"))
        for one in shop.collections[:_LISTED_COLLECTIONS]:
            collections.add_row(one.title, str(one.products), f"/collections/{one.handle}")
        print_table(collections)
        if len(shop.collections) > _LISTED_COLLECTIONS:
            typer.echo(f"and {len(shop.collections) - _LISTED_COLLECTIONS} more; --json prints all")


def _capabilities_in_short(one: Capabilities) -> list[tuple[str, str]]:
    has = [
        name.removeprefix("has_").replace("_", " ")
        for part in (one.site_shell, one.product, one.cart, one.floating, one.intl)
        for name, value in part
        if name.startswith("has_") and value is True
    ]
    return [
        ("header", f"{one.site_shell.header_style}, {one.site_shell.nav_depth} levels"),
        ("home page", f"{len(one.homepage.section_types)} sections"),
        ("filters", ", ".join(f"{each.name} ({each.control})" for each in one.collection.filters) or "none"),
        ("listing", f"{one.collection.layout}, {one.collection.pagination}"),
        ("product", f"{one.product.gallery_style}, {', '.join(one.product.variant_selectors)}"),
        ("cart", one.cart.type),
        ("has", ", ".join(has)),
    ]
