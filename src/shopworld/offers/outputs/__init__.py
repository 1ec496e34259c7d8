"""What lies beside a mall of crawled offers: provenance, Parquet, WooCommerce exports, a notice, a report."""

from shopworld.offers.outputs.exports import COLUMNS, write_outputs
from shopworld.offers.outputs.report import write_report

__all__ = ["COLUMNS", "write_outputs", "write_report"]
