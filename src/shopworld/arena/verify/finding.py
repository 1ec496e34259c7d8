"""What verification finds: where something is wrong, what it is, and what cures it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict

Area = Literal["shell", "collections", "product", "cart", "search", "info", "integration"]
"""The steps of generation (ShopGym, section 3): each finding belongs to one."""
AREAS: tuple[Area, ...] = get_args(Area)

Severity = Literal["error", "warning"]
"""An error fails the verification; a warning is told."""

_NAMED_PLACES = 2


class Finding(BaseModel):
    """One thing that is wrong with a shop.

    Attributes:
        verifier: that found it.
        area: the step of generation that it belongs to.
        severity: whether it fails the verification.
        place: a page's address, a file and field, or a dotted name of the specification.
        what: what was found, and what was expected.
        cure: what to do about it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    verifier: str
    area: Area
    severity: Severity = "error"
    place: str
    what: str
    cure: str


def gathered(findings: Iterable[Finding]) -> list[Finding]:
    """Findings that differ in their place only, as one: a fault of a template is told once, not on every page."""
    places: dict[Finding, list[str]] = {}
    for one in findings:
        alike = places.setdefault(one.model_copy(update={"place": ""}), [])
        if one.place not in alike:
            alike.append(one.place)
    return [one.model_copy(update={"place": _together(where)}) for one, where in places.items()]


def _together(places: list[str]) -> str:
    if len(places) <= _NAMED_PLACES + 1:
        return ", ".join(places)
    return f"{', '.join(places[:_NAMED_PLACES])} and {len(places) - _NAMED_PLACES} more"
