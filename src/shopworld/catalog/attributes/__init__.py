"""Typed facts about products: read from titles and descriptions by rules, and written for people."""

from shopworld.catalog.attributes.brand import extract_brand
from shopworld.catalog.attributes.display import display_number, display_values
from shopworld.catalog.attributes.extract import extract_attributes
from shopworld.catalog.attributes.kind import classify_kind

__all__ = ["classify_kind", "display_number", "display_values", "extract_attributes", "extract_brand"]
