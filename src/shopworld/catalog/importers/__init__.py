"""Readers of catalogs that others have made."""

from shopworld.catalog.importers.report import ImportReport, RefusedRecord, Repair
from shopworld.catalog.importers.woocommerce import read_woocommerce

__all__ = ["ImportReport", "RefusedRecord", "Repair", "read_woocommerce"]
