"""What a rule says about a task."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.tasks.validation import SuiteProblem


@dataclass(frozen=True, slots=True)
class TaskFinding(SuiteProblem):
    """One thing that is wrong with a task.

    Attributes:
        rule: name of the rule.
        place: field of the task.
        cure: what to do about it.
    """

    rule: str
    place: str
    cure: str
