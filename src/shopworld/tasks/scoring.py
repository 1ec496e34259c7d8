"""Scoring an episode: completion, precision, recall, F1 and WebMall's checkpoint score, from its events alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field

from shopworld.catalog import Catalog
from shopworld.episode import Ending, Event
from shopworld.tasks.checks import Check, CheckResult
from shopworld.tasks.evidence import EVIDENCE, EpisodeEvidence
from shopworld.tasks.model import Task

ANSWER_WEIGHT = 0.8
"""Share of the answers in the checkpoint score; visits have the rest."""

_PASSING_ENDINGS = frozenset({Ending.SUBMITTED, Ending.MESSAGE})


class Score(BaseModel):
    """What the checks say of an episode."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reward: float = Field(ge=0.0, le=1.0)
    """Completion: 1 where all checks hold and the agent itself ended the episode with a result, else 0."""
    state_reward: float = Field(ge=0.0, le=1.0)
    """Completion by the checks alone, however the episode ended."""
    precision: float = Field(ge=0.0, le=1.0)
    recall: float = Field(ge=0.0, le=1.0)
    f1: float = Field(ge=0.0, le=1.0)
    checkpoint_score: float = Field(ge=0.0, le=1.0)
    """WebMall's: the answers weigh 0.8 together, the visits of their product pages (and carts) 0.2 together."""
    checks: tuple[CheckResult, ...]

    @property
    def passed(self) -> bool:
        """Whether the task was completed."""
        return self.reward == 1.0


def score(
    task: Task,
    events: Iterable[Event],
    *,
    ending: Ending | None,
    hosts: Mapping[str, str],
    catalog: Catalog | None = None,
) -> Score:
    """Scores an episode. Pure: events, ending and task give the score, nothing else is read.

    The reward is 1 where every check holds and the episode ended by a submission or a final message. A limit, a stop
    from outside and `report_infeasible` never pass; the state is scored all the same. Precision and recall are pooled
    over the checks on answers, carts and orders: right ones over returned ones, found groups over groups asked for.
    Nothing returned gives 0 for both.

    Args:
        task: with its checks.
        events: all of the episode, in order.
        ending: how it ended; None while it runs.
        hosts: host of each shop to its id, so that submitted addresses are compared by shop and path.
        catalog: what recommended products are compared with.

    Raises:
        TaskError: a recommendation is to be graded without a catalog.
    """
    evidence = EVIDENCE.over(events)
    results = tuple(check.grade(evidence, hosts, catalog) for check in task.checks)
    state_reward = float(all(result.passed for result in results))
    answers = [result for check, result in zip(task.checks, results, strict=True) if check.counts]
    precision = _share([(result.right, result.returned) for result in answers], none=state_reward)
    recall = _share([(result.found, result.expected) for result in answers], none=state_reward)
    return Score(
        reward=state_reward if ending in _PASSING_ENDINGS else 0.0,
        state_reward=state_reward,
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        checkpoint_score=_checkpoint_score(task.checks, recall, evidence),
        checks=results,
    )


def _share(pairs: Sequence[tuple[int, int]], *, none: float) -> float:
    """Sum of the first over sum of the second; `none` where there is no pair, 0 where the second sum is 0."""
    if not pairs:
        return none
    whole = sum(second for _, second in pairs)
    return sum(first for first, _ in pairs) / whole if whole else 0.0


def _checkpoint_score(checks: Sequence[Check], recall: float, evidence: EpisodeEvidence) -> float:
    """WebMall's checkpoint score: wrong answers cost nothing here, reaching the right pages counts.

    Each group asked for is one checkpoint among the visits (its product page was shown); for an order, having it in a
    cart is another.
    """
    visits = [made for check in checks for made in check.checkpoints(evidence)]
    if not visits:
        return recall
    return ANSWER_WEIGHT * recall + (1 - ANSWER_WEIGHT) * sum(visits) / len(visits)
