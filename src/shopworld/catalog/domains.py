"""DeepShop's five domains of shopping, over our taxonomy (DeepShop, section 3.2)."""

from __future__ import annotations

from typing import Final

from shopworld.catalog.kinds import (
    APPAREL,
    BEAUTY,
    BOOKS,
    HOME,
    KINDS,
    KITCHEN,
    MAKER,
    OFFICE,
    OTHER_ELECTRONICS,
    PC_COMPONENTS,
    PC_PERIPHERALS,
    PET,
    SPORTS,
)

DOMAINS: Final[dict[str, tuple[str, ...]]] = {
    "Books": (BOOKS,),
    "Electronics": (OTHER_ELECTRONICS, PC_PERIPHERALS, PC_COMPONENTS, MAKER),
    "Home": (HOME, KITCHEN, BEAUTY, OFFICE, PET),
    "Fashion": (APPAREL,),
    "Sports": (SPORTS,),
}
"""Domain to the departments that belong to it, in the paper's order. Daily necessities belong to the home."""

_DOMAIN_OF = {department: domain for domain, departments in DOMAINS.items() for department in departments}


def domain_of(kind: str) -> str:
    """The domain of a kind of product; empty where it is unknown or belongs to none."""
    known = KINDS.get(kind)
    return _DOMAIN_OF.get(known.department, "") if known else ""
