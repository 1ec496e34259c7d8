"""The audit itself: every state that can be derived for a check goes through the real scoring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from shopworld.catalog import Catalog
from shopworld.episode import Ending
from shopworld.mall import Mall
from shopworld.mall.events import ReportedInfeasible
from shopworld.tasks.checks.end_states import EndState, StateGrade, right, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.model import Task
from shopworld.tasks.scoring import score

ENDING = "(ending)"
"""Row of the states that differ in how the episode ended."""
FEWEST_WRONG = 10
"""Wrong end states that each check of each task is tried on at least."""


@dataclass(frozen=True, slots=True)
class TaskAudit:
    """All verdicts on one task."""

    task: str
    verdicts: tuple[StateGrade, ...]
    thin: tuple[str, ...]
    """Checks for which fewer than `FEWEST_WRONG` wrong states could be derived."""

    @property
    def failing(self) -> tuple[StateGrade, ...]:
        """Verdicts that are wrong."""
        return tuple(one for one in self.verdicts if not one.holds)


@dataclass(frozen=True, slots=True)
class AuditRow:
    """A type of check, over all tasks."""

    check: str
    tasks: int
    wrong: int
    refused: int
    fewest: int
    """Wrong states of the task with the fewest."""
    right: int
    accepted: int


def audit_suite(tasks: Iterable[Task], catalog: Catalog, mall: Mall | None = None) -> Iterator[TaskAudit]:
    """Audits tasks one by one, as they are asked for.

    Args:
        tasks: of a suite.
        catalog: that they are graded against.
        mall: that they were made for; None in the tool sandbox.
    """
    for task in tasks:
        yield audit_task(task, catalog, mall)


def audit_task(task: Task, catalog: Catalog, mall: Mall | None = None) -> TaskAudit:
    """Tries every state that can be derived for a task on its grading; arguments as of `audit_suite`.

    A wrong state counts as refused where the task scores 0 and the check that it was derived for fails, whatever the
    others say. A right one counts as accepted where the task scores 1. None of the expectations comes from the
    grading.
    """
    ground = Ground(task, catalog, mall)
    verdicts: list[StateGrade] = []
    thin: list[str] = []
    for number, check in enumerate(task.checks):
        found = [_verdict(task, ground, number, state) for state in check.states(ground)]
        verdicts += found
        refusable = [one for one in found if not one.right]
        if refusable and len(refusable) < FEWEST_WRONG:
            thin.append(check.type)
        verdicts += check.part_verdicts(ground)
    verdicts += [_verdict(task, ground, None, state) for state in ending_states(ground)]
    return TaskAudit(task.id, tuple(verdicts), tuple(thin))


def audit_rows(audits: Iterable[TaskAudit]) -> tuple[AuditRow, ...]:
    """Verdicts counted by type of check, in alphabetical order."""
    by_check: dict[str, list[list[StateGrade]]] = {}
    for audit in audits:
        of_task: dict[str, list[StateGrade]] = {}
        for verdict in audit.verdicts:
            of_task.setdefault(verdict.check, []).append(verdict)
        for check, verdicts in of_task.items():
            by_check.setdefault(check, []).append(verdicts)
    return tuple(_row(check, by_check[check]) for check in sorted(by_check))


def _row(check: str, tasks: list[list[StateGrade]]) -> AuditRow:
    every = [one for verdicts in tasks for one in verdicts]
    tried = [one for one in every if not one.right]
    return AuditRow(
        check=check,
        tasks=len(tasks),
        wrong=len(tried),
        refused=sum(one.holds for one in tried),
        fewest=min((count for verdicts in tasks if (count := sum(not one.right for one in verdicts))), default=0),
        right=len(every) - len(tried),
        accepted=sum(one.holds for one in every if one.right),
    )


def ending_states(ground: Ground) -> Iterator[EndState]:
    """The right state in episodes that ended otherwise than by a result."""
    infeasible = (None, ReportedInfeasible(reason="sold out"))
    for name, acts in {
        "right": ground.acts,
        "right after looking around": (*ground.wandering, *ground.acts),
        "right, then given up": (*ground.acts, infeasible),
    }.items():
        for ending in (Ending.LIMIT, Ending.STOPPED, Ending.INFEASIBLE, None):
            yield wrong(f"{name}, ended by {ending or 'nothing'}", acts, ending)
    yield right("right and submitted", ground.acts)
    yield right("right and said", ground.acts, Ending.MESSAGE)


def _verdict(task: Task, ground: Ground, number: int | None, state: EndState) -> StateGrade:
    """What the grading says of a state that was derived for the check at that place, or for none."""
    result = score(task, state.events, ending=state.ending, hosts=ground.hosts, catalog=ground.catalog)
    check = ENDING if number is None else task.checks[number].type
    if state.right:
        failed = [f"{one.type}: {one.reason}" for one in result.checks if not one.passed]
        return StateGrade(check, state.name, True, result.reward == 1.0, "; ".join(failed) or "accepted")
    refused = result.reward == 0.0 and (number is None or not result.checks[number].passed)
    text = f"{state.ending}" if number is None else result.checks[number].reason
    return StateGrade(check, state.name, False, refused, text)
