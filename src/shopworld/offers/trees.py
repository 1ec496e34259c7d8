"""The category trees of a mall's shops: each shop sorts the same kinds in another way."""

from __future__ import annotations

from shopworld.catalog import KINDS

_SHORT = {"PC Components": "Components", "PC Peripherals": "Peripherals", "Other Electronics": "Electronics"}
_OTHER = "Other brands"


_TREES = (("{plural}", "{brand}"), ("{department}", "{plural}"), ("All products", "{short}", "{plural}"), ("{plural}",))


def category_path(shop: int, department: str, kind: str, brand: str) -> tuple[str, ...]:
    """Where a shop has an offer in its tree.

    Args:
        shop: number of the shop, from 0; the fifth has the tree of the first.
        department: of the mall.
        kind: of the vocabulary.
        brand: empty if not known.
    """
    names = {
        "plural": KINDS[kind].plural if kind else "Other",
        "brand": brand or _OTHER,
        "department": department,
        "short": _SHORT.get(department, department),
    }
    return tuple(names.get(level.strip("{}"), level) for level in _TREES[shop % len(_TREES)])
