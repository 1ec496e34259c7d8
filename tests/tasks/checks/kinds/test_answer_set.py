"""Answers that name offers."""

from __future__ import annotations

from evidence_by_hand import HOSTS, ONE, as_answer

from shopworld.tasks import AnswerSet
from shopworld.tasks.evidence import EpisodeEvidence


def test_addresses_that_are_no_products_are_wrong_answers() -> None:
    answer = f"{as_answer([ONE])}###http://techtalk.example/cart/"
    result = AnswerSet(groups=((ONE,),)).grade(EpisodeEvidence(answer=answer), HOSTS)
    assert not result.passed
    assert (result.returned, result.right) == (2, 1)
    assert "not asked for: 'http://techtalk.example/cart/'" in result.reason
