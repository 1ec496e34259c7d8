"""Product pages that were shown."""

from __future__ import annotations

from evidence_by_hand import HOSTS, ONE, TWO

from shopworld.tasks import PageVisited
from shopworld.tasks.evidence import EpisodeEvidence


def test_pages_of_each_group_must_have_been_visited() -> None:
    check = PageVisited(groups=((ONE, TWO),))
    assert check.grade(EpisodeEvidence(viewed={TWO: None}), HOSTS).passed
    assert (
        check.grade(EpisodeEvidence(), HOSTS).reason == "not visited: techtalk /product/one/ or techtalk /product/two/"
    )
