"""Events outside the shops are written and read back."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from shopworld.episode import WORLD_START, Event, Payload
from shopworld.mall import AnswerSubmitted, MessageSent, ReportedInfeasible


@pytest.mark.parametrize(
    ("payload", "kind"),
    [
        (AnswerSubmitted(text="http://a/###"), "answer_submitted"),
        (MessageSent(role="assistant", text="Done"), "message_sent"),
        (ReportedInfeasible(reason="sold out"), "reported_infeasible"),
    ],
)
def test_an_event_is_read_back(payload: Payload, kind: str) -> None:
    event = Event(0, WORLD_START, None, payload)
    assert event.kind == kind
    assert Event.from_json(event.to_json()) == event


def test_only_agent_and_user_speak() -> None:
    with pytest.raises(ValidationError):
        MessageSent.model_validate({"role": "system", "text": "x"})
