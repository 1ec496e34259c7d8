"""`shopworld shop`: import, serve, show and verify single shops."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shopworld.cli.shop_verify import verify

if TYPE_CHECKING:
    from shopworld.shop.folder import ShopFolder

DEFAULT_PORT = 8765
_LISTED_NOTES = 12
_LISTED_COLLECTIONS = 30

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Import, serve, show and verify single shops.",
)

app.command()(verify)

ShopArgument = Annotated[Path, typer.Argument(help="Folder of the shop.", metavar="SHOP")]


@app.command(name="import")
def import_data(
    source: Annotated[Path, typer.Argument(help="Folder in ShopGym's contract, or a products.json.")],
    out: Annotated[Path, typer.Option(help="Folder of the shop that is made.")],
    name: Annotated[str, typer.Option(help="Of the shop; else as the data says.")] = "",
    currency: Annotated[str, typer.Option(help="ISO code; else as the data says.")] = "",
    replace: Annotated[bool, typer.Option("--replace", help="Replace a shop that is there.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for machines.")] = False,
) -> None:
    """Make a shop folder from data.

    The data is a folder in ShopGym's contract (store.json, products.json, collections.json, navigation.json,
    pages.json, policies.json), or the products.json that a Shopify shop serves, with its collections.json beside it
    where there is one. Pictures are drawn, nothing is fetched.

    Examples:

        shopworld shop import downloads/linen-store --out shops/linen-store

        shopworld shop import products.json --out shops/mine --name "My shop" --currency EUR
    """
    from shopworld.shop.importing import import_shop

    imported = import_shop(source, out, name=name, currency=currency, replace=replace)
    if as_json:
        typer.echo(json.dumps({**_summary(imported.folder), "notes": list(imported.notes)}, indent=2))
        return
    products = _summary(imported.folder)["products"]
    typer.echo(f"Made {out}: {imported.folder.specification.identity.name}, {products} products")
    for note in imported.notes[:_LISTED_NOTES]:
        typer.echo(f"  note: {note}")
    if len(imported.notes) > _LISTED_NOTES:
        typer.echo(f"  and {len(imported.notes) - _LISTED_NOTES} more notes; --json prints all")
    typer.echo(f"Browse it: shopworld shop serve {out}")


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
    from shopworld.cli.mall import wait_for_interrupt
    from shopworld.mall import MallServer, open_single_shop

    mall = open_single_shop(shop)
    try:
        with MallServer(mall, slots=0, door_port=port) as server:
            server.welcome()
            assert server.visitor is not None
            [specification] = mall.shops
            typer.echo(
                f"{specification.identity.name}: {server.door_address(specification.identity.id, server.visitor)}"
            )
            typer.echo(f"A new visit begins at {server.front_address}")
            typer.echo("Ctrl-C stops it.")
            wait_for_interrupt()
    finally:
        mall.close()


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
    from shopworld.shop.folder import hash_of_shop, read_shop_folder

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
    from shopworld.shop.folder import read_shop_folder

    folder = read_shop_folder(shop)
    if as_json:
        typer.echo(json.dumps(_summary(folder), indent=2))
    else:
        _print_shop(folder)


def _summary(folder: ShopFolder) -> dict[str, Any]:
    identity, data = folder.specification.identity, folder.data
    with folder.open_catalog() as catalog:
        counts = {category.name: category.count for category in catalog.category_tree(identity.id)}
        offers = catalog.manifest.offers
        content_hash = catalog.content_hash
        prices = sorted(one.price for one in catalog.iterate_offers(identity.id) if one.price is not None)
        variants = sum(bool(one.variants) for one in catalog.iterate_offers(identity.id))
    content = folder.specification.content
    assert content is not None
    return {
        "folder": str(folder.path),
        "id": identity.id,
        "name": identity.name,
        "host": identity.host,
        "currency": identity.currency,
        "addresses": identity.addresses,
        "products": offers,
        "products_with_variants": variants,
        "price_min": prices[0] if prices else None,
        "price_max": prices[-1] if prices else None,
        "reviews": sum(len(rows) for rows in data.reviews.values()),
        "collections": [
            {"handle": one.handle, "title": one.title, "products": counts.get(one.title, 0)}
            for one in content.collections
        ],
        "pages": [one.handle for one in (*content.policies, *content.pages)],
        "articles": len(content.articles),
        "menus": sorted(content.menus),
        "theme": sorted(folder.specification.theme.templates),
        "styles": len(folder.specification.theme.styles),
        "catalog_hash": content_hash,
        "capabilities": folder.specification.capabilities.model_dump(mode="json"),
    }


def _print_shop(folder: ShopFolder) -> None:
    from shopworld.cli.tables import print_table, table_of

    facts = _summary(folder)
    low, high = (f"{facts[key] / 100:.2f}" if facts[key] is not None else "–" for key in ("price_min", "price_max"))
    typer.echo(f"{facts['name']} ({facts['id']}), {facts['host']}")
    table = table_of("", ("what", "left"), ("", "left"))
    table.add_row("products", f"{facts['products']}, {facts['products_with_variants']} with variants")
    table.add_row("prices", f"{low} to {high} {facts['currency']}")
    table.add_row("reviews", str(facts["reviews"]))
    table.add_row("pages", ", ".join(facts["pages"]) or "composed")
    table.add_row("articles", str(facts["articles"]))
    if facts["theme"] or facts["styles"]:
        table.add_row("theme", f"{len(facts['theme'])} templates, {facts['styles']} styles")
    for area, text in _capabilities_in_short(folder):
        table.add_row(area, text)
    print_table(table)
    if facts["collections"]:
        typer.echo("")
        collections = table_of("", ("collection", "left"), ("products", "right"), ("address", "left"))
        for one in facts["collections"][:_LISTED_COLLECTIONS]:
            collections.add_row(one["title"], str(one["products"]), f"/collections/{one['handle']}")
        print_table(collections)
        if len(facts["collections"]) > _LISTED_COLLECTIONS:
            typer.echo(f"and {len(facts['collections']) - _LISTED_COLLECTIONS} more; --json prints all")


def _capabilities_in_short(folder: ShopFolder) -> list[tuple[str, str]]:
    one = folder.specification.capabilities
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
