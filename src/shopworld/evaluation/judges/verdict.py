"""From votes to a verdict: majorities, evidence and rules, all in code."""

from __future__ import annotations

from collections.abc import Callable

from shopworld.agents.model_usage import describe_usage
from shopworld.errors import ModelReplyError
from shopworld.evaluation.judges.case import JudgedTrial
from shopworld.evaluation.judges.judge import Answer, Judge, Vote
from shopworld.evaluation.judges.records import Criterion, Verdict
from shopworld.models import ChatRequest, EpisodeModel

OpenModel = Callable[[JudgedTrial], EpisodeModel]
"""Opens the judge's model for a case; not called where a rule decides without it."""


def judge_case(judge: Judge, case: JudgedTrial, model: str, open_model: OpenModel, votes: int = 1) -> Verdict:
    """Has a judge judge one trial.

    A yes counts only with evidence that is really there. With several votes each criterion goes by the majority, and a
    tie is a no. All criteria must be satisfied. Rules in code stand above the model.

    Args:
        judge: which one.
        case: the trial.
        model: `provider/model`.
        open_model: opens it.
        votes: how often it is asked.

    Returns:
        the verdict; without a decision where the model gave no answer that can be used.

    Raises:
        ModelFault, ModelError: the model cannot be reached or used; nothing is said of the trial.
    """
    hearing = judge.hear(case)
    result = case.result
    said = Verdict(
        judge=judge.name,
        model=model,
        agent=result.agent,
        task=result.task,
        trial=result.trial,
        attempt=result.attempt,
        asked=votes,
        rule=hearing.rule,
        saw=hearing.saw if hearing.question is not None else "",
        satisfied=hearing.decided,
    )
    if hearing.question is None:
        return said
    opened = open_model(case)

    def ask(request: ChatRequest, form: type[Answer], /) -> Answer:
        return opened.ask_as(request, form)[0]

    rounds: list[tuple[Vote, ...]] = []
    error = ""
    for _ in range(votes):
        try:
            rounds.append(hearing.question(ask))
        except ModelReplyError as problem:
            error = str(problem)
    criteria = _criteria(rounds)
    satisfied = hearing.decided if not rounds or hearing.decided is not None else all(one.satisfied for one in criteria)
    return said.model_copy(
        update={
            "criteria": criteria,
            "satisfied": satisfied,
            "error": error,
            "usage": {name: used for name, used in describe_usage(opened.spent).items() if used},
        }
    )


def _criteria(rounds: list[tuple[Vote, ...]]) -> tuple[Criterion, ...]:
    return tuple(_majority(votes) for votes in zip(*rounds, strict=True))


def _majority(votes: tuple[Vote, ...]) -> Criterion:
    yes = sum(vote.counts for vote in votes)
    satisfied = 2 * yes > len(votes)
    told = next(vote for vote in votes if vote.counts == satisfied)
    reason = told.reason
    if told.satisfied and not told.counts:
        reason = f"(no evidence that can be found) {reason}"
    return Criterion(
        id=told.id,
        type=told.type,
        source=told.source,
        satisfied=satisfied,
        votes=tuple(vote.counts for vote in votes),
        reason=reason,
        evidence=told.evidence,
    )
