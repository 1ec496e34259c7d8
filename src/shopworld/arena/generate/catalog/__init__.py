"""What a generated shop sells and says, in the statistics of its specification."""

from shopworld.arena.generate.catalog.backdrops import with_backdrops
from shopworld.arena.generate.catalog.identity import make_identity
from shopworld.arena.generate.catalog.shop_data import make_shop_data

__all__ = ["make_identity", "make_shop_data", "with_backdrops"]
