"""How small a difference a run of some size can show: power from variances between templates, tasks and trials.

Smallest difference: the multiple of Bloom (1995, "Minimum detectable effects") of the standard error of the mean paired
difference, with Student's t on one degree of freedom less than there are templates. Variances are means of squared
differences between pairs of values: of trials of one task, of tasks of one template, of different templates; no mean
has to be estimated for them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from shopworld.evaluation.measures.statistics import CONFIDENCE

POWER = 0.8
"""Chance that a difference of that size is found."""


@dataclass(frozen=True, slots=True)
class VarianceParts:
    """Where the variance of a value comes from.

    Attributes:
        templates: between templates.
        tasks: between tasks of one template.
        trials: between trials of one task.
    """

    templates: float
    tasks: float
    trials: float

    @property
    def total(self) -> float:
        """Variance of one value."""
        return self.templates + self.tasks + self.trials

    def scaled(self, total: float) -> VarianceParts:
        """The same shares of another variance."""
        if not self.total:
            return VarianceParts(0.0, 0.0, total)
        factor = total / self.total
        return VarianceParts(factor * self.templates, factor * self.tasks, factor * self.trials)


ASSUMED = VarianceParts(0.2, 0.3, 0.5)
"""Shares of the variance where no run tells them."""


def variance_parts(values: Sequence[tuple[Hashable, Hashable, float]]) -> VarianceParts | None:
    """Estimates the parts.

    Where each task was tried once, what tasks and trials add cannot be told apart: it counts as between tasks, so that
    more trials promise nothing that is not known.

    Args:
        values: template, task and value of each trial.

    Returns:
        None with fewer than two tasks.
    """
    if len({task for _, task, _ in values}) < 2:
        return None
    everywhere = _pairs(values, lambda _: None)
    in_template = _pairs(values, lambda one: one[0])
    in_task = _pairs(values, lambda one: (one[0], one[1]))
    trials = _mean(in_task)
    same_template = _mean(_without(in_template, in_task))
    apart = _mean(_without(everywhere, in_template))
    if same_template is None:  # each template has one task: they cannot be told apart, and templates are the clusters
        known = trials or 0.0
        return VarianceParts(max(0.0, (apart or 0.0) - known), 0.0, known)
    between_tasks = max(0.0, same_template - (trials or 0.0))
    between = max(0.0, apart - max(same_template, trials or 0.0)) if apart is not None else 0.0
    return VarianceParts(between, between_tasks, trials or 0.0)


Pairs = tuple[float, float]
"""Half the sum of squared differences over pairs of values, and the number of pairs."""


def _pairs(values: Iterable[tuple[Hashable, Hashable, float]], group: object) -> Pairs:
    sums: dict[Hashable, tuple[int, float, float]] = {}
    for one in values:
        key = group(one)  # type: ignore[operator]
        count, total, squares = sums.get(key, (0, 0.0, 0.0))
        sums[key] = (count + 1, total + one[2], squares + one[2] * one[2])
    half = sum(count * squares - total * total for count, total, squares in sums.values()) / 2
    return half, sum(count * (count - 1) / 2 for count, _, _ in sums.values())


def _without(pairs: Pairs, others: Pairs) -> Pairs:
    return pairs[0] - others[0], pairs[1] - others[1]


def _mean(pairs: Pairs) -> float | None:
    return max(0.0, pairs[0] / pairs[1]) if pairs[1] else None


def standard_error(parts: VarianceParts, templates: Mapping[str, int], trials: int) -> float:
    """Standard error of a mean over all trials of a run.

    Args:
        parts: of one value.
        templates: number of tasks of each.
        trials: of each task.
    """
    tasks = sum(templates.values())
    uneven = sum((count / tasks) ** 2 for count in templates.values())
    return math.sqrt(parts.templates * uneven + parts.tasks / tasks + parts.trials / (tasks * trials))


def smallest_difference(
    parts: VarianceParts, templates: Mapping[str, int], trials: int, *, pairs: int = 1, power: float = POWER
) -> float:
    """The difference of completion that is found with that power; 1 at most, and NaN with fewer than two templates.

    Args:
        parts: of the paired difference of one trial.
        templates: number of tasks of each.
        trials: of each task.
        pairs: of agents that are compared beside each other; each is tested as Holm's first step would be.
        power: chance to find it.
    """
    from scipy.special import stdtrit

    freedom = len(templates) - 1
    if freedom < 1:
        return math.nan
    error = (1 - CONFIDENCE) / pairs
    multiple = float(stdtrit(freedom, 1 - error / 2)) + float(stdtrit(freedom, power))
    return min(1.0, multiple * standard_error(parts, templates, trials))


def templates_of(tasks: Iterable[tuple[str, str]]) -> Counter[str]:
    """Number of tasks by template; where all share one, each task is a cluster, as in all statistics.

    Args:
        tasks: id and template of each.
    """
    listed = list(tasks)
    templates = Counter[str](template or task for task, template in listed)
    return templates if len(templates) > 1 else Counter[str](task for task, _ in listed)
