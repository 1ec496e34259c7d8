"""The synthetic catalog: products, offers and reviews of four shops, from a seed."""

from shopworld.catalog.synthetic.assortment import ShopAssortment, default_assortments
from shopworld.catalog.synthetic.departments import Departments, default_departments, load_departments
from shopworld.catalog.synthetic.synthesis import SyntheticCatalog, synthesize

__all__ = [
    "Departments",
    "ShopAssortment",
    "SyntheticCatalog",
    "default_assortments",
    "default_departments",
    "load_departments",
    "synthesize",
]
