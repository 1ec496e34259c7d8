"""Wishes: what laymen say, used where every reading leads to the same offers."""

from __future__ import annotations

import random
import re
from itertools import islice
from typing import Any

import pytest

from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Product
from shopworld.guru.comparison import series
from shopworld.guru.comparison.market import Market
from shopworld.guru.comparison.vague import WishedThing, _asked, _constraints, _ways
from shopworld.guru.comparison.wish import SaidWish, wishes, wishes_by_kind
from tests.guru.conftest import MakeMarket, offer_of, ssd

DIGITS_OR_NUMBERS = re.compile(r"\d|\b(two|four|five|six|eight|ten|twenty)\b")


def said(wish: SaidWish) -> tuple[str, ...]:
    return (*wish.says, *wish.asks)


def test_there_are_hundreds_of_phrasings_over_all_departments() -> None:
    texts = [text for wish in wishes() for text in said(wish)]
    assert len(texts) >= 500
    assert len(texts) == len(set(texts)) + 1, "one phrasing may be said of two kinds of leather"
    departments = {KINDS[kind].department for kind in wishes_by_kind()}
    assert len(wishes_by_kind()) >= 55
    assert departments == {"PC Components", "PC Peripherals", "Other Electronics"}


@pytest.mark.parametrize("wish", wishes(), ids=lambda one: f"{one.kinds[0]}-{one.name}"[:60])
def test_a_phrasing_does_not_say_its_key(wish: SaidWish) -> None:
    assert set(wish.kinds) <= KINDS.keys()
    assert wish.reason.endswith(".")
    for text in said(wish):
        assert not re.search(r"\d", text), text
        assert not text.endswith(".")
        words = set(re.findall(r"[a-z0-9]+", text.lower()))
        for constraint in wish.reads:
            values = constraint.value if isinstance(constraint.value, tuple) else (constraint.value,)
            texts = [set(re.findall(r"[a-z0-9]+", one.lower())) for one in values if isinstance(one, str)]
            if texts and constraint.relation != "not_equals":
                assert not all(one <= words for one in texts), (text, values)


@pytest.mark.parametrize("wish", wishes(), ids=lambda one: f"{one.kinds[0]}-{one.name}"[:60])
def test_the_widest_reading_holds_the_narrow_one(wish: SaidWish) -> None:
    for narrow, wide in zip(wish.reads, wish.widest, strict=False):
        assert narrow.attribute == wide.attribute
        if wide.relation == "one_of":
            own = narrow.value if isinstance(narrow.value, tuple) else (narrow.value,)
            assert set(own) <= set(wide.value)  # type: ignore[arg-type]
        if isinstance(narrow.value, float) and isinstance(wide.value, float):
            assert (wide.value <= narrow.value) if narrow.relation == "at_least" else (wide.value >= narrow.value)


def painted(name: str, colour: str, **facts: Any) -> Product:
    return ssd(name, colour=colour, **facts).model_copy(
        update={"kind": "speaker", "title": f"Acme {name.title()} Speaker"}
    )


def bright(market: Market) -> list[str]:
    """Answers to every requirement for bright colours alone."""
    found = islice(_asked(market, random.Random(1), "all", branded=False), 40)
    return [
        offer.id
        for asked, requirement in found
        if [one.asks for one in asked.wishes] == [("in bright colours",)] and not asked.budget
        for offer in requirement.settlement.answers
    ]


def test_a_wish_is_used_where_both_readings_agree(make_market: MakeMarket) -> None:
    plain = [painted("a", "red"), painted("b", "pink"), painted("c", "black"), painted("d", "white")]
    assert set(bright(make_market(plain, [offer_of(one) for one in plain]))) == {"one/a", "one/b"}


def test_a_wish_is_not_used_where_people_could_disagree(make_market: MakeMarket) -> None:
    doubtful = [painted("a", "red"), painted("b", "pink"), painted("c", "lavender"), painted("d", "white")]
    assert bright(make_market(doubtful, [offer_of(one) for one in doubtful])) == []


@pytest.mark.parametrize("objective", ["all", "cheapest"])
def test_every_wish_of_a_task_leaves_something_out(market: Market, objective: str) -> None:
    found = list(islice(_asked(market, random.Random(3), objective, branded=False), 25))
    assert len(found) >= 10
    for asked, requirement in found:
        assert 1 <= len(asked.wishes) <= 3
        fitting = len(market.meeting(requirement.constraints))
        for wish in asked.wishes:
            rest = [one for one in asked.wishes if one is not wish]
            assert len(market.meeting(_constraints(market, asked, rest))) > fitting


def test_what_pages_do_not_say_is_asked_for_only_with_the_word_that_pages_decide(make_market: MakeMarket) -> None:
    red = [painted("a", "red"), painted("b", "red"), painted("c", "red"), painted("d", "white")]
    silent = offer_of(red[2], attributes=(), title="Acme C Speaker")
    market = make_market(red, [*(offer_of(one) for one in (red[0], red[1], red[3])), silent])
    wish = next(one for one in wishes_by_kind()["speaker"] if one.name == "colour equals red")
    constraints = _constraints(market, WishedThing("speaker", (wish,)), (wish,))
    assert market.settle(constraints) is None
    settlement = market.settle(constraints, stated=True)
    assert settlement is not None
    assert [one.id for one in settlement.answers] == ["one/a", "one/b"]
    ways = _ways(WishedThing("speaker", (wish,), stated=True), "all", random.Random(1))
    assert ways
    assert all(re.search(r"page|state this itself", one) for one in ways)


def test_a_page_that_says_it_elsewhere_leaves_a_doubt(make_market: MakeMarket) -> None:
    red = [painted("a", "red"), painted("b", "red"), painted("c", "red"), painted("d", "white")]
    hidden = offer_of(red[2], attributes=(), description_html="<p>Comes in red.</p>")
    market = make_market(red, [*(offer_of(one) for one in (red[0], red[1], red[3])), hidden])
    wish = next(one for one in wishes_by_kind()["speaker"] if one.name == "colour equals red")
    assert market.settle(_constraints(market, WishedThing("speaker", (wish,)), (wish,)), stated=True) is None


def test_the_largest_available_is_asked_of_series(market: Market) -> None:
    found = [one.text for one in series.largest(market, random.Random(1))]
    assert all("with the largest capacity available" in one for one in found)
