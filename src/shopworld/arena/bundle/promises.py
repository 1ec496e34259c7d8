"""What a shop promises its customers, as numbers that policies print and tasks ask about.

ShopGym has them in the prose of the manual only; here they are marked values of `manual.md`.
"""

from __future__ import annotations

from pydantic import Field

from shopworld.shop.capabilities import Part


class ShopPromises(Part):
    """Thresholds, fees and periods; None where the specification leaves them to the generator."""

    free_shipping_from: float | None = Field(default=None, ge=0)
    """Goods value from which standard delivery is free, in units of the currency."""
    shipping_fee: float | None = Field(default=None, ge=0)
    """Standard delivery, in units of the currency."""
    express_fee: float | None = Field(default=None, ge=0)
    """Express delivery, in units of the currency."""
    returns_days: int | None = Field(default=None, ge=0, le=400)
    """Days in which goods can be sent back."""
    warranty: str | None = Field(default=None, max_length=40)
    """`lifetime`, `2 years`, …"""
    newsletter_discount: int | None = Field(default=None, ge=0, le=90)
    """Per cent off the first order for subscribers."""
