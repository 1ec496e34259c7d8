"""Proofs of a task's checks without a browser: events made by hand must score as the house laws say.

The right answer scores 1; nothing, everything and every near miss score 0. That a shopper can bring the events about
through a shop's pages is proven by the oracle in a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from shopworld.episode import Ending, Event
from shopworld.mall import Mall
from shopworld.tasks.checks.end_states import Acts, events_of_acts
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.model import Task
from shopworld.tasks.offers import OfferAddress, address_of
from shopworld.tasks.scoring import score

EVERYTHING = 5000
"""How many offers of a catalog are named, beside the right ones, where everything is."""


@dataclass(frozen=True, slots=True)
class Proof:
    """One proof.

    Attributes:
        name: `right`, `nothing`, `everything`, `near miss 1`, …
        holds: whether the checks say what they must.
        text: what they said.
    """

    name: str
    holds: bool
    text: str


def prove_suite(tasks: Iterable[Task], mall: Mall) -> Iterator[tuple[Task, tuple[Proof, ...]]]:
    """Proves the checks of several tasks, one by one as they are asked for; see `prove_checks`."""
    offers = _offers(mall)
    for task in tasks:
        yield task, _proofs(task, offers, mall)


def prove_checks(task: Task, mall: Mall) -> tuple[Proof, ...]:
    """Proves a task's checks by events made by hand.

    Args:
        task: whose checks are proven.
        mall: the mall it was made for.
    """
    return _proofs(task, _offers(mall), mall)


def _proofs(task: Task, offers: Sequence[OfferAddress], mall: Mall) -> tuple[Proof, ...]:
    ground = Ground(task, mall.catalog, mall)
    proofs = [_prove("right", task, ground.acts, 1.0, mall), _prove("nothing", task, (), 0.0, mall)]
    if ground.returns:
        everything = list(dict.fromkeys([*ground.right, *offers]))
        proofs.append(_prove("everything", task, ground.returning(everything), 0.0, mall))
    misses = [*task.near_misses, *(miss for check in task.checks for miss in check.near_misses(ground))]
    for number, miss in enumerate(misses, start=1):
        proofs.append(_prove(f"near miss {number}", task, ground.returning(miss), 0.0, mall))
    proofs += [_prove(name, task, acts, 0.0, mall) for name, acts in _ways_off(task, ground)]
    return tuple(proofs)


def _ways_off(task: Task, ground: Ground) -> Iterator[tuple[str, Acts]]:
    """What is right at the end, and was come by in another way than the task asks for."""
    for number, check in enumerate(task.checks):
        yield from check.ways_off(number, ground.acts, ground.returning(ground.right, without=number), ground)


def _offers(mall: Mall) -> list[OfferAddress]:
    offers = islice(mall.catalog.iterate_offers(), EVERYTHING)
    return list(map(address_of, offers))


def _prove(name: str, task: Task, acts: Acts, wanted: float, mall: Mall) -> Proof:
    result = score(task, events_of_acts(acts), ending=Ending.SUBMITTED, hosts=mall.hosts, catalog=mall.catalog)
    failed = [f"{check.type}: {check.reason}" for check in result.checks if not check.passed]
    text = "; ".join(failed) or "all checks passed"
    return Proof(name, result.reward == wanted, text if len(text) <= 300 else f"{text[:299]}…")


def events_of(task: Task, offers: Sequence[OfferAddress], mall: Mall) -> tuple[Event, ...]:
    """The events of a shopper who returns those offers in the way that the task's checks look at.

    Args:
        task: whose checks say what is done with an offer: named, left in a cart, ordered.
        offers: what is returned; buyer, quantity, text answer and pages to visit are as the checks ask for. Where a
            task returns nothing, these are the pages that are visited.
        mall: that it was made for.
    """
    return events_of_acts(Ground(task, mall.catalog, mall).returning(offers))
