"""What the answer says."""

from __future__ import annotations

import pytest
from evidence_by_hand import HOSTS

from shopworld.tasks import AnswerText
from shopworld.tasks.evidence import EpisodeEvidence


@pytest.mark.parametrize(("answer", "passed"), [("$0.00", True), (" 0 ", True), ("1", False), (None, False)])
def test_a_text_answer_is_compared_after_normalisation(answer: str | None, passed: bool) -> None:
    assert AnswerText(accepted=("0", "nothing")).grade(EpisodeEvidence(answer=answer), HOSTS).passed is passed
