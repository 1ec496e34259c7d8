"""Reads, checks and writes DeepShop's release format."""

from shopworld.tasks.importers.deepshop.checking import QueryFinding, check_records
from shopworld.tasks.importers.deepshop.records import DeepShopRecord, read_records, records_of, write_records

__all__ = ["DeepShopRecord", "QueryFinding", "check_records", "read_records", "records_of", "write_records"]
