"""The category trees of a mall's shops: each shop sorts the same kinds in another way."""

from __future__ import annotations

from collections.abc import Callable

from shopworld.catalog.kinds import KINDS

_SHORT = {"PC Components": "Components", "PC Peripherals": "Peripherals", "Other Electronics": "Electronics"}
_OTHER = "Other brands"


def _by_department(department: str, plural: str, brand: str) -> tuple[str, ...]:
    return (department, plural)


def _by_kind_and_brand(department: str, plural: str, brand: str) -> tuple[str, ...]:
    return (plural, brand or _OTHER)


def _under_one_root(department: str, plural: str, brand: str) -> tuple[str, ...]:
    return ("All products", _SHORT.get(department, department), plural)


def _by_kind(department: str, plural: str, brand: str) -> tuple[str, ...]:
    return (plural,)


_TREES: tuple[Callable[[str, str, str], tuple[str, ...]], ...] = (
    _by_kind_and_brand,
    _by_department,
    _under_one_root,
    _by_kind,
)


def category_path(shop: int, department: str, kind: str, brand: str) -> tuple[str, ...]:
    """Where a shop has an offer in its tree.

    Args:
        shop: number of the shop, from 0; the fifth has the tree of the first.
        department: of the mall.
        kind: of the vocabulary.
        brand: empty if not known.
    """
    return _TREES[shop % len(_TREES)](department, KINDS[kind].plural if kind else "Other", brand)
