"""Ports a suite from a shop to its twin, so that agents can be compared in both.

Ids, words and limits stay. Products are found again by their identity; listings, answers and pages are read off the
twin; then each task is validated and proven there like any other. What cannot be asked in the twin is left out, with
the reason. Source of the comparison: ShopGym, section 3.2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from shopworld.errors import TaskError
from shopworld.guru.porting.correspondence import Correspondence, NotPortable
from shopworld.guru.porting.ground import listing_group, same_listing, same_question
from shopworld.guru.shop_suite import instructions
from shopworld.guru.skills import ShopSight
from shopworld.mall import Mall
from shopworld.tasks import (
    AnswerText,
    Cart,
    CartVariant,
    Check,
    Group,
    ListingUsed,
    NoCheckout,
    NoSideEffects,
    PageRead,
    PageVisited,
    Suite,
    Task,
)
from shopworld.tasks.proofs import prove_suite
from shopworld.tasks.validation import validate_suite

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
    checks = tuple(_checks(task, between))
    right = {one.slug for check in checks if isinstance(check, Cart) for group in check.groups for one in group}
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


def _checks(task: Task, between: Correspondence) -> list[Check]:
    listings = [one for one in task.checks if isinstance(one, ListingUsed)]
    asked = any(isinstance(one, AnswerText) for one in task.checks)
    reads = [one for one in task.checks if isinstance(one, PageRead)]
    answer, answering = same_question(reads[0] if reads else None, task.intent, between) if asked else (None, None)
    found: list[Check] = []
    for check in task.checks:
        match check:
            case AnswerText():
                assert answer is not None
                found.append(answer)
            case PageRead() if answering is not None and check is reads[0]:
                found.append(answering)
            case PageRead():
                handles = tuple(between.page(one) for one in check.handles)
                found.append(check.model_copy(update={"shop": between.twin.id, "handles": handles}))
            case ListingUsed():
                found.append(same_listing(check, between))
            case Cart():
                groups = tuple(_cart_group(group, listings, between) for group in check.groups)
                found.append(check.model_copy(update={"groups": groups}))
            case CartVariant():
                ids = between.variants(check.offer, check.variants)
                found.append(CartVariant(offer=between.address(check.offer), variants=ids))
            case PageVisited():
                _compared_alike(task, check, between)
                found.append(check.model_copy(update={"groups": tuple(map(between.group, check.groups))}))
            case NoSideEffects() | NoCheckout():
                found.append(check)
            case _:
                raise NotPortable(f"tasks with a check {check.type} are not ported")
    if task.template == _FREE_DELIVERY:
        thresholds = [[one.free_from for one in sight.identity.shipping] for sight in (between.source, between.twin)]
        if thresholds[0] != thresholds[1]:
            raise NotPortable("delivery is free from another value of goods in the twin")
    return found


def _cart_group(group: Group, listings: list[ListingUsed], between: Correspondence) -> Group:
    """A group of the cart: what a listing shows where it stands for that, else the same products."""
    if len(group) > 1 or listings:
        for listing in listings:
            found = listing_group(listing, group, between)
            if found is not None:
                return found
    return between.group(group)


def _compared_alike(task: Task, check: PageVisited, between: Correspondence) -> None:
    """Two products that are compared by their reviews must compare in the same way."""
    if task.template == _RATED and len(check.groups) == 2:
        one, other = (group[0] for group in check.groups)
        if not between.rated_alike(one, other):
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
    for old, new in zip(task.checks, ported.checks, strict=True):
        if isinstance(old, AnswerText) and old != new:
            return True
        if isinstance(old, Cart) and isinstance(new, Cart):
            for before, after in zip(old.groups, new.groups, strict=True):
                titles = {between.offer_here(one).title for one in before}
                known = {one.slug: one.title for one in between.twin.offers}
                if titles != {known[one.slug] for one in after}:
                    return True
    return False


def _only_shop(mall: Mall) -> str:
    ids = [one.identity.id for one in mall.shops]
    if len(ids) != 1:
        raise TaskError(f"the mall {mall.name!r} holds {len(ids)} shops", hint="Name source and twin: --shops A B")
    return ids[0]
