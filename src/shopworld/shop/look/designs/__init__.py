"""Finished designs: capabilities and style of a storefront, ready to be given to a shop."""

from shopworld.shop.look.designs.design import (
    Design,
    DesignDeclaration,
    design_names,
    find_design,
    load_design,
    style_values,
)

__all__ = ["Design", "DesignDeclaration", "design_names", "find_design", "load_design", "style_values"]
