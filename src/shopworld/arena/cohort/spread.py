"""How far shops lie apart: pure measures over what was seen of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from statistics import mean, median

from pydantic import BaseModel, ConfigDict

_GRAM = 3
_DIGITS = 4


class PageTraits(BaseModel):
    """What was seen of a page."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    roles: tuple[str, ...]
    """Of all that is visible, in the order of the page."""
    words: frozenset[str]
    """That the shop says beside what its catalog and texts say."""
    cells: Mapping[str, frozenset[int]]
    """Cells of a coarse grid over the page's top that landmarks, cards and controls cover, by kind."""
    picture: int
    """Difference hash of the page's top."""
    picture_bits: int = 256


class ShopTraits(BaseModel):
    """What was seen of a shop."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    family: str
    pages: Mapping[str, PageTraits]
    """`home`, `listing`, `product`, `cart`."""


class Measured(BaseModel):
    """A distance over all pairs of shops."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lowest: float
    median: float
    highest: float
    pairs: int


class Spread(BaseModel):
    """How far the shops of a cohort lie apart; every distance goes from 0 (the same) to 1."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    layout: Measured | None
    roles: Measured | None
    words: Measured | None
    pictures: Measured | None
    within_families: Mapping[str, float]
    """Median of each of the four over pairs of one family."""
    between_families: Mapping[str, float]


def layout_distance(first: PageTraits, second: PageTraits) -> float:
    """Mean Jaccard distance of the cells that each kind of thing covers."""
    kinds = sorted({*first.cells, *second.cells})
    return mean(
        _jaccard(first.cells.get(one, frozenset()), second.cells.get(one, frozenset())) for one in kinds or [""]
    )


def role_distance(first: PageTraits, second: PageTraits) -> float:
    """One minus the share that both sequences of roles have in common, by runs of three."""
    one, other = _grams(first.roles), _grams(second.roles)
    together = sum((one | other).values())
    return 1 - sum((one & other).values()) / together if together else 0.0


def word_distance(first: PageTraits, second: PageTraits) -> float:
    """Jaccard distance of the words."""
    return _jaccard(first.words, second.words)


def picture_distance(first: PageTraits, second: PageTraits) -> float:
    """Share of the bits of both hashes that differ."""
    return (first.picture ^ second.picture).bit_count() / first.picture_bits


MEASURES: Mapping[str, Callable[[PageTraits, PageTraits], float]] = {
    "layout": layout_distance,
    "roles": role_distance,
    "words": word_distance,
    "pictures": picture_distance,
}


def distance_of_shops(name: str, first: ShopTraits, second: ShopTraits) -> float:
    """The mean over the pages that both have.

    Args:
        name: of a measure.
        first: a shop.
        second: another one.
    """
    both = sorted(set(first.pages) & set(second.pages))
    return mean(MEASURES[name](first.pages[one], second.pages[one]) for one in both) if both else 0.0


def spread_of(shops: Sequence[ShopTraits]) -> Spread:
    """How far shops lie apart.

    Args:
        shops: at least two, else there is nothing to measure.
    """
    pairs = list(combinations(shops, 2))
    found = {name: [distance_of_shops(name, *pair) for pair in pairs] for name in MEASURES}
    same = [first.family == second.family for first, second in pairs]

    def medians(wanted: bool) -> dict[str, float]:
        picked = {
            name: [one for one, alike in zip(values, same, strict=True) if alike is wanted]
            for name, values in found.items()
        }
        return {name: round(median(values), _DIGITS) for name, values in picked.items() if values}

    measured = {name: _measured(values) for name, values in found.items()}
    return Spread(**measured, within_families=medians(True), between_families=medians(False))


def _measured(values: Sequence[float]) -> Measured | None:
    if not values:
        return None
    low, middle, high = (round(one, _DIGITS) for one in (min(values), median(values), max(values)))
    return Measured(lowest=low, median=middle, highest=high, pairs=len(values))


def _grams(roles: Sequence[str]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(roles[at : at + _GRAM]) for at in range(len(roles) - _GRAM + 1))


def _jaccard(first: frozenset[str] | frozenset[int], second: frozenset[str] | frozenset[int]) -> float:
    together = len(frozenset[object](first) | frozenset[object](second))
    return 1 - len(frozenset[object](first) & frozenset[object](second)) / together if together else 0.0
