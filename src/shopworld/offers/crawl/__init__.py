"""A made crawl with known truth, for tests and for measuring the pipeline at any size."""

from shopworld.offers.crawl.truth import TrueOffer, read_truth
from shopworld.offers.crawl.writing import PAGES_A_FILE, TRUTH_FOLDER, make_crawl, parts_of, write_part

__all__ = ["PAGES_A_FILE", "TRUTH_FOLDER", "TrueOffer", "make_crawl", "parts_of", "read_truth", "write_part"]
