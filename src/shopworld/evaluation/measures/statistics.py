"""Intervals and comparisons that know that tasks of one template are alike. Everything random is seeded.

- Means: cluster-robust standard error of a mean (CR1: the sandwich estimator with the factor G/(G-1) for G clusters),
  interval with Student's t on G-1 degrees of freedom.
- Proportions: Wilson's interval at the effective sample size n/deff, where deff is the cluster-robust variance over
  the binomial one, never below 1 (Dean and Pagano 2015, "Evaluating confidence interval methods for binomial
  proportions in clustered surveys"). It stays within 0 and 1, and says something where all trials passed or none.
- Pairs: cluster bootstrap of the mean difference, and McNemar's exact test on pairs that differ.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

CONFIDENCE = 0.95
RESAMPLES = 10_000


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its interval.

    Attributes:
        value: the estimate.
        low: lower end.
        high: upper end.
        count: number of observations.
        clusters: number of groups the interval counts as independent.
    """

    value: float
    low: float
    high: float
    count: int
    clusters: int


def cluster_standard_error(values: Sequence[float], clusters: Sequence[Hashable]) -> float:
    """Cluster-robust standard error of the mean; NaN with fewer than two clusters.

    Args:
        values: the observations.
        clusters: the cluster of each.
    """
    totals = _residual_totals(values, clusters)
    groups = len(totals)
    if groups < 2:
        return math.nan
    return math.sqrt(groups / (groups - 1) * float(np.sum(totals**2))) / len(values)


def proportion_interval(values: Sequence[float], clusters: Sequence[Hashable]) -> Interval:
    """Share of ones with its 95 % interval, within 0 and 1.

    Args:
        values: zeros and ones.
        clusters: the cluster of each; with a single one the observations count as independent, since nothing is known
            of how clusters differ.

    Raises:
        ValueError: a value is neither 0 nor 1.
    """
    if not values:
        return Interval(math.nan, math.nan, math.nan, 0, 0)
    if any(value not in (0, 1) for value in values):
        raise ValueError("a proportion takes zeros and ones")
    count, groups = len(values), len(set(clusters))
    share = float(np.mean(values))
    effective = float(count)
    if groups > 1 and 0.0 < share < 1.0:
        naive = share * (1.0 - share) / count
        effective = count / max(1.0, cluster_standard_error(values, clusters) ** 2 / naive)
    quantile = _t_quantile(groups if groups > 1 else count)
    low, high = _wilson(share, effective, quantile)
    return Interval(share, low, high, count, groups)


def _wilson(share: float, count: float, quantile: float) -> tuple[float, float]:
    square = quantile * quantile
    centre = (share + square / (2 * count)) / (1 + square / count)
    half = quantile / (1 + square / count) * math.sqrt(share * (1 - share) / count + square / (4 * count * count))
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def _t_quantile(groups: int) -> float:
    from scipy.special import stdtrit  # scipy takes a while to load, and worker processes never need it

    return float(stdtrit(max(1, groups - 1), (1 + CONFIDENCE) / 2))


def _residual_totals(
    values: Sequence[float], clusters: Sequence[Hashable]
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Sum of the residuals of each cluster, clusters in order of appearance."""
    if len(values) != len(clusters):
        raise ValueError(f"{len(values)} values and {len(clusters)} clusters")
    number: dict[Hashable, int] = {}
    positions = [number.setdefault(cluster, len(number)) for cluster in clusters]
    array = np.asarray(values, dtype=np.float64)
    totals = np.zeros(len(number))
    np.add.at(totals, positions, array - array.mean() if len(array) else array)
    return totals


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """Two-sided p-value of McNemar's exact test.

    Args:
        only_first: pairs in which only the first passed.
        only_second: pairs in which only the second passed.
    """
    if only_first + only_second == 0:
        return 1.0
    from scipy.stats import binomtest

    return float(binomtest(only_first, only_first + only_second, 0.5).pvalue)


def bootstrap_interval(
    values: Sequence[float], clusters: Sequence[Hashable], *, seed: int, resamples: int = RESAMPLES
) -> Interval:
    """Mean with the 95 % percentile interval of a cluster bootstrap: whole clusters are drawn with replacement.

    Args:
        values: the observations.
        clusters: the cluster of each; a single one gives the whole range of what is possible to know: nothing (NaN).
        seed: of the draws.
        resamples: number of draws.
    """
    if not values:
        return Interval(math.nan, math.nan, math.nan, 0, 0)
    number: dict[Hashable, int] = {}
    positions = np.asarray([number.setdefault(cluster, len(number)) for cluster in clusters])
    array = np.asarray(values, dtype=np.float64)
    groups = len(number)
    mean = float(array.mean())
    if groups < 2:
        return Interval(mean, math.nan, math.nan, len(values), groups)
    totals = np.bincount(positions, weights=array, minlength=groups)
    sizes = np.bincount(positions, minlength=groups).astype(np.float64)
    random = np.random.default_rng(seed)
    drawn = random.multinomial(groups, np.full(groups, 1 / groups), size=resamples)
    means = (drawn @ totals) / (drawn @ sizes)
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return Interval(mean, float(low), float(high), len(values), groups)


def pass_power(passed: int, trials: int, k: int) -> float:
    """pass^k of one task: the chance that k of its trials, drawn without replacement, all passed: C(c,k)/C(n,k).

    Args:
        passed: trials that passed, c.
        trials: all trials, n.
        k: how many must pass; 1 to n.

    Raises:
        ValueError: k is outside 1 to n.
    """
    if not 1 <= k <= trials:
        raise ValueError(f"k is {k}, expected 1 to {trials}")
    return math.comb(passed, k) / math.comb(trials, k)
