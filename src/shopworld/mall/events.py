"""What happens in an episode outside the shops: the answer, and what the agent says to the user."""

from __future__ import annotations

from typing import Literal

from shopworld.episode import Payload


class AnswerSubmitted(Payload, kind="answer_submitted"):
    """A final result was submitted on the solution page."""

    text: str
    """As entered."""


class MessageSent(Payload, kind="message_sent"):
    """A message between agent and user (`send_msg_to_user`)."""

    role: Literal["user", "assistant"]
    text: str


class ReportedInfeasible(Payload, kind="reported_infeasible"):
    """The agent said that the task cannot be done (`report_infeasible`)."""

    reason: str
