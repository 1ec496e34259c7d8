"""What is required of a product, and what comes of trying it on a page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from shopworld.stranger.numbers import close

Value = str | float | bool


class StrangerOutcome(StrEnum):
    """What a page says of a requirement."""

    MET = "met"
    BROKEN = "broken"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Want:
    """One requirement.

    Attributes:
        field: what it is about: `kind`, `name`, `price`, `stars`, `reviews`, `age`, `stock`, or an attribute.
        relation: `is`, `any`, `all`, `none`, `at_least`, `at_most`, `above`, `below`, `largest`, `smallest`.
        values: what is wanted.
        unit: of numbers.
    """

    field: str
    relation: str
    values: tuple[Value, ...]
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class StrangerFinding:
    """What came of a trial, and why."""

    outcome: StrangerOutcome
    why: str


MET, BROKEN, SILENT = StrangerOutcome.MET, StrangerOutcome.BROKEN, StrangerOutcome.SILENT


def holds(relation: str, found: float, bound: float) -> bool:
    """Whether a number stands in a relation to another; equal means as good as equal."""
    near = abs(found - bound) <= 1e-6 * max(1.0, abs(bound))
    match relation:
        case "at_least":
            return found > bound or near
        case "at_most":
            return found < bound or near
        case "above":
            return found > bound and not near
        case "below":
            return found < bound and not near
    return close(found, bound)
