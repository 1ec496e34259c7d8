"""Do agents do alike in a shop and in its twin? The paper's behavioural validation, from two run folders.

The same tasks are run by the same agents in the source and in the twin. Each agent gives a point (its success rates
here and there); where tasks have categories, each agent and category gives one too. The correlation of the points comes
with a bootstrap interval over tasks: a task is drawn with its trials in both shops.

Source: ShopGym, section 3.2 and Figure 6.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

import numpy as np
from pydantic import BaseModel, ConfigDict

from shopworld.errors import InputError, RunError
from shopworld.evaluation import CONFIDENCE, NOT_THE_AGENTS_FAULT, Result, RunFolder, Status, proportion_interval

_RESAMPLES = 2_000
_LEAST_POINTS = 3
_LEAST_DEFINED = 0.5
"""Share of the draws in which there must be a correlation, for an interval to be given."""
_DIGITS = 6
_MOST = 0.5
"""Share of a task's trials from which on it counts as passed."""

Array = np.ndarray[tuple[int], np.dtype[np.float64]]
Table = np.ndarray[tuple[int, int], np.dtype[np.float64]]


PUBLISHED = (("GPT-5 mini", 47.9), ("Gemini 3 Flash", 59.0), ("GPT-5", 62.5))
"""Success in percent on the paper's sandboxes: long-horizon tasks, BrowserGym, judged by a language model (section 4).
Of live shops and their twins it prints a plot (Figure 6) without numbers, and says that rates are similar."""


class Rate(BaseModel):
    """Share of trials that passed, with its 95 % interval."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: float
    low: float
    high: float
    trials: int


class AgentBehaviour(BaseModel):
    """One agent in both shops."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    agent: str
    source: Rate
    twin: Rate
    agreement: float
    """Share of tasks that come out alike: passed in most trials in both shops, or in neither."""


class CategoryBehaviour(BaseModel):
    """One agent in one category of tasks, in both shops."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    agent: str
    category: str
    tasks: int
    source: float
    twin: float


class Difference(BaseModel):
    """A task that an agent passes in most trials in one shop, and not in the other."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    agent: str
    task: str
    source: float
    twin: float


class Correlation(BaseModel):
    """How success rates in the twin follow those in the source."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    points: int
    pearson: float | None
    """None with fewer than three points, or where all are alike."""
    low: float | None
    """Ends of the 95 % interval of Pearson's correlation."""
    high: float | None
    spearman: float | None


