"""What a specification asks of the catalog, with every gap filled: numbers, departments, axes, promises."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from shopworld.arena.bundle import SpecificationBundle
from shopworld.goods.trades import Department, departments, departments_for

USUAL_PRODUCTS = 120
_USUAL_VARIANTS = 0.6
_NO_AXES = frozenset({"title", "default title", ""})
_SAME_AXIS = {"colour": "color", "colours": "color", "colors": "color", "sizes": "size"}


@dataclass(frozen=True, slots=True)
class Trade:
    """What the catalog is to be like.

    Attributes:
        seed: of all choices.
        departments: by name, with the share of the products that each has.
        products: how many, the gift card among them.
        scale: how much smaller or larger the catalog is than the specification's.
        variant_share: of the products, 0 to 1.
        axes: names of options that variants may have, folded; empty: whatever the departments have.
        has_gift_card: whether one of the products is a gift card.
    """

    seed: str
    departments: dict[str, float]
    products: int
    scale: float
    variant_share: float
    axes: tuple[str, ...]
    has_gift_card: bool

    @property
    def leading(self) -> Department:
        """The department that the shop is named for."""
        return departments()[next(iter(self.departments))]

    def rng(self, purpose: str) -> Random:
        """The random numbers of one purpose."""
        return Random(f"{self.seed}:{purpose}")


def trade_of(bundle: SpecificationBundle, seed: int | str, products: int | None = None) -> Trade:
    """What a specification asks of the catalog.

    Args:
        bundle: the specification.
        seed: of all choices.
        products: how many in place of the specification's number.
    """
    statistics, capabilities = bundle.statistics, bundle.capabilities
    stated = statistics.products_total or products or USUAL_PRODUCTS
    total = max(products or stated, 1)
    names = departments_for(capabilities.category, capabilities.descriptor)
    shares = [1.0, 0.45, 0.25][: len(names)]
    share = statistics.products_with_variants_pct
    return Trade(
        seed=str(seed),
        departments={name: one / sum(shares) for name, one in zip(names, shares, strict=True)},
        products=total,
        scale=total / stated,
        variant_share=_USUAL_VARIANTS if share is None else share,
        axes=tuple(
            dict.fromkeys(one for one in map(folded_axis, statistics.variant_axes_observed) if one not in _NO_AXES)
        ),
        has_gift_card="gift-cards" in capabilities.info_pages_present and total >= 10,
    )


def folded_axis(name: str) -> str:
    """The name of an option whatever its writing: `Colour` is `color`."""
    text = " ".join(name.replace("_", " ").casefold().split())
    return _SAME_AXIS.get(text, text)
