"""What results in the tool sandbox say: EComAgentBench's metrics, by source, rubric type, intent and difficulty."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median

from shopworld.episode import Ending
from shopworld.evaluation.measures.metrics import clusters_of
from shopworld.evaluation.measures.statistics import Interval, proportion_interval
from shopworld.evaluation.records import Result, Status
from shopworld.tasks import RubricResult

INTENTS = (
    "product_search",
    "knowledge_reasoning",
    "rating_quality",
    "feature_combination",
    "negative_constraint",
    "use_case_scenario",
    "coupon_budget",
    "review_driven",
)
SOURCES = ("query", "persona", "clarification")
RUBRIC_TYPES = (
    "attribute_match",
    "numeric_range",
    "entity_match",
    "negative_attribute",
    "budget_match",
    "review_opinion",
)
DIFFICULTIES = ("0-1", "2", "3+")


def counted(results: Sequence[Result]) -> list[Result]:
    """The results that say something about the agent."""
    return [one for one in results if not one.excused]


def is_finished(result: Result) -> bool:
    """Whether the agent recommended a product."""
    return result.ending == Ending.SUBMITTED


def rubrics_of(result: Result) -> tuple[RubricResult, ...]:
    """All rubrics of a trial as they were graded."""
    return tuple(rubric for check in result.checks for rubric in check.rubrics)


def is_exact(result: Result) -> bool:
    """Whether the agent recommended the target itself."""
    return is_finished(result) and any(check.exact for check in result.checks)


@dataclass(frozen=True, slots=True)
class ToolSummary:
    """What a group of results says. Means of an empty group are NaN.

    Attributes:
        tasks: number of tasks.
        trials: number of counted results.
        accuracy: share of trials that recommended the target or a product that satisfies all rubrics.
        exact: share that recommended the target itself.
        other_correct: share that was right with another product than the target.
        satisfaction: share of all rubrics that the recommended products satisfy; of what did not finish, none is.
        finished: share of trials that recommended a product.
        calls: mean number of calls.
        median_calls: their median.
        seconds: mean wall time.
    """

    tasks: int
    trials: int
    accuracy: Interval
    exact: float
    other_correct: float
    satisfaction: Interval
    finished: float
    calls: float
    median_calls: float
    seconds: float


def summarise_tools(results: Sequence[Result]) -> ToolSummary:
    """Computes the metrics of a group of results, errors that are not the agent's fault left out.

    Args:
        results: of the tool sandbox, usually of one agent.
    """
    results = counted(results)
    calls = [one.tools.total if one.tools else 0 for one in results]
    exact = [is_exact(one) for one in results]
    return ToolSummary(
        tasks=len({one.task for one in results}),
        trials=len(results),
        accuracy=proportion_interval([one.reward for one in results], clusters_of(results)),
        exact=mean(exact),
        other_correct=mean(
            [one.status is Status.PASSED and not same for one, same in zip(results, exact, strict=True)]
        ),
        satisfaction=satisfaction(results),
        finished=mean([is_finished(one) for one in results]),
        calls=mean(calls),
        median_calls=median(calls) if calls else math.nan,
        seconds=mean([one.seconds for one in results]),
    )


def satisfaction(results: Sequence[Result], chosen: Callable[[RubricResult], bool] | None = None) -> Interval:
    """Share of rubrics that are satisfied, pooled over the results, with an interval clustered as everywhere.

    Args:
        results: whose rubrics.
        chosen: which rubrics count; all by default.
    """
    values: list[float] = []
    clusters: list[str] = []
    results = counted(results)
    for one, cluster in zip(results, clusters_of(results), strict=True):
        graded = [float(rubric.satisfied) for rubric in rubrics_of(one) if chosen is None or chosen(rubric)]
        values += graded
        clusters += [cluster] * len(graded)
    if len(set(values)) == 1:  # how much the clusters differ cannot be seen: each counts as one observation
        groups = sorted(set(clusters))
        return replace(proportion_interval(values[:1] * len(groups), groups), count=len(values))
    return proportion_interval(values, clusters)


def satisfaction_by(results: Sequence[Result], names: Sequence[str], field: str) -> dict[str, Interval]:
    """Satisfaction by source or type.

    Args:
        results: whose rubrics.
        names: values of the field, in order; those that no rubric has are left out.
        field: `source` or `type`.
    """
    by = {name: satisfaction(results, lambda one, name=name: str(getattr(one, field)) == name) for name in names}  # type: ignore[misc]
    return {name: interval for name, interval in by.items() if interval.count}


def satisfaction_by_wording(results: Sequence[Result]) -> dict[str, Interval]:
    """Satisfaction of the query's rubrics: those that it names, and those that it paraphrases."""
    by = {
        name: satisfaction(results, lambda one, implicit=implicit: one.source == "query" and one.implicit is implicit)  # type: ignore[misc]
        for name, implicit in (("named", False), ("paraphrased", True))
    }
    return {name: interval for name, interval in by.items() if interval.count}


