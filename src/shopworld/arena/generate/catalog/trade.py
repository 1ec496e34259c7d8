"""What a specification asks of the catalog, with every gap filled: numbers, departments, axes, promises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from random import Random

from shopworld.arena.bundle import GoodsBand, SpecificationBundle
from shopworld.errors import InputError
from shopworld.goods.trades import Department, departments, departments_for, worth_of

USUAL_PRODUCTS = 120
_USUAL_VARIANTS = 0.6
_ROUNDING = 1.02
"""How far a price may lie outside of its kind's range: it was rounded, the rate of its currency too."""
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
        kinds: of departments whose kinds are known, the kinds with their weight.
        bands: lowest, middle and highest price of a kind as the specification says, by department and kind.
        currency: in which prices are.
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
    kinds: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    bands: Mapping[tuple[str, str], tuple[float, float, float]] = field(default_factory=dict)
    currency: str = "USD"

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
    kinds: dict[str, dict[str, float]] = {}
    for one in bundle.goods.kinds:
        _known(one, statistics.price.currency)
        kinds.setdefault(one.department, {})[one.kind] = one.share
    names = list(kinds) or departments_for(capabilities.category, capabilities.descriptor)
    shares = [sum(one.values()) for one in kinds.values()] or [1.0, 0.45, 0.25][: len(names)]
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
        kinds=kinds,
        bands={(one.department, one.kind): (one.lowest, one.median, one.highest) for one in bundle.goods.kinds},
        currency=statistics.price.currency,
    )


def _known(band: GoodsBand, currency: str) -> None:
    """Refuses kinds that nobody sells, and prices that no such thing has."""
    place = f"goods.json: {band.department}.{band.kind}"
    department = departments().get(band.department)
    if department is None:
        near = get_close_matches(band.department, departments(), n=3)
        raise InputError("is no department of goods", hint=f"Near: {', '.join(near)}." if near else "", field=place)
    kind = department.kinds.get(band.kind)
    if kind is None:
        raise InputError(f"is no kind of the department; it has {', '.join(department.kinds)}", field=place)
    lowest, highest = (one * worth_of(currency) for one in kind.range)
    for name, price in (("lowest", band.lowest), ("median", band.median), ("highest", band.highest)):
        if not lowest / _ROUNDING <= price <= highest * _ROUNDING:
            raise InputError(
                f"is {price:g} {currency}; such a thing costs {lowest:g} to {highest:g} {currency}",
                field=f"{place}.{name}",
                hint="Mend the price, or the currency in stats.json.",
            )


def folded_axis(name: str) -> str:
    """The name of an option whatever its writing: `Colour` is `color`."""
    text = " ".join(name.replace("_", " ").casefold().split())
    return _SAME_AXIS.get(text, text)
