"""What a group of results says: completion, precision, recall, F1 both ways, checkpoint score, effort, statuses."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

from shopworld.evaluation.measures.statistics import Interval, pass_power, proportion_interval
from shopworld.evaluation.records import NOT_THE_AGENTS_FAULT, Result, Status

PASS_POWER_FROM = 4
"""Trials per task from which pass^k is shown: with fewer it says little."""


class ErrorConvention(StrEnum):
    """What infrastructure and grader errors count as."""

    EXCLUDED = "excluded"
    """They say nothing about the agent and are left out of the denominator."""
    FAILURES = "failures"
    """They stay in the denominator as zeros."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a group of results says. Means of an empty group are NaN.

    Attributes:
        tasks: number of tasks.
        trials: number of counted results.
        errors: results that are not the agent's fault, counted or not.
        completion: share of trials that passed, with its interval.
        without_evidence: of those that passed, how many have not seen what they submitted or what it was compared with;
            None where that is known of none.
        precision: macro average over the results.
        recall: macro average over the results.
        f1_of_means: harmonic mean of the two averages, as in the paper's Table 3.
        mean_f1: mean of the F1 of each result.
        checkpoint: mean checkpoint score.
        steps: mean number of actions.
        seconds: mean wall time.
        statuses: number of results by status, all statuses, in order.
        usage: mean of each reported quantity over the results that report it.
    """

    tasks: int
    trials: int
    errors: int
    completion: Interval
    without_evidence: int | None
    precision: float
    recall: float
    f1_of_means: float
    mean_f1: float
    checkpoint: float
    steps: float
    seconds: float
    statuses: dict[Status, int]
    usage: dict[str, float]


def summarise(results: Sequence[Result], *, convention: ErrorConvention = ErrorConvention.EXCLUDED) -> Summary:
    """Computes all metrics of a group of results.

    Args:
        results: any results, usually of one agent.
        convention: what errors that are not the agent's fault count as.
    """
    errors = sum(one.status in NOT_THE_AGENTS_FAULT for one in results)
    counted = list(results)
    if convention is ErrorConvention.EXCLUDED:
        counted = [one for one in counted if not one.excused]
    precision, recall = _mean(counted, lambda one: one.precision), _mean(counted, lambda one: one.recall)
    names = sorted({name for one in counted for name in one.usage})
    return Summary(
        tasks=len({one.task for one in results}),
        trials=len(counted),
        errors=errors,
        completion=proportion_interval([one.reward for one in counted], clusters_of(counted)),
        without_evidence=_without_evidence(counted),
        precision=precision,
        recall=recall,
        f1_of_means=harmonic_mean(precision, recall),
        mean_f1=_mean(counted, lambda one: one.f1),
        checkpoint=_mean(counted, lambda one: one.checkpoint_score),
        steps=_mean(counted, lambda one: one.steps),
        seconds=_mean(counted, lambda one: one.seconds),
        statuses={status: sum(one.status is status for one in results) for status in Status},
        usage={name: fmean(one.usage[name] for one in counted if name in one.usage) for name in names},
    )


def clusters_of(results: Iterable[Result]) -> list[str]:
    """The cluster of each result: its task's template, or the task itself where all share one template or have none."""
    results = list(results)
    templates = [one.template or one.task for one in results]
    return templates if len(set(templates)) > 1 else [one.task for one in results]


def harmonic_mean(first: float, second: float) -> float:
    """Harmonic mean of two shares; 0 where both are 0."""
    if math.isnan(first) or math.isnan(second):
        return math.nan
    return 2 * first * second / (first + second) if first + second else 0.0


def _without_evidence(results: Sequence[Result]) -> int | None:
    known = [one for one in results if one.status is Status.PASSED and one.sighting]
    passed = any(one.status is Status.PASSED for one in results)
    return sum(one.without_evidence for one in known) if known or not passed else None


def _mean(results: Sequence[Result], value: Callable[[Result], float]) -> float:
    return fmean(value(one) for one in results) if results else math.nan


def pass_powers(results: Iterable[Result], *, convention: ErrorConvention = ErrorConvention.EXCLUDED) -> list[float]:
    """pass^1, pass^2, … averaged over tasks, up to the smallest number of trials of any task.

    Args:
        results: of one agent.
        convention: what errors that are not the agent's fault count as.
    """
    passed: dict[str, list[bool]] = {}
    for one in results:
        if convention is ErrorConvention.FAILURES or not one.excused:
            passed.setdefault(one.task, []).append(one.status is Status.PASSED)
    if not passed:
        return []
    trials = min(len(each) for each in passed.values())
    return [fmean(pass_power(sum(each), len(each), k) for each in passed.values()) for k in range(1, trials + 1)]


ALL = "all"
SET_ORDER = ("basic", "advanced")


def sets_of(results: Iterable[Result]) -> list[str]:
    """The sets that occur, basic and advanced first, the rest by name."""
    names = {one.set for one in results if one.set}
    return [name for name in SET_ORDER if name in names] + sorted(names - set(SET_ORDER))


def categories_of(results: Iterable[Result]) -> list[tuple[str, str]]:
    """(set, category) pairs that occur, in the order of the sets, then by first appearance."""
    results = list(results)
    sets = [*sets_of(results), ""]
    pairs = list(dict.fromkeys((one.set, one.category) for one in results))
    return sorted(pairs, key=lambda pair: sets.index(pair[0]))
