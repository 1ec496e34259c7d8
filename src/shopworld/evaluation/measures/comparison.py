"""Two agents on the same tasks: paired difference, exact test, and a sentence that claims no more than they show."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from shopworld.evaluation.measures.correction import holm
from shopworld.evaluation.measures.metrics import clusters_of
from shopworld.evaluation.measures.statistics import CONFIDENCE, Interval, bootstrap_interval, mcnemar_exact
from shopworld.evaluation.records import Result, Status


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two agents on the tasks that both were tried on.

    Attributes:
        first: name of the one agent.
        second: name of the other.
        tasks: number of shared tasks.
        difference: mean over tasks of completion(first) - completion(second), cluster bootstrap.
        both: pairs that both passed.
        only_first: pairs that only the first passed.
        only_second: pairs that only the second passed.
        neither: pairs that none passed.
        p_value: of McNemar's exact test over the pairs.
        corrected: the p-value corrected for the number of comparisons that are made beside it (`corrected`); None
            where it stands alone.
    """

    first: str
    second: str
    tasks: int
    difference: Interval
    both: int
    only_first: int
    only_second: int
    neither: int
    p_value: float
    corrected: float | None = None

    @property
    def distinguishable(self) -> bool:
        """Whether interval and test both speak of a difference."""
        excludes_zero = self.difference.low > 0 or self.difference.high < 0
        p_value = self.p_value if self.corrected is None else self.corrected
        return excludes_zero and p_value < 1 - CONFIDENCE

    @property
    def sentence(self) -> str:
        """The result in words."""
        if not self.tasks:
            return f"{self.first} and {self.second} share no tasks."
        points = abs(self.difference.value) * 100
        if not self.distinguishable:
            return (
                f"{self.first} and {self.second} are not distinguishable on {self.tasks} tasks "
                f"(difference {self.difference.value * 100:+.1f} points)."
            )
        better, worse = (self.first, self.second) if self.difference.value > 0 else (self.second, self.first)
        return f"{better} completes {points:.1f} points more than {worse} on {self.tasks} tasks."


def compare(first: Sequence[Result], second: Sequence[Result], *, seed: int = 0) -> Comparison:
    """Compares two agents on the tasks they share; errors that are not the agent's fault drop out with their pair.

    Args:
        first: results of one agent.
        second: results of another agent; pairs are made by task, trial, and the hashes of checks and mall, so that a
            task that was changed between two runs is not taken for the same.
        seed: of the bootstrap.
    """
    pairs = pairs_of(first, second)
    passed = [(mine.status is Status.PASSED, theirs.status is Status.PASSED) for mine, theirs in pairs]
    only_first, only_second = passed.count((True, False)), passed.count((False, True))
    return Comparison(
        first=first[0].agent if first else "",
        second=second[0].agent if second else "",
        tasks=len({mine.task for mine, _ in pairs}),
        difference=paired_difference(pairs, lambda one: one.reward, seed=seed),
        both=passed.count((True, True)),
        only_first=only_first,
        only_second=only_second,
        neither=passed.count((False, False)),
        p_value=mcnemar_exact(only_first, only_second) if pairs else math.nan,
    )


def corrected(pairs: Sequence[Comparison]) -> list[Comparison]:
    """Comparisons that are made side by side, their p-values corrected for how many there are (Holm)."""
    values = holm([one.p_value for one in pairs])
    return [replace(one, corrected=value) for one, value in zip(pairs, values, strict=True)]


Pair = tuple[Result, Result]
"""What two agents came to in the same trial of the same task."""


def pairs_of(first: Sequence[Result], second: Sequence[Result]) -> list[Pair]:
    """The trials that both agents were tried on, without errors that are not an agent's fault, by task and trial."""
    other = {trial_of(one): one for one in second if not one.excused}
    return sorted(
        ((one, other[trial_of(one)]) for one in first if not one.excused and trial_of(one) in other),
        key=lambda pair: (pair[0].task, pair[0].trial),
    )


def paired_difference(pairs: Sequence[Pair], value: Callable[[Result], float], *, seed: int = 0) -> Interval:
    """Mean over tasks of value(first) - value(second), with a cluster bootstrap over templates.

    Args:
        pairs: from `pairs_of`.
        value: what is compared.
        seed: of the bootstrap.
    """
    differences: dict[str, list[float]] = {}
    cluster: dict[str, str] = {}
    for (mine, theirs), name in zip(pairs, clusters_of(mine for mine, _ in pairs), strict=True):
        differences.setdefault(mine.task, []).append(value(mine) - value(theirs))
        cluster[mine.task] = name
    means = [fmean(each) for each in differences.values()]
    return bootstrap_interval(means, list(cluster.values()), seed=seed)


def trial_of(result: Result) -> tuple[str, int, str, str]:
    """What two results must share to be compared: task, trial, checks and mall."""
    return result.task, result.trial, result.hashes.checks, result.hashes.mall
