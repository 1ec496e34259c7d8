"""Figures as people read them, and as JSON takes them."""

from __future__ import annotations

import math
from typing import Any

from shopworld.evaluation.measures.statistics import Interval


def percent(value: float, digits: int = 1) -> str:
    """A share in per cent, or a dash where there is none."""
    return "–" if math.isnan(value) else f"{100 * value:.{digits}f}"


def number(value: float, digits: int = 1) -> str:
    """A number, or a dash where there is none."""
    return "–" if math.isnan(value) else f"{value:,.{digits}f}"


def interval(value: Interval) -> str:
    """The bounds of a share in whole per cent, or a dash where nothing was counted."""
    return "–" if not value.count else f"{100 * value.low:.0f}–{100 * value.high:.0f}"


def without_nan(value: Any) -> Any:
    """The same with null in the place of NaN, which JSON does not know."""
    if isinstance(value, dict):
        return {name: without_nan(one) for name, one in value.items()}
    if isinstance(value, list):
        return [without_nan(one) for one in value]
    return None if isinstance(value, float) and math.isnan(value) else value
