"""Imports Orchard's price list, a CSV file with the columns number, title, brand and price, as a catalog."""

import csv

from shopworld.catalog import CatalogBuilder, Offer, Product, wordpress_slug
from shopworld.commands import CommandOutcome, CommandParameter, Importer, Path
from shopworld.errors import InputError
from shopworld.mall import Home

IMPORTER = Importer(
    "orchard",
    "orchard_feed:import_prices",
    "Import a price list of Orchard's.",
    noun="catalog",
    examples=("shopworld catalog import orchard prices.csv --name fruit",),
    parameters=(
        CommandParameter("file", "Price list, CSV.", Path, argument=True, exists=True),
        CommandParameter("name", "Name of the catalog.", default="orchard"),
    ),
)


def import_prices(*, file: Path, name: str) -> CommandOutcome:
    folder = Home.from_environment().catalog(name)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with file.open(newline="", encoding="utf-8") as lines, CatalogBuilder(folder, name=name) as builder:
        count = 0
        for count, row in enumerate(csv.DictReader(lines), start=1):
            try:
                told = {"title": row["title"], "brand": row["brand"], "department": "Grocery", "kind": "fruit"}
                number, price = int(row["number"]), round(float(row["price"]) * 100)
            except (KeyError, ValueError) as error:
                raise InputError(f"cannot be read: {error}", file=file, line=count + 1) from error
            offer_id, slug = f"orchard/{number}", wordpress_slug(told["title"])
            builder.add_product(Product(id=offer_id, **told))
            builder.add_offer(
                Offer(
                    id=offer_id, shop_id="orchard", number=number, product_id=offer_id, slug=slug, price=price, **told
                )
            )
    return CommandOutcome({"catalog": str(folder), "offers": count}, f"{folder}: {count} offers")
