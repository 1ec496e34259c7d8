"""Typed facts about products: how they are written."""

from shopworld.catalog.attributes.display import display_number, display_values

__all__ = ["display_number", "display_values"]
