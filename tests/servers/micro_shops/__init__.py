"""Micro-shops: plain shops of 24 products with one deviation each, and the truth about each of them."""

from micro_shops.farm import FARM, HELD_BACK, MicroFarm
from micro_shops.shop import Good, MicroShop

__all__ = ["FARM", "HELD_BACK", "Good", "MicroFarm", "MicroShop"]
