"""What an attempt's end comes to: the result, from its events and from what went wrong."""

from __future__ import annotations

from typing import Any

from shopworld.tasks import Score, Task


def scores(score: Score) -> dict[str, Any]:
    """The fields of a result that a score gives."""
    return {name: getattr(score, name) for name in Score.model_fields}


NOTHING = Score(reward=0, state_reward=0, precision=0, recall=0, f1=0, checkpoint_score=0, checks=())
"""Where nothing was graded."""


def failed_score(task: Task) -> Score:
    """The score of an agent that raised or hung: nothing; no rubric and no aspect of a query is satisfied."""
    checks = (check.unplayed() for check in task.checks)
    return NOTHING.model_copy(update={"checks": tuple(one for one in checks if one is not None)})


LONGEST_LINE = 300


def one_line(error: BaseException) -> str:
    """An error as one line of readable length."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE - 1] + "…"
