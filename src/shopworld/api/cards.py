"""What is known of tasks without playing them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from shopworld.evaluation import Opening


@dataclass(frozen=True, slots=True)
class TaskCard:
    """A task as who plays it may see it; never its checks.

    Attributes:
        id: stable, file-name safe.
        goal: what the agent is given.
        start_url: address of the first page; empty in the tool sandbox.
        category: kind of task.
        set: part of the suite.
        difficulty: `easy`, `medium`, `hard`, or empty.
        template: tasks of one template are alike; the unit that standard errors cluster by.
        steps: actions after which a session is cut off.
        seconds: wall time after which it is.
    """

    id: str
    goal: str
    start_url: str
    category: str
    set: str
    difficulty: str
    template: str
    steps: int
    seconds: float


class TaskCards(Mapping[str, TaskCard]):
    """The cards of the tasks of an opened suite, by id, in its order."""

    def __init__(self, opening: Opening) -> None:
        settings = opening.settings
        self._cards = {
            task.id: TaskCard(
                task.id,
                task.goal,
                task.start,
                task.category,
                task.set,
                task.difficulty,
                task.template,
                settings.steps_of(task),
                min(task.limits.seconds, settings.max_seconds),
            )
            for task in opening.tasks
        }

    def __getitem__(self, name: str) -> TaskCard:
        return self._cards[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)
