"""Drafts of products that fail a requirement."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

from shopworld.episode import WORLD_START
from shopworld.guru.queries.requirement import AskedRequirement
from shopworld.guru.queries.vocabulary import vocabulary
from shopworld.guru.query_mall.draft import plain_draft
from shopworld.guru.query_mall.fulfilling import satisfy, violate
from shopworld.tasks import Condition, Relation


@pytest.mark.parametrize("days", [5800.0, 22704.0, 700_000.0])
@pytest.mark.parametrize("relation", ["at_most", "at_least"])
def test_ages_that_are_asked_for_can_be_missed_and_met_by_a_date(days: float, relation: Relation) -> None:
    kind = next(iter(vocabulary().kinds.values()))
    condition = Condition(field="age", relation=relation, value=days)
    for seed in range(40):
        draft = plain_draft(kind, Random(seed))
        satisfy(draft, condition, "")
        assert (draft.age <= days) == (relation == "at_most") or draft.age == days
        violate(draft, AskedRequirement("age", "filter", (condition,), "after 1965"))
        assert (draft.age > days) == (relation == "at_most")
        assert date.min < WORLD_START.date() - timedelta(days=draft.age)


def test_what_nothing_can_be_older_than_is_no_error() -> None:
    draft = plain_draft(next(iter(vocabulary().kinds.values())), Random(1))
    condition = Condition(field="age", relation="at_most", value=9e6)
    violate(draft, AskedRequirement("age", "filter", (condition,), "in the past 25000 years"))
    assert date.min <= WORLD_START.date() - timedelta(days=draft.age)
