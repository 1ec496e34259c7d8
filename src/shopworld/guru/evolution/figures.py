"""DeepShop's analysis of its queries: domains (Figure 3) and complexity over the rounds (Figure 4), as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median

from shopworld.catalog import DOMAINS
from shopworld.guru.evolution.suite import balanced
from shopworld.tasks import Evolution, Suite, Task

ASPECT_COUNTS = ("attributes", "filters", "sorts")
"""What Figure 4 counts, panel by panel."""


@dataclass(frozen=True, slots=True)
class DomainRow:
    """One domain of Figure 3: numbers of queries before any round.

    Attributes:
        domain: its name.
        seeds: seed queries.
        diverse: seeds and the queries that diversity evolution made.
        evolved: tasks of all rounds.
        balanced: tasks of the balanced split.
    """

    domain: str
    seeds: int
    diverse: int
    evolved: int
    balanced: int


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One iteration of Figure 4: means over all queries after so many rounds.

    Attributes:
        round: rounds of evolution.
        attributes, filters, sorts: requirements in a query; the thing itself counts as an attribute.
        words: length of the query.
        added: words that the round added.
        answers: median number of offers that answer the query.
    """

    round: int
    attributes: float
    filters: float
    sorts: float
    words: float
    added: float
    answers: float


@dataclass(frozen=True, slots=True)
class Levels:
    """The flat lines of one panel of Figure 4: means over all tasks of a part.

    Attributes:
        seed: seed queries.
        balanced: the balanced split.
        hard: its hard tasks.
    """

    seed: float
    balanced: float
    hard: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Both figures of a suite.

    Attributes:
        domains: rows of Figure 3.
        rounds: rows of Figure 4.
        levels: flat lines of Figure 4, by what is counted.
        topics: how often each kind of constraint was added, most frequent first.
    """

    domains: tuple[DomainRow, ...]
    rounds: tuple[RoundRow, ...]
    levels: dict[str, Levels]
    topics: dict[str, int]


def figures_of(suite: Suite) -> Figures | None:
    """The figures of a suite of evolved queries; None where it holds none."""
    evolved = _evolved(suite)
    if not evolved:
        return None
    split = _evolved(balanced(suite))
    hard = [(task, about) for task, about in split if task.difficulty == "hard"]
    seeds = [(task, about) for task, about in evolved if about.round == 0 and not about.parent]
    return Figures(
        domains=tuple(_domains(evolved, split)),
        rounds=tuple(_rounds(evolved)),
        levels={
            name: Levels(_mean(seeds or evolved, name), _mean(split, name), _mean(hard or split, name))
            for name in ASPECT_COUNTS
        },
        topics=_topics(evolved),
    )


_Pair = tuple[Task, Evolution]


def _evolved(suite: Suite) -> list[_Pair]:
    return [(task, task.evolution) for task in suite.tasks if task.evolution is not None]


def _mean(pairs: Sequence[_Pair], name: str) -> float:
    return float(mean(getattr(about, name) for _, about in pairs))


def _domains(evolved: Sequence[_Pair], split: Sequence[_Pair]) -> list[DomainRow]:
    start = [(task.category, about) for task, about in evolved if about.round == 0]
    seeds = Counter(domain for domain, about in start if not about.parent)
    diverse = Counter(domain for domain, _ in start)
    whole = Counter(task.category for task, _ in evolved)
    part = Counter(task.category for task, _ in split)
    return [DomainRow(one, seeds[one], diverse[one], whole[one], part[one]) for one in DOMAINS]


def _rounds(evolved: Sequence[_Pair]) -> list[RoundRow]:
    lengths = {(about.query, about.round): len(task.intent.split()) for task, about in evolved}
    rows = []
    for number in sorted({about.round for _, about in evolved}):
        group = [(task, about) for task, about in evolved if about.round == number]
        added = [
            lengths[about.query, number] - before
            for _, about in group
            if (before := lengths.get((about.query, number - 1))) is not None
        ]
        rows.append(
            RoundRow(
                round=number,
                attributes=_mean(group, "attributes"),
                filters=_mean(group, "filters"),
                sorts=_mean(group, "sorts"),
                words=mean(len(task.intent.split()) for task, _ in group),
                added=mean(added) if added else 0.0,
                answers=median(about.answers[-1] if about.answers else 0 for _, about in group),
            )
        )
    return rows


def _topics(evolved: Sequence[_Pair]) -> dict[str, int]:
    """Kinds of constraint over the longest task of each query, so that none counts twice."""
    longest: dict[str, Evolution] = {}
    for _, about in evolved:
        if about.query not in longest or longest[about.query].round < about.round:
            longest[about.query] = about
    return dict(
        Counter(step for one in longest.values() for each in one.steps for step in each.split("+")).most_common()
    )
