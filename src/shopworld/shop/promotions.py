"""Promotion codes: finding one as typed, and saying what it gives."""

from __future__ import annotations

from collections.abc import Callable

from shopworld.shop.specification import Promotion


def find_promotion(promotions: tuple[Promotion, ...], typed: str) -> Promotion | None:
    """The promotion whose code was typed, whatever its case and the space around it."""
    wanted = typed.strip().casefold()
    return next((one for one in promotions if one.code.casefold() == wanted), None)


def is_public(promotion: Promotion) -> bool:
    """Whether the shop tells everybody about it: it has a description."""
    return bool(promotion.description)


def headline(promotion: Promotion, money: Callable[[int], str]) -> str:
    """What it gives in three words: `10% off`, `€5 off`, `Up to 20% off`."""
    if not promotion.tiers:
        return f"{promotion.percent}% off" if promotion.percent else f"{money(promotion.amount or 0)} off"
    best = max(promotion.tiers, key=lambda one: one.threshold)
    return f"Up to {best.percent:g}% off" if best.percent else f"Up to {money(best.amount or 0)} off"
