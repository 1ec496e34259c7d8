"""What an import found: every problem with the task it belongs to; nothing is repaired in silence."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from pydantic import BaseModel, ConfigDict

ProblemKind = Literal[
    "refused", "unresolved", "near_identical", "duplicate", "wrong_type", "no_value", "contradiction", "stale_answer"
]


class TaskProblem(BaseModel):
    """One problem of one task."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    task: str
    kind: ProblemKind
    """`refused`: the task was not imported. `unresolved`: an offer is in no shop. `near_identical`: an offer was found
    under a slightly other slug, which is used. `duplicate`: an answer is there twice. `wrong_type`: the type of the
    answer does not fit the text. `no_value`: a placeholder has no value. `stale_answer`: an answer cannot be bought.
    `contradiction`: the catalog says otherwise than the answers."""
    text: str


class WebMallImportReport(BaseModel):
    """What came of an import."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    imported: int
    categories: dict[str, int]
    """Tasks by category."""
    problems: tuple[TaskProblem, ...] = ()
    """By task, in the order of the release."""

    @property
    def refused(self) -> tuple[TaskProblem, ...]:
        """The tasks that were not imported."""
        return tuple(problem for problem in self.problems if problem.kind == "refused")

    @property
    def unsolvable(self) -> tuple[str, ...]:
        """Ids of imported tasks that name an offer which is in no shop."""
        return tuple(dict.fromkeys(problem.task for problem in self.problems if problem.kind == "unresolved"))

    def counts(self) -> dict[str, int]:
        """Problems by kind, most frequent first."""
        return dict(
            sorted(Counter(problem.kind for problem in self.problems).items(), key=lambda row: (-row[1], row[0]))
        )

    def __str__(self) -> str:
        lines = [f"{self.imported} tasks imported, {len(self.refused)} refused"]
        lines += [f"  {count:3d} {category}" for category, count in self.categories.items()]
        lines += [f"  {problem.kind.replace('_', ' ')}: {problem.task}: {problem.text}" for problem in self.problems]
        return "\n".join(lines)
