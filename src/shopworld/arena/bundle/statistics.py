"""The statistics of a specification (`stats.json`).

Source: ShopGym, Appendix F.3.
"""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from shopworld.shop import Part


class PerCollection(Part):
    """How many products a collection holds."""

    avg: float | None = Field(default=None, ge=0)
    median: float | None = Field(default=None, ge=0)
    max: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _is_ordered(self) -> Self:
        for name in ("avg", "median"):
            value = getattr(self, name)
            if value is not None and self.max is not None and value > self.max:
                raise ValueError(f"{name} is {value:g}, above max, {self.max}")
        return self


class PriceStatistics(Part):
    """What products cost, in units of the currency."""

    min: float | None = Field(default=None, ge=0)
    max: float | None = Field(default=None, ge=0)
    median: float | None = Field(default=None, ge=0)
    currency: str = Field(default="USD", pattern=r"^[A-Z]{3}$")

    @model_validator(mode="after")
    def _is_ordered(self) -> Self:
        known = [one for one in (self.min, self.median, self.max) if one is not None]
        if known != sorted(known):
            raise ValueError("must hold: min <= median <= max; found " + ", ".join(f"{one:g}" for one in known))
        return self


class Statistics(Part):
    """Numbers of a storefront; None where nobody counted."""

    products_total: int | None = Field(default=None, ge=1)
    collections_total: int | None = Field(default=None, ge=0)
    products_per_collection: PerCollection = PerCollection()
    price: PriceStatistics = PriceStatistics()
    products_with_variants_pct: float | None = Field(default=None, ge=0, le=1)
    """A fraction, in spite of its name: 0.07 is seven in a hundred."""
    variant_axes_observed: tuple[str, ...] = ()
    navigation_depth_max: int | None = Field(default=None, ge=1, le=4)
    homepage_section_count: int | None = Field(default=None, ge=0)
    info_pages_count: int | None = Field(default=None, ge=0)
    feature_count: int | None = Field(default=None, ge=0)
