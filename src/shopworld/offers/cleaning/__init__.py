"""Offers cleaned: texts, prices, identifiers and words of the vocabulary in one form."""

from shopworld.offers.cleaning.identifiers import gtin14, plain_mpn
from shopworld.offers.cleaning.offer import clean_offer
from shopworld.offers.cleaning.texts import clean_line

__all__ = ["clean_line", "clean_offer", "gtin14", "plain_mpn"]
