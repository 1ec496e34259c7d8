"""Checks in words, for people."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.tasks.checks.check import Check

MOST_LINES = 40
"""Offers of one list that are shown."""


@dataclass(frozen=True, slots=True)
class CheckWords:
    """One check.

    Attributes:
        type: as the task has it.
        sentence: what must be so.
        lines: the answers and conditions, one each.
    """

    type: str
    sentence: str
    lines: tuple[str, ...] = ()


def in_words(check: Check) -> CheckWords:
    """A check in words; of long lists the beginning."""
    sentence, lines = check.words()
    shown = list(lines)
    more = [f"and {len(shown) - MOST_LINES} more"] if len(shown) > MOST_LINES else []
    return CheckWords(check.type, sentence, (*shown[:MOST_LINES], *more))
