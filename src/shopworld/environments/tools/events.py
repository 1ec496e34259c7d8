"""What happens in the tool sandbox, as event payloads. Every step records one `ToolCalled` or one `CallMissing`."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field

from shopworld.episode import Payload


class QuestionOutcome(StrEnum):
    """How the shopper took a question."""

    REVEALED = "revealed"
    """A slot was opened."""
    REPEATED = "repeated"
    """The slot had been opened before; the answer was given again."""
    SEVERAL_TOPICS = "several_topics"
    """The question touches several topics; the shopper asks for one at a time."""
    UNKNOWN_TOPIC = "unknown_topic"
    """The shopper has nothing to say on it."""
    REFUSED = "refused"
    """Empty, too long, or no turns are left."""


class ToolCalled(Payload, kind="tool_called"):
    """A tool was called, with or without success."""

    name: str
    """As the agent wrote it; perhaps no tool of ours."""
    arguments: dict[str, Any] = Field(default_factory=dict)
    """As the agent wrote them."""
    error: str = ""
    """Why the call failed; empty where it did not."""
    product_ids: tuple[str, ...] = ()
    """The products in the result, in order."""
    result_size: int = 0
    """Characters of the result as JSON."""
    refused: tuple[str, ...] = ()
    """Names of further tools called in the same step; they were not run."""


class CallMissing(Payload, kind="call_missing"):
    """A step brought no tool call."""

    reason: str
    """What was expected."""


class UserAsked(Payload, kind="user_asked"):
    """The shopper was asked something."""

    question: str
    reply: QuestionOutcome
    slot: str | None = None
    """Id of the slot that was opened or repeated."""
    response: str
    counted: bool
    """Whether it took one of the turns."""
