"""The audit itself: every state that can be derived for a check goes through the real scoring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from shopworld.catalog import Catalog
from shopworld.episode import Ending
from shopworld.mall import Mall
from shopworld.mall.events import ReportedInfeasible
from shopworld.tasks.checks import (
    AnswerSet,
    AnswerText,
    Cart,
    CartVariant,
    Check,
    ChosenProduct,
    ListingUsed,
    NoCheckout,
    NoSideEffects,
    Order,
    PageRead,
    PageVisited,
    Recommendation,
)
from shopworld.tasks.grading import find_product
from shopworld.tasks.model import Task
from shopworld.tasks.mutations import answers, behaviour, carts, orders, recommendations
from shopworld.tasks.mutations.ground import Ground
from shopworld.tasks.mutations.rubrics import rubric_trials
from shopworld.tasks.mutations.state import State, right, wrong
from shopworld.tasks.rubric_grading import judge
from shopworld.tasks.scoring import score

ENDING = "(ending)"
"""Row of the states that differ in how the episode ended."""
_ALL_REVIEWS = 10_000
FEWEST_WRONG = 10
"""Wrong end states that each check of each task is tried on at least."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the grading said of one state.

    Attributes:
        check: type of the check that the state was derived for.
        name: how it differs from the right one.
        right: whether it must be accepted.
        holds: whether the grading says so: a right state is accepted, a wrong one refused, by that very check.
        text: what the check said.
    """

    check: str
    name: str
    right: bool
    holds: bool
    text: str


@dataclass(frozen=True, slots=True)
class TaskAudit:
    """All verdicts on one task."""

    task: str
    verdicts: tuple[Verdict, ...]
    thin: tuple[str, ...]
    """Checks for which fewer than `FEWEST_WRONG` wrong states could be derived."""

    @property
    def failing(self) -> tuple[Verdict, ...]:
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
        yield audit_task(Ground(task, catalog, mall))


def audit_task(ground: Ground) -> TaskAudit:
    """Tries every state that can be derived for a task on its grading.

    A wrong state counts as refused where the task scores 0 and the check that it was derived for fails, whatever the
    others say. A right one counts as accepted where the task scores 1. None of the expectations comes from the
    grading.
    """
    verdicts: list[Verdict] = []
    thin: list[str] = []
    for number, check in enumerate(ground.task.checks):
        found = [_verdict(ground, number, check.type, state) for state in states_of(ground, check)]
        verdicts += found
        refusable = [one for one in found if not one.right]
        if refusable and len(refusable) < FEWEST_WRONG:
            thin.append(check.type)
        if isinstance(check, Recommendation):
            verdicts += _rubric_verdicts(ground, check)
    verdicts += [_verdict(ground, None, ENDING, state) for state in ending_states(ground)]
    return TaskAudit(ground.task.id, tuple(verdicts), tuple(thin))


def audit_rows(audits: Iterable[TaskAudit]) -> tuple[AuditRow, ...]:
    """Verdicts counted by type of check, in alphabetical order."""
    by_check: dict[str, list[list[Verdict]]] = {}
    for audit in audits:
        of_task: dict[str, list[Verdict]] = {}
        for verdict in audit.verdicts:
            of_task.setdefault(verdict.check, []).append(verdict)
        for check, verdicts in of_task.items():
            by_check.setdefault(check, []).append(verdicts)
    return tuple(_row(check, by_check[check]) for check in sorted(by_check))


def _row(check: str, tasks: list[list[Verdict]]) -> AuditRow:
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


def states_of(ground: Ground, check: Check) -> Iterator[State]:
    """The states that are derived for a check of the task."""
    match check:
        case AnswerSet():
            return answers.answer_set_states(ground, check)
        case ChosenProduct():
            return answers.chosen_product_states(ground, check)
        case AnswerText():
            return answers.answer_text_states(ground, check)
        case Cart():
            return carts.cart_states(ground, check)
        case CartVariant():
            return carts.cart_variant_states(ground, check)
        case Order():
            return orders.order_states(ground, check)
        case PageVisited():
            return behaviour.page_visited_states(ground, check)
        case PageRead():
            return behaviour.page_read_states(ground, check)
        case ListingUsed():
            return behaviour.listing_used_states(ground, check)
        case NoCheckout():
            return behaviour.no_checkout_states(ground, check)
        case NoSideEffects():
            return behaviour.no_side_effects_states(ground, check)
        case Recommendation():
            return recommendations.recommendation_states(ground, check)


def ending_states(ground: Ground) -> Iterator[State]:
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


def _rubric_verdicts(ground: Ground, check: Recommendation) -> list[Verdict]:
    """Each rubric by itself, on the target with other facts."""
    target = find_product(ground.catalog, check.target)
    if target is None:
        return []
    reviews = ground.catalog.reviews(target.product_id, limit=_ALL_REVIEWS)
    found = []
    for rubric in check.rubrics:
        for trial in rubric_trials(rubric, target, reviews):
            said = judge(rubric, trial.offer, trial.reviews)
            name = f"{rubric.id} {trial.name}"
            found.append(Verdict(rubric.type, name, trial.right, said.satisfied is trial.right, said.reason))
    return found


def _verdict(ground: Ground, number: int | None, check: str, state: State) -> Verdict:
    result = score(ground.task, state.events, ending=state.ending, hosts=ground.hosts, catalog=ground.catalog)
    if state.right:
        failed = [f"{one.type}: {one.reason}" for one in result.checks if not one.passed]
        return Verdict(check, state.name, True, result.reward == 1.0, "; ".join(failed) or "accepted")
    refused = result.reward == 0.0 and (number is None or not result.checks[number].passed)
    text = f"{state.ending}" if number is None else result.checks[number].reason
    return Verdict(check, state.name, False, refused, text)
