"""What the tool sandbox knows of an episode: a fold over its events."""

from __future__ import annotations

from dataclasses import dataclass, field

from shopworld.environments.tools.events import CallMissing, QuestionOutcome, ToolCalled, UserAsked
from shopworld.episode import Event, Fold


@dataclass(slots=True)
class ToolState:
    """One episode in the tool sandbox.

    Attributes:
        steps: taken so far, with or without a call.
        missing_in_a_row: steps without a call since the last call.
        turns_used: questions that counted.
        revealed: slots opened, in order.
        failures: calls with an error.
    """

    steps: int = 0
    missing_in_a_row: int = 0
    turns_used: int = 0
    revealed: list[str] = field(default_factory=list)
    failures: int = 0


def _apply(state: ToolState, event: Event) -> ToolState:
    match event.payload:
        case ToolCalled(error=error):
            state.steps += 1
            state.missing_in_a_row = 0
            state.failures += bool(error)
        case CallMissing():
            state.steps += 1
            state.missing_in_a_row += 1
        case UserAsked(reply=reply, slot=slot, counted=counted):
            state.turns_used += counted
            if reply is QuestionOutcome.REVEALED and slot is not None:
                state.revealed.append(slot)
        case _:
            pass
    return state


TOOL_STATE: Fold[ToolState] = Fold("tools", ToolState, _apply)
"""State of an episode in the tool sandbox; `episode.state(TOOL_STATE)`."""
