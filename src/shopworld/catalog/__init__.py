"""The catalog: what can be bought, and how it is found."""

from shopworld.catalog.attributes import classify_kind, display_values, extract_attributes, extract_brand
from shopworld.catalog.builder import CatalogBuilder
from shopworld.catalog.catalog import Catalog
from shopworld.catalog.query import ReviewSort
from shopworld.catalog.slug import category_slug, wordpress_slug

__all__ = [
    "Catalog",
    "CatalogBuilder",
    "ReviewSort",
    "category_slug",
    "classify_kind",
    "display_values",
    "extract_attributes",
    "extract_brand",
    "wordpress_slug",
]
