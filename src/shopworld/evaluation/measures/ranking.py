"""Places of agents, no surer than the tests between them.

An agent's place lies between one more than the number of agents that are called better, and the number of all less
those that are called worse. Where no pair is called different wrongly (Holm's correction: in 95 % of all cases), every
true place lies in its range (after Mogstad, Romano, Shaikh and Wilhelm 2024, "Inference for ranks").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shopworld.evaluation.measures.comparison import Comparison
from shopworld.evaluation.measures.metrics import clusters_of
from shopworld.evaluation.measures.paired_interfaces import shared
from shopworld.evaluation.measures.statistics import Interval, proportion_interval
from shopworld.evaluation.records import Result


@dataclass(frozen=True, slots=True)
class Ranked:
    """One agent's place.

    Attributes:
        name: of the agent.
        completion: on the trials that all were tried on.
        place: by completion; those of equal completion share the better place.
        best: the best place that the comparisons leave open.
        worst: the worst one.
    """

    name: str
    completion: Interval
    place: int
    best: int
    worst: int


def ranking(groups: Sequence[tuple[str, Sequence[Result]]], pairs: Sequence[Comparison]) -> list[Ranked]:
    """Agents by completion, best first; none where there are fewer than two, or no trial that all of them played.

    Args:
        groups: each agent's name and results.
        pairs: comparisons of each two of them, corrected for their number.
    """
    counted = shared([results for _, results in groups])
    if len(groups) < 2 or not all(counted):
        return []
    reached = {
        name: proportion_interval([one.reward for one in results], clusters_of(results))
        for (name, _), results in zip(groups, counted, strict=True)
    }
    better = dict.fromkeys(reached, 0)
    worse = dict.fromkeys(reached, 0)
    for pair in pairs:
        if pair.first in reached and pair.second in reached and pair.distinguishable:
            first_leads = pair.difference.value > 0
            worse[pair.first if first_leads else pair.second] += 1
            better[pair.second if first_leads else pair.first] += 1
    ranked = [
        Ranked(
            name,
            value,
            1 + sum(other.value > value.value for other in reached.values()),
            1 + better[name],
            len(reached) - worse[name],
        )
        for name, value in reached.items()
    ]
    return sorted(ranked, key=lambda one: (one.place, one.name))