class Behaviour(BaseModel):
    """Behavioural validation of a twin."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tasks: int
    """Tasks that both runs have results of."""
    left_out: int = 0
    """Tasks of one run only."""
    agents: tuple[AgentBehaviour, ...]
    by_agent: Correlation
    by_agent_and_category: Correlation
    categories: tuple[CategoryBehaviour, ...] = ()
    differences: tuple[Difference, ...] = ()


def compare_behaviour(source: Sequence[RunFolder], twin: Sequence[RunFolder], *, seed: int = 0) -> Behaviour:
    """Compares runs of the same tasks and agents in two shops.

    Args:
        source: runs in the source shop, such as one for each agent; each trial stands in one of them.
        twin: runs in its twin.
        seed: of the bootstrap.

    Raises:
        InputError: a folder is no run.
        RunError: the runs share no task, or no agent; or a trial stands in two of them.
    """
    for folder in (*source, *twin):
        if not folder.results_file.is_file():
            raise InputError("no run there, or none with results", file=folder.results_file)
    return behaviour_of(_all_results(source), _all_results(twin), seed=seed)


def _all_results(folders: Sequence[RunFolder]) -> list[Result]:
    found: dict[tuple[str, str, int], Result] = {}
    for folder in folders:
        for one in folder.results():
            key = (one.agent, one.task, one.trial)
            if key in found:
                raise RunError(
                    f"{folder.path}: {one.agent} tried {one.task} (trial {one.trial}) in another of these runs too",
                    hint="Give runs of different agents or tasks.",
                )
            found[key] = one
    return list(found.values())


def behaviour_of(source: Sequence[Result], twin: Sequence[Result], *, seed: int = 0) -> Behaviour:
    """The same from results. Tasks are paired by their ids; what is no fault of the agent drops out.

    Raises:
        RunError: nothing is shared.
    """
    here, there = _by_agent(source), _by_agent(twin)
    agents = sorted(set(here) & set(there))
    if not agents:
        raise RunError(
            f"the runs share no agent: {', '.join(sorted(here)) or 'none'} and {', '.join(sorted(there)) or 'none'}",
            hint="Run the same agents in both shops: shopworld run --agent …",
        )
    tasks = sorted(set.intersection(*(set(here[one]) & set(there[one]) for one in agents)))
    if not tasks:
        raise RunError("the runs share no task that all agents tried in both", hint="Give both runs the same suite.")
    categories = {one.task: one.category for one in source}
    rates = {agent: (_rates(here[agent], tasks), _rates(there[agent], tasks)) for agent in agents}
    groups = [np.ones(len(tasks))]
    names = sorted({categories.get(task, "") for task in tasks})
    by_category = [np.asarray([float(categories.get(task, "") == name) for task in tasks]) for name in names]
    tried = {one.task for one in (*source, *twin)}
    return Behaviour(
        tasks=len(tasks),
        left_out=len(tried) - len(tasks),
        agents=tuple(_agent(agent, here[agent], there[agent], tasks) for agent in agents),
        by_agent=_correlation(rates, groups, seed),
        by_agent_and_category=_correlation(rates, by_category, seed),
        categories=tuple(
            CategoryBehaviour(
                agent=agent,
                category=name,
                tasks=int(group.sum()),
                source=round(float((rates[agent][0] * group).sum() / group.sum()), _DIGITS),
                twin=round(float((rates[agent][1] * group).sum() / group.sum()), _DIGITS),
            )
            for name, group in zip(names, by_category, strict=True)
            for agent in agents
        ),
        differences=tuple(
            Difference(agent=agent, task=task, source=round(float(first), _DIGITS), twin=round(float(second), _DIGITS))
            for agent in agents
            for task, first, second in zip(tasks, *rates[agent], strict=True)
            if (first >= _MOST) != (second >= _MOST)
        ),
    )


def _by_agent(results: Iterable[Result]) -> dict[str, dict[str, list[float]]]:
    """Ones and zeros by agent and task."""
    found: dict[str, dict[str, list[float]]] = {}
    for one in results:
        if one.status not in NOT_THE_AGENTS_FAULT:
            passed = float(one.status is Status.PASSED)
            found.setdefault(one.agent, {}).setdefault(one.task, []).append(passed)
    return found


def _rates(trials: Mapping[str, list[float]], tasks: Sequence[str]) -> Array:
    return np.asarray([fmean(trials[task]) for task in tasks])


def _agent(
    agent: str, here: Mapping[str, list[float]], there: Mapping[str, list[float]], tasks: Sequence[str]
) -> AgentBehaviour:
    alike = [(fmean(here[task]) >= _MOST) == (fmean(there[task]) >= _MOST) for task in tasks]
    return AgentBehaviour(
        agent=agent, source=_rate(here, tasks), twin=_rate(there, tasks), agreement=round(fmean(alike), _DIGITS)
    )


def _rate(trials: Mapping[str, list[float]], tasks: Sequence[str]) -> Rate:
    values = [value for task in tasks for value in trials[task]]
    clusters = [task for task in tasks for _ in trials[task]]
    found = proportion_interval(values, clusters)
    return Rate(
        value=round(found.value, _DIGITS),
        low=round(found.low, _DIGITS),
        high=round(found.high, _DIGITS),
        trials=found.count,
    )


def _correlation(rates: Mapping[str, tuple[Array, Array]], groups: Sequence[Array], seed: int) -> Correlation:
    """Correlation over points: each agent's mean over the tasks of each group.

    Args:
        rates: each agent's success rates by task, here and there.
        groups: for each group, which tasks belong to it: ones and zeros.
        seed: of the bootstrap.
    """
    weights = np.ones((1, len(groups[0])))
    here, there = _points(rates, groups, weights)
    pearson = _pearson(here, there)[0]
    if math.isnan(pearson):
        return Correlation(points=here.shape[1], pearson=None, low=None, high=None, spearman=None)
    low, high = _interval(rates, groups, seed)
    return Correlation(
        points=here.shape[1],
        pearson=round(float(pearson), _DIGITS),
        low=low,
        high=high,
        spearman=_spearman(here[0], there[0]),
    )


def _points(rates: Mapping[str, tuple[Array, Array]], groups: Sequence[Array], weights: Table) -> tuple[Table, Table]:
    """The points of each draw: a row a draw, a column an agent and group; NaN where no task of the group was drawn."""
    columns: tuple[list[Array], list[Array]] = ([], [])
    for group in groups:
        drawn = weights * group
        total = drawn.sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            for agent in rates:
                for side, column in zip(rates[agent], columns, strict=True):
                    column.append(np.where(total > 0, (drawn @ side) / total, np.nan))
    return np.stack(columns[0], axis=1), np.stack(columns[1], axis=1)


def _pearson(here: Table, there: Table) -> Array:
    """Pearson's correlation of each row; NaN with too few points or without any spread."""
    both = ~(np.isnan(here) | np.isnan(there))
    count = both.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        first, second = (_centred(one, both, count) for one in (here, there))
        spread = np.sqrt((first**2).sum(axis=1) * (second**2).sum(axis=1))
        found = np.where(spread > 1e-12, (first * second).sum(axis=1) / spread, np.nan)
    kept: Array = np.where(count >= _LEAST_POINTS, np.clip(found, -1.0, 1.0), np.nan)
    return kept


def _centred(values: Table, both: np.ndarray[tuple[int, int], np.dtype[np.bool_]], count: Array) -> Table:
    known = np.where(both, values, 0.0)
    centred: Table = np.where(both, known - (known.sum(axis=1) / count)[:, None], 0.0)
    return centred


def _interval(
    rates: Mapping[str, tuple[Array, Array]], groups: Sequence[Array], seed: int
) -> tuple[float | None, float | None]:
    tasks = len(groups[0])
    if tasks < 2:
        return None, None
    random = np.random.default_rng(seed)
    drawn = random.multinomial(tasks, np.full(tasks, 1 / tasks), size=_RESAMPLES).astype(np.float64)
    found = _pearson(*_points(rates, groups, drawn))
    found = found[~np.isnan(found)]
    if len(found) < _LEAST_DEFINED * _RESAMPLES:
        return None, None
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(found, [tail, 1 - tail])
    return round(float(low), _DIGITS), round(float(high), _DIGITS)


def _spearman(here: Array, there: Array) -> float | None:
    from scipy.stats import rankdata  # scipy takes a while to load

    ranks = [rankdata(one)[None, :] for one in (here, there)]
    found = float(_pearson(ranks[0], ranks[1])[0])
    return None if math.isnan(found) else round(found, _DIGITS)
