"""Reads Amazon Reviews 2023."""

from shopworld.catalog.importers.amazon.importing import ImportProgress, import_amazon, rejects_file
from shopworld.catalog.importers.amazon.products import SHOP_ID, read_products
from shopworld.catalog.importers.amazon.reviews import read_reviews
from shopworld.catalog.importers.amazon.tally import AmazonReport, ImportTally

__all__ = [
    "SHOP_ID",
    "AmazonReport",
    "ImportProgress",
    "ImportTally",
    "import_amazon",
    "read_products",
    "read_reviews",
    "rejects_file",
]