def groups_by(results: Sequence[Result], field: str, order: Sequence[str] = ()) -> dict[str, list[Result]]:
    """Results by a field: first the values of `order`, then the others by first appearance; empty ones left out."""
    names = list(dict.fromkeys([*order, *(str(getattr(one, field)) for one in results)]))
    groups = {name: [one for one in results if str(getattr(one, field)) == name] for name in names}
    return {name: group for name, group in groups.items() if group and name}


@dataclass(frozen=True, slots=True)
class ToolStyle:
    """How an agent goes about it: means over trials.

    Attributes:
        calls: by tool.
        asked: share of trials in which the shopper was asked at all.
        first_question: where the first question stands among all calls, 0 at the start, 1 at the end; over trials that
            asked.
        revealed: slots opened.
        profile: share of trials in which the profile was read.
        failed: calls that were answered with an error.
    """

    calls: dict[str, float]
    asked: float
    first_question: float
    revealed: float
    profile: float
    failed: float


def style_of(results: Sequence[Result]) -> ToolStyle:
    """Reads the interaction style out of results."""
    uses = [one.tools for one in counted(results) if one.tools is not None]
    names = sorted({name for use in uses for name in use.calls})
    return ToolStyle(
        calls={name: mean([use.calls.get(name, 0) for use in uses]) for name in names},
        asked=mean([use.first_question is not None for use in uses]),
        first_question=mean([use.first_question for use in uses if use.first_question is not None]),
        revealed=mean([use.revealed for use in uses]),
        profile=mean(["get_user_profile" in use.calls for use in uses]),
        failed=mean([use.failed for use in uses]),
    )


@dataclass(frozen=True, slots=True)
class Failures:
    """Why trials failed.

    Attributes:
        trials: that did not pass.
        reasons: their number by reason, in order; each trial has one.
        types: missed rubrics by type, the most first, of trials that recommended a product of the catalog.
        sources: the same by source.
    """

    trials: int
    reasons: dict[str, int]
    types: dict[str, int]
    sources: dict[str, int]


REASONS = (
    "agent error",
    "no recommendation, cut off",
    "no recommendation, gave up",
    "unknown product",
    "one rubric missed",
    "two or three rubrics missed",
    "more rubrics missed",
)
_FEW = 3


def failures_of(results: Sequence[Result]) -> Failures:
    """Sorts the failed trials by what went wrong."""
    failed = [one for one in counted(results) if one.status is not Status.PASSED]
    reasons = Counter(_reason(one) for one in failed)
    missed = [
        rubric
        for one in failed
        if _reason(one).endswith("missed")
        for rubric in rubrics_of(one)
        if not rubric.satisfied
    ]
    return Failures(
        len(failed),
        {name: reasons[name] for name in REASONS if reasons[name]},
        dict(Counter(str(one.type) for one in missed).most_common()),
        dict(Counter(str(one.source) for one in missed).most_common()),
    )


def _reason(result: Result) -> str:
    if result.status is Status.AGENT_ERROR:
        return REASONS[0]
    if not is_finished(result):
        return REASONS[2] if result.tools and result.tools.missing >= 2 else REASONS[1]
    if any(rubric.reason == check.reason for check in result.checks for rubric in check.rubrics):
        return REASONS[3]  # there was no product to compare the rubric with
    missed = sum(not one.satisfied for one in rubrics_of(result))
    return REASONS[4] if missed <= 1 else REASONS[5] if missed <= _FEW else REASONS[6]


def mean(values: Sequence[float]) -> float:
    """Mean; NaN of nothing."""
    return fmean(values) if values else math.nan
