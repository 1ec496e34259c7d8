"""Ports a suite from a shop to its twin, so that agents can be compared in both.

Ids, words and limits stay. Products are found again by their identity; listings, answers and pages are read off the
twin; then each task is validated and proven there like any other. What cannot be asked in the twin is left out, with
the reason. Source of the comparison: ShopGym, section 3.2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from shopworld.errors import TaskError
from shopworld.guru.porting.correspondence import Correspondence
from shopworld.guru.porting.twin import TwinOfTask
from shopworld.guru.shop_suite import instructions
from shopworld.guru.skills import ShopSight
from shopworld.mall import Mall
from shopworld.tasks import Group, PageVisited, Suite, Task, prove_suite, validate_suite
from shopworld.tasks.checks import NotPortable

_FREE_DELIVERY = "journey_free_delivery"
_RATED = "journey_reviews"


@dataclass(slots=True)
class PortReport:
    """What came of porting.

    Attributes:
        dropped: tasks that cannot be asked in the twin, by id, with the reason.
        answers: ids of tasks whose answer or acceptable products differ in the twin.
        proofs: how many proofs hold there.
    """

    dropped: dict[str, str] = field(default_factory=dict)
    answers: list[str] = field(default_factory=list)
    proofs: int = 0


def port_suite(
    suite: Suite,
    source: Mall,
    twin: Mall,
    *,
    name: str,
    shops: tuple[str, str] | None = None,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> tuple[Suite, PortReport]:
    """Ports a suite.

    Args:
        suite: made in the source.
        source: mall that holds it.
        twin: mall that holds the twin.
        name: of the ported suite.
        shops: ids of source and twin; may be left out where each mall holds one shop.
        progress: is told how many tasks of how many are done.

    Raises:
        TaskError: the suite was made for another mall, a mall holds several shops and none is named, or no task can be
            ported.
        MallError: a shop is not in its mall.
    """
    if suite.mall_hash != source.content_hash:
        raise TaskError(
            f"the suite {suite.name!r} was made for another content of the mall {suite.mall!r}",
            hint="Make it anew: shopworld tasks make shop …",
        )
    ids = shops or (_only_shop(source), _only_shop(twin))
    between = Correspondence(ShopSight(source, ids[0]), ShopSight(twin, ids[1]))
    report = PortReport()
    ported: list[Task] = []
    for number, task in enumerate(suite.tasks, start=1):
        try:
            done = port_task(task, between)
            report.proofs += _proven(done, between)
        except NotPortable as problem:
            report.dropped[task.id] = str(problem)
        else:
            ported.append(done)
            if _differs(task, done, between):
                report.answers.append(task.id)
        progress(number, len(suite.tasks))
    if not ported:
        reasons = "; ".join(dict.fromkeys(report.dropped.values()))
        raise TaskError(f"no task of {suite.name!r} can be asked in {twin.name!r}: {reasons[:300]}")
    return (
        suite.model_copy(
            update={
                "name": name,
                "mall": twin.name,
                "mall_hash": twin.content_hash,
                "description": f"The tasks of {suite.name} for a twin of their shop, grounded anew in it.",
                "tasks": tuple(ported),
            }
        ),
        report,
    )


def port_task(task: Task, between: Correspondence) -> Task:
    """One task for the twin.

    Raises:
        NotPortable: it cannot be asked there.
    """
    twin = TwinOfTask(task, between)
    checks = tuple(check.port(twin) for check in task.checks)
    _refuse_other_terms(task, between)
    right = {one.slug for check in checks for group in check.returns for one in group}
    misses = []
    for miss in task.near_misses:
        mapped = _near_miss(miss, between)
        if mapped and not {one.slug for one in mapped} <= right:
            misses.append(mapped)
    here, there = between.source.identity, between.twin.identity
    return task.model_copy(
        update={
            "intent": task.intent.replace(here.name, there.name),
            "instructions": instructions(between.twin) if task.instructions else "",
            "start": f"http://{there.host}/" if task.start else "",
            "checks": checks,
            "near_misses": tuple(dict.fromkeys(misses)),
        }
    )


def _refuse_other_terms(task: Task, between: Correspondence) -> None:
    """What the words of a template rest on must hold in the twin as well: a threshold, which of two is rated better."""
    if task.template == _FREE_DELIVERY:
        thresholds = [[one.free_from for one in sight.identity.shipping] for sight in (between.source, between.twin)]
        if thresholds[0] != thresholds[1]:
            raise NotPortable("delivery is free from another value of goods in the twin")
    for check in task.checks_of(PageVisited) if task.template == _RATED else ():
        if len(check.groups) == 2 and not between.rated_alike(*(group[0] for group in check.groups)):
            raise NotPortable("the twin's reviews do not rate the two products as the source's do")


def _near_miss(miss: Group, between: Correspondence) -> Group:
    """The same wrong answer; empty where a product of it is not in the twin."""
    try:
        return tuple(between.address(one) for one in miss)
    except NotPortable:
        return ()


def _proven(task: Task, between: Correspondence) -> int:
    """Validates and proves a task in the twin; the number of proofs.

    Raises:
        NotPortable: something does not hold.
    """
    mall = between.twin.mall
    alone = Suite(name="one", version="1", mall=mall.name, mall_hash=mall.content_hash, tasks=(task,))
    for problem in validate_suite(alone, mall):
        raise NotPortable(problem.text)
    count = 0
    for _, proofs in prove_suite([task], mall):
        for proof in proofs:
            if not proof.holds:
                raise NotPortable(f"{proof.name}: {proof.text}")
            count += 1
    return count


def _differs(task: Task, ported: Task, between: Correspondence) -> bool:
    """Whether an answer or a group of products is another one in the twin."""
    twin = TwinOfTask(task, between)
    return any(old.differs(new, twin) for old, new in zip(task.checks, ported.checks, strict=True))


def _only_shop(mall: Mall) -> str:
    ids = [one.identity.id for one in mall.shops]
    if len(ids) != 1:
        raise TaskError(f"the mall {mall.name!r} holds {len(ids)} shops", hint="Name source and twin: --shops A B")
    return ids[0]
