"""How often a brand leads a task that asks by requirements: no more often than in WebMall's release."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

Draft = TypeVar("Draft")

BRAND_LED = 0.45
"""Share of tasks that name a brand. In WebMall's release 13 of 25 such tasks of its public part do (52 %)."""


def brands_in_turn(plain: Iterator[Draft], branded: Iterator[Draft]) -> Iterator[Draft]:
    """What names no brand and what names one in the usual shares; what is left of one comes when the other has ended.

    Args:
        plain: without a brand.
        branded: with one.
    """
    named = total = 0
    while True:
        lead = named + 1 <= BRAND_LED * (total + 1)
        found = next(branded if lead else plain, None)
        if found is None:
            break
        named += lead
        total += 1
        yield found
    yield from plain
    yield from branded
