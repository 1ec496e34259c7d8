"""What an agent did in the tool sandbox, read out of an episode's events."""

from __future__ import annotations

from collections.abc import Iterable

from shopworld.environments.tools.events import CallMissing, QuestionOutcome, ToolCalled, UserAsked
from shopworld.episode import Event
from shopworld.evaluation.records import ToolUse
from shopworld.tasks import Task
from shopworld.tasks.recommendation import ProductRecommended

ASK_USER = "ask_user"


def read_tool_use(task: Task, events: Iterable[Event]) -> ToolUse | None:
    """Counts calls, questions and the rest; None for a task that is not of the tool sandbox.

    Args:
        task: what was to be done.
        events: all of the episode, in order.
    """
    if task.environment != "tools":
        return None
    called: list[str] = []
    failed = refused = missing = questions = 0
    revealed: set[str | None] = set()
    product = ""
    for event in events:
        match event.payload:
            case ToolCalled() as tool:
                called.append(tool.name)
                failed += bool(tool.error)
                refused += len(tool.refused)
            case CallMissing():
                missing += 1
            case UserAsked(reply=reply, slot=slot, counted=counted):
                questions += counted
                if reply is QuestionOutcome.REVEALED:
                    revealed.add(slot)
            case ProductRecommended(product_id=product_id):
                product = product_id
            case _:
                pass
    return ToolUse(
        calls={name: called.count(name) for name in sorted(set(called))},
        failed=failed,
        refused=refused,
        missing=missing,
        questions=questions,
        revealed=len(revealed),
        first_question=_relative_position(called, ASK_USER),
        product=product,
    )


def _relative_position(called: list[str], name: str) -> float | None:
    """Where the first call of a tool stands among all calls: 0 at the start, 1 at the end; None where there is none."""
    if name not in called:
        return None
    return called.index(name) / max(1, len(called) - 1)
