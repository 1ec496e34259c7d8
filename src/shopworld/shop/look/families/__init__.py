"""Storefront families: how companies write their shops, each a folder of templates, styles and words."""

from shopworld.shop.look.families.family import (
    CLASSIC,
    FamilyDeclaration,
    StorefrontFamily,
    family_names,
    find_family,
    load_family,
)

__all__ = ["CLASSIC", "FamilyDeclaration", "StorefrontFamily", "family_names", "find_family", "load_family"]
