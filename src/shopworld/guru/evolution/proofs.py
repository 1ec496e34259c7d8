"""Proofs that a task of an evolved query passes before it is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shopworld.catalog import OfferQuery
from shopworld.episode import Ending
from shopworld.guru.evolution.derivation import IndexSolver
from shopworld.guru.evolution.shelf import Assortment
from shopworld.mall import Mall
from shopworld.tasks import ChosenProduct, OfferAddress, Proof, Task, events_of, score

_EVERYTHING = 40
"""How many products are named where everything is; the rule is about more than ten."""


class Prover:
    """Proves tasks of one mall.

    Args:
        mall: the one they are made for.
        assortment: what it sells.
    """

    def __init__(self, mall: Mall, assortment: Assortment) -> None:
        self._mall = mall
        self._solver = IndexSolver(mall.catalog, assortment)
        offers = mall.catalog.search(OfferQuery(limit=_EVERYTHING)).offers
        self._everything = [OfferAddress(shop=one.shop_id, slug=one.slug) for one in offers]

    def prove(self, task: Task) -> Iterator[Proof]:
        """The right answers pass; nothing, everything and near misses fail; the search index finds the same answers."""
        check = task.checks_of(ChosenProduct)[0]
        for address in dict.fromkeys((check.accepted[0], check.accepted[-1])):
            yield self._scored("right", task, [address], 1.0)
        yield self._scored("nothing", task, [], 0.0)
        yield self._scored("everything", task, [check.accepted[0], *self._everything], 0.0)
        for number, miss in enumerate(task.near_misses, start=1):
            yield self._scored(f"near miss {number}", task, miss, 0.0)
        found = self._solver.answers(check)
        same = set(found) == set(check.accepted)
        yield Proof("index", same, f"the search index finds {len(found)} answers, accepted are {len(check.accepted)}")

    def _scored(self, name: str, task: Task, offers: Sequence[OfferAddress], wanted: float) -> Proof:
        mall = self._mall
        events = events_of(task, offers, mall) if offers else ()
        result = score(task, events, ending=Ending.SUBMITTED, hosts=mall.hosts, catalog=mall.catalog)
        failed = [one.reason for one in result.checks if not one.passed]
        return Proof(name, result.reward == wanted, "; ".join(failed) or "all checks passed")
