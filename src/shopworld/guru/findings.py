"""What a rule says about a task."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.tasks import SuiteProblem


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

    @property
    def where(self) -> str:
        """See `SuiteProblem.where`."""
        return f"{self.task}, {self.place}: {self.rule}"

    @property
    def advice(self) -> str:
        """See `SuiteProblem.advice`."""
        return f"{self.text}. {self.cure}"
