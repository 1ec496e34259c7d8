"""Who grades a run: the one place that holds its tasks with their checks. Events come to it; answers never leave it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol

from shopworld.agents import ORACLE, AgentName
from shopworld.catalog import Catalog
from shopworld.closing import Closing
from shopworld.evaluation.records import Hashes, Isolation, Result, Status
from shopworld.evaluation.running.conclusion import PlayedAttempt, grade_played
from shopworld.evaluation.running.deadline import TimeUp, deadline
from shopworld.evaluation.running.terms import Assignment, Grounds, PlayOrder
from shopworld.evaluation.settings import Screenshots
from shopworld.tasks import Task

PATIENCE = 120.0
"""Seconds after which grading an attempt is given up: what an agent wrote must not hold up a run."""


class OpenGrounds(Grounds, Protocol):
    """What episodes are graded against, opened."""

    def close(self) -> None:
        """Closes it."""


class Grader(Closing):
    """Hands tasks out without their checks, and grades what comes back. A context manager.

    Args:
        tasks: that are played.
        hashes: by task id.
        open_grounds: opens what they are graded against; called when the first attempt is graded.
        screenshots: of which episodes pictures are kept.
        isolations: what keeps agents from the answers, by name, for attempts whose worker cannot say it any more.
    """

    def __init__(
        self,
        tasks: Iterable[Task],
        hashes: Mapping[str, Hashes],
        open_grounds: Callable[[], OpenGrounds],
        screenshots: Screenshots = Screenshots.NONE,
        isolations: Mapping[str, Isolation] | None = None,
    ) -> None:
        self._tasks = {task.id: task for task in tasks}
        self._hashes, self._open_grounds, self._screenshots = hashes, open_grounds, screenshots
        self._isolations = isolations or {}
        self._grounds: OpenGrounds | None = None

    def task(self, name: str) -> Task:
        """A task with its checks."""
        return self._tasks[name]

    def hashes(self, name: str) -> Hashes:
        """What the results of a task depend on."""
        return self._hashes[name]

    def isolation(self, agent: str) -> Isolation:
        """What keeps an agent from the answers; nothing is said of those that are built in."""
        return self._isolations.get(agent, Isolation.UNKNOWN)

    def order(self, assignment: Assignment) -> PlayOrder:
        """What whoever plays it is told: the goal. Only the oracle is told the solution."""
        task = self._tasks[assignment.key.task]
        is_oracle = AgentName.parse(assignment.key.agent).base == ORACLE
        return PlayOrder(assignment, task.posed, task if is_oracle else None)

    def grade(self, folder: Path, played: PlayedAttempt) -> Result:
        """Grades an attempt from the events in its folder, and writes its score there; a fault becomes part of it."""
        task, hashes = self._tasks[played.key.task], self._hashes[played.key.task]
        try:
            with deadline(PATIENCE):
                return grade_played(folder, played, task, self, hashes, self._screenshots)
        except TimeUp:
            given_up = {"status": Status.GRADER_ERROR, "error": f"grading took more than {PATIENCE:.0f} s"}
            played = played.model_copy(update=given_up)
            return grade_played(folder, played, task, self, hashes, self._screenshots)

    @property
    def hosts(self) -> Mapping[str, str]:
        """Host of each shop to its id; none in the tool sandbox."""
        return self._opened.hosts

    @property
    def catalog(self) -> Catalog | None:
        """What recommended and chosen products are looked up in."""
        return self._opened.catalog

    def close(self) -> None:
        """Closes what was opened to grade against."""
        grounds, self._grounds = self._grounds, None
        if grounds is not None:
            grounds.close()

    @property
    def _opened(self) -> OpenGrounds:
        if self._grounds is None:
            self._grounds = self._open_grounds()
        return self._grounds
