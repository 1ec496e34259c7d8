"""How a shop chooses and writes: one assortment a shop, and four presets that differ in every habit."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from shopworld.catalog import KINDS, OTHER_ELECTRONICS, PC_COMPONENTS, PC_PERIPHERALS
from shopworld.errors import InputError
from shopworld.goods.units import UnitStyle

TitleStyle = Literal["commas", "dashes", "pipes", "brackets"]
DescriptionStyle = Literal["prose", "bullets", "sections", "table"]
PriceEnding = Literal["99", "free", "95", "90"]

TREES = Path(__file__).parent / "trees"


@dataclass(frozen=True, slots=True)
class ShopAssortment:
    """What a shop sells and how it writes.

    Attributes:
        shop_id: the shop.
        title_style: order and separators of titles.
        unit_style: how numbers with units are written.
        category_tree_style: name of a file in `trees/`.
        description_style: make-up of descriptions.
        description_length: factor on the lengths of descriptions.
        price_level: factor on market prices.
        price_ending: which cents prices end in.
        shares: offers by department, as fractions that add up to 1.
        size: its share of all offers, relative to the other shops.
        omitted: share of the attributes that its offers leave unsaid.
        shouting_brands: writes brands in capitals.
        label: which of the synonyms for an attribute's label it takes.
    """

    shop_id: str
    title_style: TitleStyle = "commas"
    unit_style: UnitStyle = "spaced"
    category_tree_style: str = "workshop"
    description_style: DescriptionStyle = "prose"
    description_length: float = 1.0
    price_level: float = 1.0
    price_ending: PriceEnding = "99"
    shares: tuple[tuple[str, float], ...] = (
        (PC_COMPONENTS, 0.334),
        (PC_PERIPHERALS, 0.314),
        (OTHER_ELECTRONICS, 0.352),
    )
    size: float = 1.0
    omitted: float = 0.25
    shouting_brands: bool = False
    label: int = 0


def _shares(components: int, peripherals: int, other: int) -> tuple[tuple[str, float], ...]:
    total = components + peripherals + other
    return (
        (PC_COMPONENTS, components / total),
        (PC_PERIPHERALS, peripherals / total),
        (OTHER_ELECTRONICS, other / total),
    )


def default_assortments(shop_ids: Sequence[str]) -> tuple[ShopAssortment, ...]:
    """Four ways to write for up to four shops, in WebMall's sizes and shares (paper, Table 1).

    Args:
        shop_ids: one to four shop ids.

    Returns:
        an assortment for each.

    Raises:
        ValueError: there are more than four ids, or none.
    """
    if not 1 <= len(shop_ids) <= len(_PRESETS):
        raise ValueError(f"one to {len(_PRESETS)} shop ids are expected, found {len(shop_ids)}")
    return tuple(ShopAssortment(shop_id=one, **preset) for one, preset in zip(shop_ids, _PRESETS, strict=False))  # type: ignore[arg-type]


_PRESETS: tuple[dict[str, object], ...] = (
    {
        "title_style": "commas",
        "unit_style": "tight",
        "category_tree_style": "workshop",
        "description_style": "sections",
        "description_length": 0.857,
        "price_level": 1.0,
        "price_ending": "99",
        "shares": _shares(348, 432, 370),
        "size": 1150,
        "omitted": 0.2,
        "label": 0,
    },
    {
        "title_style": "dashes",
        "unit_style": "spaced",
        "category_tree_style": "departments",
        "description_style": "prose",
        "description_length": 0.85,
        "price_level": 1.01,
        "price_ending": "free",
        "shares": _shares(369, 255, 471),
        "size": 1095,
        "omitted": 0.3,
        "label": 1,
    },
    {
        "title_style": "pipes",
        "unit_style": "plain",
        "category_tree_style": "aisles",
        "description_style": "bullets",
        "description_length": 0.85,
        "price_level": 0.985,
        "price_ending": "95",
        "shares": _shares(430, 336, 390),
        "size": 1156,
        "omitted": 0.28,
        "shouting_brands": True,
        "label": 2,
    },
    {
        "title_style": "brackets",
        "unit_style": "long",
        "category_tree_style": "deep",
        "description_style": "table",
        "description_length": 1.02,
        "price_level": 1.02,
        "price_ending": "90",
        "shares": _shares(330, 365, 325),
        "size": 1020,
        "omitted": 0.18,
        "label": 3,
    },
)


@cache
def category_tree(style: str) -> dict[str, tuple[str, ...]]:
    """The category path of each kind in a tree; segments may name attributes in braces.

    Raises:
        InputError: there is no tree of that name, or it is not as it must be.
    """
    path = TREES / f"{style}.toml"
    if not path.is_file():
        names = ", ".join(sorted(one.stem for one in TREES.glob("*.toml")))
        raise InputError(f"there is no category tree of that name; there are {names}", file=path)
    paths = tomllib.loads(path.read_text(encoding="utf-8"))
    for kind, text in paths.items():
        if kind not in KINDS or not isinstance(text, str):
            raise InputError("a kind of catalog/kinds.py and a path 'A > B' are expected", file=path, field=kind)
    return {kind: tuple(part.strip() for part in text.split(">")) for kind, text in paths.items()}
