"""Readers of catalogs that others have made."""

from shopworld.catalog.importers.report import ImportReport, Refusal, Repair
from shopworld.catalog.importers.woocommerce import read_woocommerce

__all__ = ["ImportReport", "Refusal", "Repair", "read_woocommerce"]
