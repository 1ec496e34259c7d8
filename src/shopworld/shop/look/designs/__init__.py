"""Finished designs: capabilities and style of a storefront, ready to be given to a shop."""

from shopworld.shop.look.designs.design import Design, design_names, load_design

__all__ = ["Design", "design_names", "load_design"]
