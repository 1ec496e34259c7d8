"""What runs on evolved queries say by aspect: attribute, filter, sort, and use of the shop's controls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from shopworld.evaluation.measures.metrics import clusters_of
from shopworld.evaluation.measures.statistics import Interval, proportion_interval
from shopworld.evaluation.records import Result
from shopworld.tasks import CheckResult, ChosenProduct
from shopworld.tasks.checks import ASPECTS, kind_name

_CHOSEN = kind_name(ChosenProduct)


def choice_of(result: Result) -> CheckResult | None:
    """What became of the product that was to be chosen; None where the task is no evolved query."""
    return next((check for check in result.checks if check.type == _CHOSEN), None)


def query_results(results: Iterable[Result]) -> list[Result]:
    """The results of evolved queries, without errors that are not the agent's fault."""
    return [one for one in results if choice_of(one) is not None and not one.excused]


def satisfied(results: Sequence[Result]) -> dict[str, Interval]:
    """Of the queries that have an aspect, the share that satisfied it (DeepShop, Table 2), by aspect."""
    return {name: _share(results, lambda check, name=name: check.aspects.get(name)) for name in ASPECTS}  # type: ignore[misc]


def controls_used(results: Sequence[Result]) -> dict[str, Interval]:
    """Of the queries that have a filter or a sort, the share where the shop's control for it was used."""
    return {name: _share(results, lambda check, name=name: check.controls.get(name)) for name in ASPECTS[1:]}  # type: ignore[misc]


def solved(results: Sequence[Result]) -> Interval:
    """The share of queries that were solved."""
    return proportion_interval([one.reward for one in results], clusters_of(results))


def solved_by(results: Sequence[Result], field: str) -> dict[str, Interval]:
    """The share that was solved, by domain (`category`) or by `difficulty`, in the order in which they come."""
    names = list(dict.fromkeys(str(getattr(one, field)) for one in results))
    return {name: solved([one for one in results if getattr(one, field) == name]) for name in names}


def _share(results: Sequence[Result], says: Callable[[CheckResult], bool | None]) -> Interval:
    """The share of results of which something is true, of those that it can be said of."""
    told = [
        (one, said) for one in results if (check := choice_of(one)) is not None and (said := says(check)) is not None
    ]
    return proportion_interval([float(said) for _, said in told], clusters_of([one for one, _ in told]))
