"""Promotion codes: finding one as typed, and saying why one does not apply."""

from __future__ import annotations

from shopworld.shop.specification import Promotion


def find_promotion(promotions: tuple[Promotion, ...], typed: str) -> Promotion | None:
    """The promotion whose code was typed, whatever its case and the space around it."""
    wanted = typed.strip().casefold()
    return next((one for one in promotions if one.code.casefold() == wanted), None)


def is_public(promotion: Promotion) -> bool:
    """Whether the shop tells everybody about it: it has a description."""
    return bool(promotion.description)
