"""Probes of a recommendation's grading: products that must be accepted, and near ones that must not.

The expected verdicts do not come from the grading: acceptable products were counted by set operations when the task
was made, and a changed fact is known to be changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from shopworld.catalog import Catalog
from shopworld.catalog.model import Offer, Review
from shopworld.episode import WORLD_START, Ending, Event
from shopworld.errors import TaskError
from shopworld.shop.vouchers import price_after
from shopworld.tasks.checks import Recommendation
from shopworld.tasks.model import Task
from shopworld.tasks.recommendation import ProductRecommended, find_product
from shopworld.tasks.rubric_grading import satisfies
from shopworld.tasks.rubric_trials import replaced
from shopworld.tasks.rubrics import (
    AttributeMatch,
    BudgetMatch,
    EntityMatch,
    NegativeAttribute,
    NumericRange,
    ReviewOpinion,
    Rubric,
)
from shopworld.tasks.scoring import score

_ALL_REVIEWS = 10_000
_UNKNOWN = "B00NOSUCHID"
_NONSENSE = "zyxwv"


@dataclass(frozen=True, slots=True)
class GradingProbe:
    """One verdict and the one that was expected.

    Attributes:
        kind: `target`, `acceptable`, `neighbour`, `without its fact`, `with another fact`, `empty`, `unknown`.
        type: of the rubric whose fact was changed; empty for whole recommendations.
        name: what was graded.
        expected: whether it must be accepted.
        accepted: whether it was.
    """

    kind: str
    type: str
    name: str
    expected: bool
    accepted: bool

    @property
    def holds(self) -> bool:
        """Whether the verdict is the expected one."""
        return self.expected == self.accepted


@dataclass(frozen=True, slots=True)
class ProbeTally:
    """Probes of one kind, counted."""

    kind: str
    type: str
    probes: int = 0
    false_positives: int = 0
    false_negatives: int = 0


def probe_task(task: Task, catalog: Catalog) -> Iterator[GradingProbe]:
    """Probes the grading of a task.

    Args:
        task: with one recommendation among its checks.
        catalog: that it was made for.

    Raises:
        TaskError: the task has no recommendation, or its target is not in the catalog.
    """
    check = next(iter(task.checks_of(Recommendation)), None)
    if check is None:
        raise TaskError(f"task {task.id!r} has no recommendation to probe")
    target = find_product(catalog, check.target)
    if target is None:
        raise TaskError(f"task {task.id!r}: its target {check.target!r} is not in the catalog {catalog.name!r}")
    yield _whole(task, catalog, "target", check.target, expected=True)
    for product_id in check.acceptable:
        if product_id != check.target:
            yield _whole(task, catalog, "acceptable", product_id, expected=True)
    for product_id in check.neighbours(catalog, target):
        yield _whole(task, catalog, "neighbour", product_id, expected=False)
    yield _whole(task, catalog, "empty", "", expected=False)
    yield _whole(task, catalog, "unknown", _UNKNOWN, expected=False)
    reviews = catalog.reviews(target.product_id, limit=_ALL_REVIEWS)
    for rubric in check.rubrics:
        yield from _changed(rubric, target, reviews)


def tally(probes: Iterable[GradingProbe]) -> tuple[ProbeTally, ...]:
    """Probes counted by kind and type of rubric, in the order in which they came first."""
    counted: dict[tuple[str, str], ProbeTally] = {}
    for probe in probes:
        before = counted.get((probe.kind, probe.type)) or ProbeTally(probe.kind, probe.type)
        counted[probe.kind, probe.type] = replace(
            before,
            probes=before.probes + 1,
            false_positives=before.false_positives + (probe.accepted and not probe.expected),
            false_negatives=before.false_negatives + (probe.expected and not probe.accepted),
        )
    return tuple(counted.values())


def _whole(task: Task, catalog: Catalog, kind: str, product_id: str, *, expected: bool) -> GradingProbe:
    event = Event(0, WORLD_START, None, ProductRecommended(product_id=product_id))
    result = score(task, [event], ending=Ending.SUBMITTED, hosts={}, catalog=catalog)
    return GradingProbe(kind, "", product_id, expected, result.passed)


def _changed(rubric: Rubric, offer: Offer, reviews: tuple[Review, ...]) -> Iterator[GradingProbe]:
    """The product as it is, without the fact that a rubric asks for, and with another one instead."""
    yield GradingProbe("as it is", rubric.type, rubric.id, True, satisfies(rubric, offer, reviews))
    without = _without(rubric, offer)
    if without is not None:
        left = () if isinstance(rubric, ReviewOpinion) else reviews
        yield GradingProbe("without its fact", rubric.type, rubric.id, False, satisfies(rubric, without, left))
    other = _with_another(rubric, offer)
    if other is not None:
        yield GradingProbe("with another fact", rubric.type, rubric.id, False, satisfies(rubric, other, reviews))


def _without(rubric: Rubric, offer: Offer) -> Offer | None:
    match rubric:
        case AttributeMatch() | NegativeAttribute():
            return replaced(offer, rubric.attribute, None)
        case NumericRange(field="average_rating"):
            return offer.model_copy(update={"rating": None})
        case NumericRange(field="price"):
            return offer.model_copy(update={"price": None})
        case NumericRange(field="rating_count", at_least=least):
            return offer.model_copy(update={"review_count": 0}) if least else None
        case NumericRange(field=name):
            return replaced(offer, name, None)
        case EntityMatch():
            return offer.model_copy(update={"title": _NONSENSE, "kind": ""})
        case BudgetMatch():
            return offer.model_copy(update={"price": None})
        case ReviewOpinion():
            return offer


def _with_another(rubric: Rubric, offer: Offer) -> Offer | None:
    match rubric:
        case AttributeMatch(value=bool() as value):
            return replaced(offer, rubric.attribute, not value)
        case AttributeMatch(value=str() | tuple()):
            return replaced(offer, rubric.attribute, _NONSENSE)
        case AttributeMatch(value=float() as value):
            return replaced(offer, rubric.attribute, value * 1.5 + 1)
        case NegativeAttribute(values=values):
            return replaced(offer, rubric.attribute, values[0])
        case NumericRange(field="price", below=below, at_most=most) if (bound := below or most) is not None:
            return offer.model_copy(update={"price": int(bound) + (1 if below is None else 0)})
        case NumericRange(field="average_rating", at_least=least) if least is not None:
            return offer.model_copy(update={"rating": round(least - 0.1, 1)})
        case NumericRange(field="rating_count", at_least=least) if least:
            return offer.model_copy(update={"review_count": int(least) - 1})
        case BudgetMatch(budget=budget, voucher=voucher):
            dearer = next((price for price in range(budget, budget * 4) if price_after(price, voucher) > budget), None)
            return None if dearer is None else offer.model_copy(update={"price": dearer})
        case EntityMatch():
            return offer.model_copy(update={"title": f"{_NONSENSE} {offer.brand or ''}".strip(), "kind": ""})
        case _:
            return None
