"""A synthetic release in the format of Amazon Reviews 2023, from a seed, of any size."""

from shopworld.catalog.synthetic.amazon.kinds import AmazonKind, CategoryData, categories
from shopworld.catalog.synthetic.amazon.noise import DEFAULT_NOISE
from shopworld.catalog.synthetic.amazon.writing import Release, make_amazon, product_counts

__all__ = ["DEFAULT_NOISE", "AmazonKind", "CategoryData", "Release", "categories", "make_amazon", "product_counts"]
