"""What the agent did so far, cut by rule where it gets too long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

BLOCK = 10
"""Steps that are shortened at a time: the prompt's beginning then stays the same for as long, and can be cached."""
SHORT_THOUGHT = 160
"""Characters that stay of a thought that is shortened."""


@dataclass(frozen=True, slots=True)
class PastStep:
    """One step that was taken.

    Attributes:
        number: from 1.
        thought: why.
        action: what was done.
        memory: what the agent noted down.
        error: what went wrong.
    """

    number: int
    thought: str = ""
    action: str = ""
    memory: str = ""
    error: str = ""

    @property
    def size(self) -> int:
        """Characters it takes in the prompt, about."""
        return 40 + len(self.thought) + len(self.action) + len(self.memory) + len(self.error)


@dataclass(frozen=True, slots=True)
class History:
    """The steps that are shown.

    Attributes:
        steps: in order.
        left_out: number of steps before them that are not shown.
    """

    steps: tuple[PastStep, ...]
    left_out: int = 0


def cut_history(steps: Sequence[PastStep], limit: int) -> History:
    """Cuts the history to about that many characters.

    The oldest steps are cut first, ten at a time: their thoughts are shortened, then only their notes stay, then they
    are left out. The last ten stay whole.

    Args:
        steps: all, in order.
        limit: characters.
    """
    shown = list(steps)
    oldest = range(BLOCK, len(shown), BLOCK)
    for shorten in (_short, _notes):
        for end in oldest:
            if _size(shown) <= limit:
                return History(tuple(shown))
            shown[end - BLOCK : end] = map(shorten, shown[end - BLOCK : end])
    left_out = 0
    for end in oldest:
        if _size(shown[left_out:]) <= limit:
            break
        left_out = end
    return History(tuple(shown[left_out:]), left_out)


def _size(steps: Sequence[PastStep]) -> int:
    return sum(step.size for step in steps)


def _short(step: PastStep) -> PastStep:
    if len(step.thought) <= SHORT_THOUGHT:
        return step
    return replace(step, thought=f"{step.thought[:SHORT_THOUGHT].rstrip()}…")


def _notes(step: PastStep) -> PastStep:
    """Only the notes; without any, at least the action."""
    return replace(step, thought="", error="", action="" if step.memory else step.action)
