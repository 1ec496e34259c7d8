"""Steps of what passed, over the least steps that are known: those of the reference solver, by the same interface."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from shopworld.agents import ORACLE, AgentName
from shopworld.evaluation.measures.metrics import clusters_of
from shopworld.evaluation.measures.statistics import Interval, bootstrap_interval
from shopworld.evaluation.records import Result, Status

Way = tuple[str, str, str]
"""A task in a world, and how it is met: hash of its checks, hash of the mall or catalog, interface."""


@dataclass(frozen=True, slots=True)
class Efficiency:
    """How straight an agent goes where it gets there.

    Attributes:
        trials: that passed, of tasks whose least steps are known.
        steps: mean number of actions in them.
        least: mean of the least number.
        times: mean over these trials of steps over least steps, with its interval; 1 is the shortest way known.
    """

    trials: int
    steps: float
    least: float
    times: Interval


def way_of(result: Result) -> Way:
    """What two results must share so that their steps can be compared."""
    return result.hashes.checks, result.hashes.mall or result.hashes.catalog, result.interface


def least_steps(results: Iterable[Result]) -> dict[Way, int]:
    """The fewest steps in which the reference solver solved each task."""
    found: dict[Way, int] = {}
    for one in results:
        if AgentName.parse(one.agent).base == ORACLE and one.status is Status.PASSED and one.steps:
            found[way_of(one)] = min(one.steps, found.get(way_of(one), one.steps))
    return found


def efficiency(results: Sequence[Result], least: Mapping[Way, int], *, seed: int = 0) -> Efficiency | None:
    """How straight an agent goes; None where it solved no task whose least steps are known.

    Args:
        results: of one agent.
        least: from `least_steps`.
        seed: of the bootstrap.
    """
    known = [one for one in results if one.status is Status.PASSED and way_of(one) in least]
    if not known:
        return None
    shortest = [least[way_of(one)] for one in known]
    ratios = [one.steps / steps for one, steps in zip(known, shortest, strict=True)]
    return Efficiency(
        len(known),
        sum(one.steps for one in known) / len(known),
        sum(shortest) / len(known),
        bootstrap_interval(ratios, clusters_of(known), seed=seed),
    )
