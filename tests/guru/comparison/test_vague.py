"""Vague terms: a table of what laymen say, used where every reading leads to the same offers."""

from __future__ import annotations

import random

from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Product
from shopworld.guru.comparison import requirements
from shopworld.guru.comparison.market import Market
from shopworld.guru.comparison.requirements import _superlatives, _vague, _vague_requirements
from tests.guru.conftest import MakeMarket, offer_of, ssd


def test_the_table_holds_the_terms_that_webmall_asks_with() -> None:
    said = [one.text for one in _vague()]
    for term in ("mid-tier", "for gamers", "in bright colours"):
        assert [one for one in said if term in one], term
    assert {one.kind for one in _vague()} <= KINDS.keys()
    assert all("{brand}" in one for one in said)
    assert len(said) == len(set(said))


def test_the_largest_available_is_asked_of_series(market: Market) -> None:
    found = [text for _, text, _ in _superlatives(market, random.Random(1))]
    assert all("with the largest capacity available" in one for one in found)


def painted(name: str, colour: str) -> Product:
    return ssd(name, colour=colour).model_copy(update={"kind": "speaker", "title": f"Acme {name.title()} Speaker"})


def bright(market: Market) -> list[str]:
    """Answers to every requirement for bright colours."""
    return [
        offer.id
        for _, said, requirement in _vague_requirements(market, random.Random(1), "all")
        if "bright colours" in said
        for offer in requirement.settlement.answers
    ]


def test_a_term_is_used_where_both_readings_agree(make_market: MakeMarket) -> None:
    plain = [painted("a", "red"), painted("b", "pink"), painted("c", "black"), painted("d", "white")]
    assert set(bright(make_market(plain, [offer_of(one) for one in plain]))) == {"one/a", "one/b"}


def test_a_term_is_not_used_where_people_could_disagree(make_market: MakeMarket) -> None:
    doubtful = [painted("a", "red"), painted("b", "pink"), painted("c", "lavender"), painted("d", "white")]
    assert bright(make_market(doubtful, [offer_of(one) for one in doubtful])) == []


def test_the_widest_reading_holds_the_narrow_one() -> None:
    for one in requirements._vague():
        for narrow, wide in zip(one.constraints, one.widest, strict=False):
            assert narrow.attribute == wide.attribute
            if isinstance(narrow.value, tuple) and narrow.relation == "one_of":
                assert set(narrow.value) <= set(wide.value)  # type: ignore[arg-type]
            if isinstance(narrow.value, float) and isinstance(wide.value, float):
                assert (wide.value <= narrow.value) if narrow.relation == "at_least" else (wide.value >= narrow.value)
