"""What a run would take and could show, before it is played: from runs of before, or from a rate that is given."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import fmean

from shopworld.errors import RunError, ShopworldError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.measures.comparison import pairs_of
from shopworld.evaluation.measures.metrics import clusters_of
from shopworld.evaluation.measures.paired_interfaces import has_price, has_tokens, tokens_of
from shopworld.evaluation.measures.power import (
    ASSUMED,
    POWER,
    VarianceParts,
    smallest_difference,
    templates_of,
    variance_parts,
)
from shopworld.evaluation.records import Result
from shopworld.tasks import Task

Measure = Callable[[Result], float]


@dataclass(frozen=True, slots=True)
class PastRun:
    """What an earlier run tells.

    Attributes:
        suite: its name.
        results: that say something about their agents.
    """

    suite: str
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class AgentForecast:
    """What one agent would take.

    Attributes:
        agent: its name.
        trials: that it would play.
        known: trials of earlier runs that this is told from.
        same_suite: whether they are of this suite.
        completion: share of them that passed; the given rate where there are none.
        margin: half the width of the 95 % interval that completion would have.
        minutes: of one worker; None where no trial is known.
        tokens: in and out; None where they are not known, or no language model was asked.
        usd: their price; None where it is not known.
    """

    agent: str
    trials: int
    known: int
    same_suite: bool
    completion: float
    margin: float
    minutes: float | None
    tokens: float | None
    usd: float | None


@dataclass(frozen=True, slots=True)
class PairForecast:
    """How small a difference between two agents would be found.

    Attributes:
        first: name of an agent.
        second: name of another.
        smallest: difference of completion; NaN where there are too few templates.
        known: pairs of trials of earlier runs that its variance is told from; 0: it is assumed.
    """

    first: str
    second: str
    smallest: float
    known: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a run would take and could show.

    Attributes:
        tasks: number of tasks.
        templates: number of templates, which count as independent.
        trials: of each task.
        workers: processes.
        power: chance that the smallest difference is found.
        agents: each of them.
        pairs: each two of them.
        assumed: shares of the variance between templates, between tasks and between trials where nothing is known.
    """

    tasks: int
    templates: int
    trials: int
    workers: int
    power: float
    agents: tuple[AgentForecast, ...]
    pairs: tuple[PairForecast, ...]
    assumed: VarianceParts

    @property
    def minutes(self) -> float | None:
        """Of all agents and workers together; None where one is not known."""
        each = [one.minutes for one in self.agents]
        return sum(one for one in each if one is not None) / self.workers if None not in each else None


def read_past(folders: Sequence[Path]) -> list[PastRun]:
    """Runs of before; folders without a run, or with one that cannot be read, are left out.

    Args:
        folders: run folders, or folders that hold some.
    """
    found = []
    for folder in folders:
        inside = sorted(folder.iterdir()) if folder.is_dir() and not (folder / "run.toml").is_file() else [folder]
        for one in inside:
            try:
                run = RunFolder(one)
                suite, results = run.provenance().suite, run.results()
            except (ShopworldError, OSError):
                continue
            found.append(PastRun(suite, tuple(each for each in results if not each.excused)))
    return found


def forecast(
    suite: str,
    tasks: Sequence[Task],
    agents: Sequence[str],
    *,
    trials: int,
    past: Sequence[PastRun] = (),
    rate: float = 0.5,
    power: float = POWER,
    workers: int = 1,
) -> Forecast:
    """Plans a run.

    Args:
        suite: its name.
        tasks: that would be played.
        agents: their names.
        trials: of each task.
        past: runs of before.
        rate: completion of agents of which nothing is known.
        power: chance that the smallest difference is found.
        workers: processes.

    Raises:
        RunError: rate or power lie outside 0 to 1.
    """
    for name, value in (("rate", rate), ("power", power)):
        if not 0.0 < value < 1.0:
            raise RunError(f"{name}: found {value}, expected more than 0 and less than 1")
    templates = templates_of((one.id, one.template) for one in tasks)
    own = {agent: _own(agent, suite, past) for agent in agents}
    assumed = _shares([results for results, same in own.values() if same]) or ASSUMED
    told = []
    for agent in agents:
        results, same = own[agent]
        completion = fmean(one.reward for one in results) if results else rate
        parts = (_parts(results) if same else None) or assumed.scaled(completion * (1 - completion))
        margin = smallest_difference(parts, templates, trials, power=0.5)  # the quantile of power is 0: an interval
        count = len(tasks) * trials
        told.append(
            AgentForecast(
                agent,
                count,
                len(results),
                same,
                completion,
                margin,
                _times(count / 60, results, lambda one: one.seconds, lambda _: True),
                _times(count, results, tokens_of, has_tokens),
                _times(count, results, lambda one: one.usage["usd"], has_price),
            )
        )
    number = math.comb(len(agents), 2)
    pairs = tuple(
        PairForecast(
            first.agent,
            second.agent,
            smallest_difference(parts, templates, trials, pairs=number, power=power),
            known,
        )
        for first, second in combinations(told, 2)
        for parts, known in (_difference_parts(first, second, suite, past, assumed),)
    )
    return Forecast(len(tasks), len(templates), trials, workers, power, tuple(told), pairs, assumed)


def _own(agent: str, suite: str, past: Sequence[PastRun]) -> tuple[list[Result], bool]:
    """An agent's earlier results, of this suite where there are some; and whether they are of this suite."""
    here = [one for run in past if run.suite == suite for one in run.results if one.agent == agent]
    if here:
        return here, True
    return [one for run in past for one in run.results if one.agent == agent], False


def _parts(results: Sequence[Result]) -> VarianceParts | None:
    clusters = clusters_of(results)
    return variance_parts([(cluster, one.task, one.reward) for one, cluster in zip(results, clusters, strict=True)])


def _shares(groups: Sequence[Sequence[Result]]) -> VarianceParts | None:
    """Mean shares of the variance over agents that neither passed nor failed everywhere."""
    known = [parts.scaled(1.0) for results in groups if (parts := _parts(results)) is not None and parts.total]
    if not known:
        return None
    return VarianceParts(
        fmean(one.templates for one in known), fmean(one.tasks for one in known), fmean(one.trials for one in known)
    )


def _difference_parts(
    first: AgentForecast, second: AgentForecast, suite: str, past: Sequence[PastRun], assumed: VarianceParts
) -> tuple[VarianceParts, int]:
    """Variance of the difference in one trial: from trials that both played, else as of two that have no task in common
    that is hard for both; the latter is never too small where hard tasks are hard for both."""
    here = [one for run in past if run.suite == suite for one in run.results]
    pairs = pairs_of(*([one for one in here if one.agent == agent] for agent in (first.agent, second.agent)))
    clusters = clusters_of([one for one, _ in pairs])
    values = [
        (cluster, one.task, one.reward - other.reward) for (one, other), cluster in zip(pairs, clusters, strict=True)
    ]
    if (parts := variance_parts(values)) is not None and parts.total:
        return parts, len(pairs)
    total = sum(one.completion * (1 - one.completion) for one in (first, second))
    return assumed.scaled(total), 0


def _times(count: float, results: Sequence[Result], value: Measure, is_known: Callable[[Result], bool]) -> float | None:
    known = [value(one) for one in results if is_known(one)]
    return count * fmean(known) if known else None
