"""How far two who say yes or no agree: agreement, false accepts and rejects, Cohen's kappa, all with intervals.

Kappa is Cohen's (1960, "A coefficient of agreement for nominal scales"); its interval is the percentile interval of a
cluster bootstrap, since verdicts on tasks of one template are alike.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from shopworld.evaluation.measures.statistics import CONFIDENCE, RESAMPLES, Interval, proportion_interval

FEWEST_CLUSTERS = 5
"""Below that nothing is told of kappa's interval: draws from so few are too much alike."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two verdicts on the same thing.

    Attributes:
        judged: what is audited.
        reference: what it is compared with.
        cluster: what it belongs to.
    """

    judged: bool
    reference: bool
    cluster: Hashable


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far they agree.

    Attributes:
        count: number of pairs.
        agreement: share on which both say the same.
        false_accepts: of what the reference refuses, the share that is accepted.
        false_rejects: of what the reference accepts, the share that is refused.
        kappa: Cohen's; NaN where one of both always says the same, so that agreement by chance is certain.
        accepted_wrongly: number of false accepts.
        rejected_wrongly: number of false rejects.
    """

    count: int
    agreement: Interval
    false_accepts: Interval
    false_rejects: Interval
    kappa: Interval
    accepted_wrongly: int
    rejected_wrongly: int


def agree(pairs: Sequence[Pair], *, seed: int = 0) -> Agreement:
    """Compares.

    Args:
        pairs: the verdicts.
        seed: of the bootstrap.
    """
    refused = [one for one in pairs if not one.reference]
    accepted = [one for one in pairs if one.reference]
    return Agreement(
        len(pairs),
        _share([one.judged == one.reference for one in pairs], pairs),
        _share([one.judged for one in refused], refused),
        _share([not one.judged for one in accepted], accepted),
        kappa_interval(pairs, seed=seed),
        sum(one.judged for one in refused),
        sum(not one.judged for one in accepted),
    )


def cohens_kappa(both: float, only_judged: float, only_reference: float, neither: float) -> float:
    """Cohen's kappa of a table of two by two; NaN where chance alone would agree always."""
    total = both + only_judged + only_reference + neither
    if not total:
        return math.nan
    observed = (both + neither) / total
    judged, reference = (both + only_judged) / total, (both + only_reference) / total
    chance = judged * reference + (1 - judged) * (1 - reference)
    return math.nan if math.isclose(chance, 1.0) else (observed - chance) / (1 - chance)


def kappa_interval(pairs: Sequence[Pair], *, seed: int = 0, resamples: int = RESAMPLES) -> Interval:
    """Kappa with its 95 % interval, from five clusters on; draws in which it is not defined are left out.

    Args:
        pairs: the verdicts.
        seed: of the draws.
        resamples: number of draws.
    """
    number: dict[Hashable, int] = {}
    tables = np.zeros((len({one.cluster for one in pairs}), 4))
    for one in pairs:
        cell = 2 * (not one.judged) + (not one.reference)
        tables[number.setdefault(one.cluster, len(number)), cell] += 1
    value = cohens_kappa(*map(float, tables.sum(axis=0)))
    groups = len(number)
    if math.isnan(value) or groups < FEWEST_CLUSTERS:
        return Interval(value, math.nan, math.nan, len(pairs), groups)
    drawn = np.random.default_rng(seed).multinomial(groups, np.full(groups, 1 / groups), size=resamples) @ tables
    total = drawn.sum(axis=1)
    observed = (drawn[:, 0] + drawn[:, 3]) / total
    judged, reference = (drawn[:, 0] + drawn[:, 1]) / total, (drawn[:, 0] + drawn[:, 2]) / total
    chance = judged * reference + (1 - judged) * (1 - reference)
    known = ~np.isclose(chance, 1.0)
    kappas = (observed[known] - chance[known]) / (1 - chance[known])
    if not len(kappas):
        return Interval(value, math.nan, math.nan, len(pairs), groups)
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(kappas, [tail, 1 - tail])
    return Interval(value, float(low), float(high), len(pairs), groups)


def _share(values: Sequence[bool], pairs: Sequence[Pair]) -> Interval:
    return proportion_interval([float(one) for one in values], [one.cluster for one in pairs])
