"""The conversation with the model: calls and their results, cut by rule where it gets too long."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from shopworld.environments.observation import Observation
from shopworld.models import ChatMessage, ToolCall

BLOCK = 10
"""Turns that are shortened at a time: the conversation's beginning then stays the same for as long, and is cached."""
SHORT = 300
"""Characters that stay of a result that is shortened."""
LONGEST_RESULT = 24_000
"""Characters of one result that are shown, however new it is."""
KEPT = ("ask_user", "get_user_profile")
"""Tools whose results are never shortened: what the shopper needs stands there, and nowhere else."""


@dataclass(frozen=True, slots=True)
class ConversationTurn:
    """One step.

    Attributes:
        text: what the model wrote.
        call: what it called; None where it called nothing.
        result: what came of it, as the model reads it.
        most: characters of the result that are shown.
    """

    text: str
    call: ToolCall | None
    result: str = ""
    most: int = LONGEST_RESULT

    @property
    def shown_result(self) -> str:
        """The result, cut where it is too long."""
        if len(self.result) <= self.most:
            return self.result
        return f"{self.result[: self.most]} … ({len(self.result) - self.most} characters are left out)"

    @property
    def size(self) -> int:
        """Characters it takes in the prompt, about."""
        return 40 + len(self.text) + len(self.shown_result) + (len(self.call.arguments) if self.call else 0)

    def messages(self) -> Iterator[ChatMessage]:
        """The turn as the model said and heard it."""
        said = (self.text,) if self.text else ()
        if self.call is None:
            yield ChatMessage("assistant", said or ("(nothing)",))
            yield ChatMessage("user", (self.shown_result,))
        else:
            yield ChatMessage("assistant", said, tool_calls=(self.call,))
            yield ChatMessage("tool", (self.shown_result,), tool_call_id=self.call.id)


def write_result(seen: Observation) -> str:
    """What became of a call, for the model: the result as JSON, the error as JSON, or both, a line each."""
    lines = [seen.tool_result] if seen.tool_result else []
    if seen.last_action_error:
        lines.append(json.dumps({"error": seen.last_action_error}, ensure_ascii=False))
    return "\n".join(lines) or "{}"


def cut_turns(turns: Sequence[ConversationTurn], limit: int) -> tuple[ConversationTurn, ...]:
    """Cuts the conversation to about that many characters.

    The oldest turns are cut first, ten at a time: results are shortened, then thoughts go; the last ten are left alone.
    Where that is too long all the same, each result gets its share. Calls and what the shopper said always stay.

    Args:
        turns: all, in order.
        limit: characters.
    """
    shown = list(turns)
    for shorten in (_short_result, _no_text):
        for end in range(BLOCK, len(shown) - BLOCK + 1, BLOCK):
            if _size(shown) <= limit:
                return tuple(shown)
            shown[end - BLOCK : end] = map(shorten, shown[end - BLOCK : end])
    if _size(shown) > limit:
        share = max(SHORT, limit // (2 * BLOCK))
        shown = [_short_result(turn, share) for turn in shown]
    return tuple(shown)


def _size(turns: Sequence[ConversationTurn]) -> int:
    return sum(turn.size for turn in turns)


def _short_result(turn: ConversationTurn, length: int = SHORT) -> ConversationTurn:
    if turn.call is not None and turn.call.name in KEPT:
        return turn
    return replace(turn, most=min(turn.most, length))


def _no_text(turn: ConversationTurn) -> ConversationTurn:
    return replace(turn, text="" if turn.call is not None else turn.text[:SHORT])
