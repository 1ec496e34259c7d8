"""Pages as visitors see them: roles, names, texts, places, computed styles."""

from shopworld.arena.explore.sight.cards import ProductCard, columns_of, picture_of, product_cards
from shopworld.arena.explore.sight.element import DISCLOSURES, INTERACTIVE, PICTURES, Box, SightElement
from shopworld.arena.explore.sight.layers import close_control, covered_share, dialogs, extent, in_window, layers
from shopworld.arena.explore.sight.reading import Sight, read_sight

__all__ = [
    "DISCLOSURES",
    "INTERACTIVE",
    "PICTURES",
    "Box",
    "ProductCard",
    "Sight",
    "SightElement",
    "close_control",
    "columns_of",
    "covered_share",
    "dialogs",
    "extent",
    "in_window",
    "layers",
    "picture_of",
    "product_cards",
    "read_sight",
]
