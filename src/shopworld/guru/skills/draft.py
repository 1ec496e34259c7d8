"""A task in the making: what is asked, what holds at the end, what looks right and is wrong."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.tasks import Check, Group


@dataclass(frozen=True, slots=True)
class SkillDraft:
    """A task without its id.

    Attributes:
        intent: what the shopper wants.
        checks: what holds at the end.
        near_misses: whole answers that must fail.
        template: what its sentences were made by.
        behaviours: of a journey: what it is made of.
        facts: of a journey: how many facts of the shop it needs to be known.
    """

    intent: str
    checks: tuple[Check, ...]
    near_misses: tuple[Group, ...] = ()
    template: str = ""
    behaviours: tuple[str, ...] = ()
    facts: int = 0
