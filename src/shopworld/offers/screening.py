"""Fillers against tasks: none may be an answer, or be taken for one, by the checks that tasks are made by."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from shopworld.errors import TaskError
from shopworld.guru import SUPERLATIVES, Facts, by_name, satisfies
from shopworld.mall import Mall
from shopworld.offers.facts import facts_of_offer, stated_attributes
from shopworld.offers.record import CrawledOffer
from shopworld.tasks import Constraint, OfferAddress, Suite, load_suite, save_suite

STAGE = "screen"


@dataclass(frozen=True, slots=True)
class _Asked:
    """One wish of a task."""

    task: str
    constraints: tuple[Constraint, ...]


class Screen:
    """The tasks of a suite, as what a filler must not satisfy.

    Args:
        suite: its tasks state their constraints.
    """

    def __init__(self, suite: Suite) -> None:
        self._asked = tuple(_wishes(suite))

    @classmethod
    def of(cls, file: Path) -> Screen:
        """The screen of a suite's file.

        Raises:
            InputError: it is missing or wrong.
            TaskError: a task has no constraints, so that nothing can be held against it.
        """
        suite = load_suite(file)
        bare = next((task.id for task in suite.tasks if not task.constraints), None)
        if bare is not None:
            raise TaskError(
                f"task {bare!r} has no constraints: no filler can be screened by it",
                hint="Write the requirements of its text as constraints, or leave it out of this suite.",
            )
        return cls(suite)

    def satisfied(self, offer: CrawledOffer) -> str:
        """The first task that an offer satisfies, or may satisfy as far as its page tells; empty if none."""
        facts = Facts(
            address=OfferAddress(shop="filler", slug="filler"),
            product="",
            title=offer.title,
            brand=offer.brand.casefold(),
            kind=offer.kind,
            price=offer.price,
            attributes=by_name(stated_attributes(facts_of_offer(offer))),
        )
        return next((one.task for one in self._asked if _may_satisfy(facts, one.constraints)), "")


def _may_satisfy(facts: Facts, constraints: Sequence[Constraint]) -> bool:
    """What the page does not say counts for it; who is cheapest or largest is not asked, only who is in the race."""
    return all(satisfies(facts, one, unknown=True) for one in constraints if one.relation not in SUPERLATIVES)


def _wishes(suite: Suite) -> list[_Asked]:
    found = []
    for task in suite.tasks:
        wishes: dict[int | None, list[Constraint]] = {}
        for constraint in task.constraints:
            wishes.setdefault(constraint.wish, []).append(constraint)
        found += [_Asked(task.id, tuple(constraints)) for constraints in wishes.values()]
    return found


def bind_suite(file: Path, mall: Path) -> Suite:
    """Binds a suite of the core to the mall that was filled around it.

    Args:
        file: of the suite; it is written anew.
        mall: folder of the mall.

    Raises:
        TaskError: an offer that a task names is not in the mall.
    """
    suite = load_suite(file)
    with closing(Mall.open(mall)) as opened:
        for task in suite.tasks:
            for check in task.checks:
                for address in (one for group in getattr(check, "groups", ()) for one in group):
                    if opened.catalog.offer_by_slug(address.shop, address.slug) is None:
                        raise TaskError(
                            f"task {task.id!r} names {address.shop}/{address.slug}, which is not in the mall",
                            hint="Make the core again with the same offers, seed and number: mall make … --core-only",
                        )
        bound = suite.model_copy(update={"mall": opened.name, "mall_hash": opened.content_hash})
    save_suite(bound, file)
    return bound
