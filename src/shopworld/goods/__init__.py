"""The synthetic catalog: products, offers and reviews of four shops, from a seed."""

from shopworld.goods.assortment import ShopAssortment, default_assortments
from shopworld.goods.departments import Departments, default_departments, load_departments
from shopworld.goods.synthesis import SyntheticCatalog, synthesize

__all__ = [
    "Departments",
    "ShopAssortment",
    "SyntheticCatalog",
    "default_assortments",
    "default_departments",
    "load_departments",
    "synthesize",
]
