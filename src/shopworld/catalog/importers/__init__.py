"""Readers of catalogs that others have made."""

from shopworld.catalog.importers.description import description_html, plain_text, repair_text
from shopworld.catalog.importers.report import ImportReport, RefusedRecord, Repair
from shopworld.catalog.importers.woocommerce import condition_in_title, read_woocommerce

__all__ = [
    "ImportReport",
    "RefusedRecord",
    "Repair",
    "condition_in_title",
    "description_html",
    "plain_text",
    "read_woocommerce",
    "repair_text",
]
