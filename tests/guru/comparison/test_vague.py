"""Wishes: what laymen say, used where every reading leads to the same offers."""

from __future__ import annotations

import random
import re
from itertools import islice
from typing import Any

import pytest

from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Attribute, Product
from shopworld.goods.departments import default_departments
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


COUNTS = frozenset(("pack", "displays", "m2_slots", "bays", "channels"))
"""Of these a phrasing says how many: a pair, a trio, a spare."""


def on_sale(kind: str, attribute: str) -> set[float]:
    """The numbers that the goods of a kind have of an attribute."""
    data = default_departments().kinds.get(kind)
    if data is None:
        return set()
    found: list[Any] = []
    axis = data.attributes.get(attribute)
    if axis is not None:
        found += [axis.values] if isinstance(axis.values, list) else axis.values.values()
    found += [one.set[attribute] for one in data.series if attribute in one.set]
    return {
        float(one)
        for values in found
        for one in (values if isinstance(values, list) else [values])
        if isinstance(one, int | float) and not isinstance(one, bool)
    }


NUMBERED = [
    (kind, wish, number)
    for wish in wishes()
    for kind in wish.kinds
    for number, one in enumerate(wish.reads)
    if isinstance(one.value, float) and on_sale(kind, one.attribute)
]


def test_most_numbers_that_are_wished_for_are_looked_up() -> None:
    assert len(NUMBERED) >= 45


@pytest.mark.parametrize(
    ("kind", "wish", "number"), NUMBERED, ids=[f"{kind}-{wish.name}" for kind, wish, _ in NUMBERED]
)
def test_the_widest_reading_reaches_the_next_value_on_sale(kind: str, wish: SaidWish, number: int) -> None:
    """Else it never guards anything: a class that some count in has to keep a wish from being used."""
    narrow = wish.reads[number]
    sign = 1 if narrow.relation == "at_least" else -1
    values = sorted(sign * one for one in on_sale(kind, narrow.attribute))
    inside = [one for one in values if one >= sign * float(narrow.value)]  # type: ignore[arg-type]
    outside = [one for one in values if one not in inside]
    if wish.widest:
        assert not outside or sign * float(wish.widest[number].value) <= outside[-1]  # type: ignore[arg-type]
    else:
        assert narrow.attribute in COUNTS or len(inside) == 1 or not outside, "neither a count nor the extreme"


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


def loud(name: str, watts: float) -> Product:
    """A speaker of some output."""
    speaker = painted(name, "red")
    power = Attribute(name="output_power", value=watts, unit="W")
    return speaker.model_copy(update={"attributes": (power,)})


def test_what_pages_do_not_say_is_asked_for_only_with_the_word_that_pages_decide(make_market: MakeMarket) -> None:
    speakers = [loud("a", 160.0), loud("b", 160.0), loud("c", 160.0), loud("d", 20.0)]
    silent = offer_of(speakers[2], attributes=(), title="Acme C Speaker")
    market = make_market(speakers, [*(offer_of(one) for one in (speakers[0], speakers[1], speakers[3])), silent])
    wish = next(one for one in wishes_by_kind()["speaker"] if one.name.startswith("output_power"))
    constraints = _constraints(market, WishedThing("speaker", (wish,)), (wish,))
    assert market.settle(constraints) is None
    settlement = market.settle(constraints, stated=True)
    assert settlement is not None
    assert [one.id for one in settlement.answers] == ["one/a", "one/b"]
    ways = _ways(WishedThing("speaker", (wish,), stated=True), "all", random.Random(1))
    assert ways
    assert all(re.search(r"page|state this itself", one) for one in ways)


@pytest.mark.parametrize("colour", ["red", "white"])
def test_what_pictures_show_is_not_left_to_pages(make_market: MakeMarket, colour: str) -> None:
    """An offer that does not state its colour is drawn in one."""
    speakers = [painted("a", "red"), painted("b", "red"), painted("c", colour), painted("d", "white")]
    silent = offer_of(speakers[2], attributes=(), title="Acme C Speaker")
    market = make_market(speakers, [*(offer_of(one) for one in (speakers[0], speakers[1], speakers[3])), silent])
    wish = next(one for one in wishes_by_kind()["speaker"] if one.name == "colour equals red")
    assert market.settle(_constraints(market, WishedThing("speaker", (wish,)), (wish,)), stated=True) is None


def test_a_page_that_says_it_elsewhere_leaves_a_doubt(make_market: MakeMarket) -> None:
    speakers = [loud("a", 160.0), loud("b", 160.0), loud("c", 160.0), loud("d", 20.0)]
    hidden = offer_of(speakers[2], attributes=(), description_html="<p>It puts out 160 watts.</p>")
    market = make_market(speakers, [*(offer_of(one) for one in (speakers[0], speakers[1], speakers[3])), hidden])
    wish = next(one for one in wishes_by_kind()["speaker"] if one.name.startswith("output_power"))
    assert market.settle(_constraints(market, WishedThing("speaker", (wish,)), (wish,)), stated=True) is None


def test_the_largest_available_is_asked_of_series(market: Market) -> None:
    found = [one.text for one in series.largest(market, random.Random(1))]
    assert all("with the largest capacity available" in one for one in found)
