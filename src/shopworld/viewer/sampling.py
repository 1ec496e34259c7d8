"""Which trials people judge, and what of them: samples as DeepShop and EComAgentBench drew theirs."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum

from shopworld.errors import RunError
from shopworld.evaluation import Result, Status
from shopworld.evaluation.judges import WHOLE, clean_labeller, read_verdicts
from shopworld.evaluation.report import ReadRun
from shopworld.tasks import Recommendation, Task, rubric_in_words
from shopworld.tasks.checks import ASPECTS
from shopworld.viewer.collection import RunCollection

COUNT = 50
"""Trajectories that DeepShop's people judged (A.2)."""


class SampleKind(StrEnum):
    """How trials are chosen."""

    TRAJECTORIES = "trajectories"
    """At random, as many of each agent (DeepShop, A.2)."""
    ACCEPTED = "accepted"
    """Every trial that code or a judge accepted with another product than the target (EComAgentBench, D.4)."""
    ALL = "all"
    """All of them."""


@dataclass(frozen=True, slots=True)
class LabelQuestion:
    """One criterion that a person judges.

    Attributes:
        criterion: its id: the whole task, an aspect, or a rubric.
        text: what is asked.
    """

    criterion: str
    text: str


@dataclass(frozen=True, slots=True)
class SampledTrial:
    """One trial that is judged, and what is asked of it."""

    run: ReadRun
    result: Result
    task: Task
    questions: tuple[LabelQuestion, ...]


def sample(
    collection: RunCollection, kind: SampleKind, *, labeller: str, count: int = COUNT, seed: int = 0
) -> list[SampledTrial]:
    """Chooses trials. Everybody gets the same ones, each in an order of their own.

    Args:
        collection: the runs.
        kind: how they are chosen.
        labeller: who judges.
        count: how many at most; of `trajectories` alone.
        seed: of the choice.

    Raises:
        RunError: there is none, or no suite of the runs is at home as it was played.
        InputError: the labeller's name cannot be shown.
    """
    order = random.Random(f"{seed}/{clean_labeller(labeller)}")
    known = [
        (run, one, task)
        for run in collection.runs()
        for one in run.results
        if not one.excused and (task := collection.task(run, one.task, one.hashes.checks)) is not None
    ]
    if not known:
        raise RunError(
            "there is no trial whose task is at home as it was played",
            hint="People judge by the task's own words: import or make its suite first.",
        )
    if kind is SampleKind.ACCEPTED:
        known = _accepted(known)
        if not known:
            raise RunError("no trial was accepted with another product than the target")
    if kind is SampleKind.TRAJECTORIES:
        known = _evenly(known, count, random.Random(f"{seed}/sample"))
    order.shuffle(known)
    return [SampledTrial(run, one, task, tuple(_questions(task))) for run, one, task in known]


_Known = tuple[ReadRun, Result, Task]


def _accepted(known: list[_Known]) -> list[_Known]:
    judged = {
        (run.path, verdict.trial_key)
        for run in {one.path: one for one, _, _ in known}.values()
        for verdict in read_verdicts(run.path)
        if verdict.satisfied
    }
    return [
        (run, one, task)
        for run, one, task in known
        if task.checks_of(Recommendation)
        and not any(check.exact for check in one.checks)
        and (one.status is Status.PASSED or (run.path, one.key) in judged)
    ]


def _evenly(known: list[_Known], count: int, draw: random.Random) -> list[_Known]:
    """As many of each agent, as long as there are some."""
    by_agent: dict[str, list[_Known]] = {}
    for one in known:
        by_agent.setdefault(one[1].agent, []).append(one)
    for trials in by_agent.values():
        draw.shuffle(trials)
    chosen: list[_Known] = []
    while len(chosen) < count and any(by_agent.values()):
        for trials in by_agent.values():
            if trials and len(chosen) < count:
                chosen.append(trials.pop())
    return chosen


def _questions(task: Task) -> list[LabelQuestion]:
    """The parts first, the whole last: who has looked at all parts judges the whole better."""
    asked = []
    if task.evolution is not None:
        asked += [
            LabelQuestion(aspect, f"{aspect.capitalize()}: {words}")
            for aspect in ASPECTS
            if (words := getattr(task.evolution, aspect))
        ]
    for check in task.checks_of(Recommendation):
        asked += [LabelQuestion(rubric.id, rubric_in_words(rubric)) for rubric in check.rubrics]
    return [*asked, LabelQuestion(WHOLE, "The task as a whole was done")]
