"""Queries in a shopper's own words: read whole, and marketplaces made for them."""

from shopworld.guru.queries.promises import PromiseReader
from shopworld.guru.queries.vocabulary import stem, vocabulary

__all__ = ["PromiseReader", "stem", "vocabulary"]
