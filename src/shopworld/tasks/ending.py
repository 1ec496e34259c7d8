"""How an agent ended an episode, as its events tell."""

from __future__ import annotations

from collections.abc import Iterable

from shopworld.episode import Ending, Event
from shopworld.mall import AnswerSubmitted, MessageSent, ReportedInfeasible
from shopworld.tasks.recommendation import ProductRecommended


def ending_of(events: Iterable[Event]) -> Ending | None:
    """How an agent ended an episode itself; None where it did not. Limits and stops leave no event.

    Args:
        events: all of the episode, in order.
    """
    for event in events:
        match event.payload:
            case AnswerSubmitted() | ProductRecommended():
                return Ending.SUBMITTED
            case MessageSent(role="assistant"):
                return Ending.MESSAGE
            case ReportedInfeasible():
                return Ending.INFEASIBLE
    return None
