"""Whether a stated value is a wanted one, or a narrower one."""

from __future__ import annotations

import math

from shopworld.catalog.attributes.canonical_values import Value
from shopworld.catalog.attributes.units import CANONICAL_UNITS, unit_factor
from shopworld.catalog.stemming import stems

_NEAR = 0.01
"""Numbers are equal within this share: shops round."""


def value_fits(stated: Value, wanted: Value, stated_unit: str | None = None, wanted_unit: str | None = None) -> bool:
    """Whether a stated value is the wanted one or a narrower one.

    A narrower text holds all words of the wanted one (`usb-c` for `usb`, `matte black` for `black`), whatever their
    inflection. Of several stated values one is enough; of several wanted ones all must be there. Numbers are equal
    within a hundredth, after conversion where the units differ.
    """
    if isinstance(wanted, bool) or isinstance(stated, bool):
        return stated is wanted
    if isinstance(wanted, float | int):
        return isinstance(stated, float | int) and same_number(stated, wanted, stated_unit, wanted_unit)
    if isinstance(stated, float | int):
        return False
    have = [frozenset(stems(one)) for one in ((stated,) if isinstance(stated, str) else stated)]
    want = [frozenset(stems(one)) for one in ((wanted,) if isinstance(wanted, str) else wanted)]
    return all(words and any(words <= one for one in have) for words in want)


def same_number(stated: float, wanted: float, stated_unit: str | None, wanted_unit: str | None) -> bool:
    """Whether two numbers with units are equal within a hundredth."""
    comparable = in_unit(stated, stated_unit, wanted_unit)
    return comparable is not None and math.isclose(comparable, wanted, rel_tol=_NEAR)


def in_unit(value: float, unit: str | None, wanted: str | None) -> float | None:
    """A number in another unit; as it is where one of the units is not given, None where they do not fit."""
    if unit is None or wanted is None or unit == wanted:
        return value
    for source, target, inverse in ((unit, wanted, False), (wanted, unit, True)):
        factor = unit_factor(source.casefold(), target) if target in CANONICAL_UNITS else None
        if factor:
            return value / factor if inverse else value * factor
    return None
