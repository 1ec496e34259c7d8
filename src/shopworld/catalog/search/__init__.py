"""Full-text search over the offers of a catalog."""

from shopworld.catalog.search.engine import TantivyEngine
from shopworld.catalog.search.protocol import Hits, SearchEngine
from shopworld.catalog.search.words import words

__all__ = ["Hits", "SearchEngine", "TantivyEngine", "words"]
