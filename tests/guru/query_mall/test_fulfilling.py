"""Drafts of products that fail a requirement."""

from __future__ import annotations

from random import Random

from shopworld.guru.queries.requirement import AskedRequirement
from shopworld.guru.queries.vocabulary import vocabulary
from shopworld.guru.query_mall.draft import plain_draft
from shopworld.guru.query_mall.fulfilling import violate
from shopworld.tasks import Condition

_SINCE_1970 = 20_400
"""Days; the index orders offers by how long they have been for sale, counted from 1970."""


def test_what_is_older_than_asked_for_is_no_older_than_the_index_can_say() -> None:
    kind = next(iter(vocabulary().kinds.values()))
    asked = AskedRequirement("age", "filter", (Condition(field="age", relation="at_most", value=5800.0),), "after 2010")
    for seed in range(40):
        draft = plain_draft(kind, Random(seed))
        violate(draft, asked)
        assert 5800 < draft.age < _SINCE_1970
