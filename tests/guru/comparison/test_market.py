"""Answers are taken where truth and pages leave no doubt, and only there."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog import classify_kind
from shopworld.catalog.model import Attribute, Offer, Variant, VariantOption
from shopworld.guru.comparison.families import checkout
from shopworld.guru.comparison.market import Market
from shopworld.guru.comparison.named import kind_is
from shopworld.guru.comparison.shelf import KindOffers, Listed, OfferReading
from shopworld.guru.facts import Facts, select
from shopworld.tasks import Constraint, OfferAddress
from tests.guru.conftest import MakeMarket, offer_of, ssd

LARGE = (kind_is("ssd"), Constraint(attribute="capacity", relation="at_least", value=1000.0, unit="GB"))
SWIFT, BRIEF, SMALL = ssd("swift"), ssd("brief", 2000.0), ssd("small", 250.0)


def ids(offers: tuple[Offer, ...]) -> list[str]:
    """Ids in order."""
    return [offer.id for offer in offers]


def test_offers_that_meet_the_requirements_are_the_answers(make_market: MakeMarket) -> None:
    market = make_market([SWIFT, BRIEF, SMALL], [offer_of(SWIFT), offer_of(BRIEF, "two"), offer_of(SMALL)])
    settled = market.settle(LARGE)
    assert settled is not None
    assert ids(settled.answers) == ["one/swift", "two/brief"]


def test_the_cheapest_are_taken_with_ties(make_market: MakeMarket) -> None:
    offers = [offer_of(SWIFT), offer_of(SWIFT, "two"), offer_of(BRIEF, "two", 9000)]
    settled = make_market([SWIFT, BRIEF], offers).settle(LARGE, "cheapest")
    assert settled is not None
    assert ids(settled.answers) == ["one/swift", "two/swift"]
    assert len(settled.fitting) == 3


@pytest.mark.parametrize(
    "odd",
    [
        {"attributes": ()},
        {"attributes": (Attribute(name="capacity", value=250.0, unit="GB"),)},
        {"condition": "refurbished"},
        {"stock": 0},
        {"price": None},
        {"bundle_of": ("swift", "small")},
        {"variants": (Variant(id="a", options=(VariantOption(name="Colour", value="Red"),), price=5000),)},
    ],
    ids=["does not say", "says otherwise", "refurbished", "sold out", "no price", "bundle", "variants"],
)
def test_an_offer_that_leaves_doubt_leaves_no_task(make_market: MakeMarket, odd: dict[str, Any]) -> None:
    market = make_market([SWIFT, BRIEF, SMALL], [offer_of(SWIFT, **odd), offer_of(BRIEF), offer_of(SMALL)])
    assert market.settle(LARGE) is None
    assert market.settle(LARGE, "cheapest") is None


def test_an_offer_that_says_more_than_is_true_leaves_no_task(make_market: MakeMarket) -> None:
    boast = offer_of(SMALL, attributes=SWIFT.attributes)
    assert make_market([SWIFT, SMALL], [offer_of(SWIFT), boast]).settle(LARGE) is None


def test_a_bundle_counts_as_each_thing_in_it(make_market: MakeMarket) -> None:
    case = ssd("case").model_copy(update={"kind": "case", "attributes": ()})
    offers = [offer_of(SWIFT), offer_of(BRIEF), offer_of(case, bundle_of=("case", "swift"))]
    assert make_market([SWIFT, BRIEF, case], offers).settle(LARGE) is None


def test_a_fact_that_the_buyer_chooses_is_open(make_market: MakeMarket) -> None:
    red, blue = ssd("red", colour="red"), ssd("blue", colour="blue")
    both = ssd("both").model_copy(
        update={"attributes": (Attribute(name="colour", value=("red", "blue")), *ssd("both").attributes)}
    )
    variants = tuple(
        Variant(id=one, options=(VariantOption(name="Colour", value=one.title()),), price=5000)
        for one in ("red", "blue")
    )
    not_red = (kind_is("ssd"), Constraint(attribute="colour", relation="not_equals", value="red"))
    offers = [offer_of(red), offer_of(blue)]
    assert make_market([red, blue], offers).settle(not_red) is not None
    assert make_market([red, blue, both], [*offers, offer_of(both, variants=variants)]).settle(not_red) is None


def test_a_value_that_is_part_of_another_leaves_no_task(make_market: MakeMarket) -> None:
    grey, space, black = ssd("a", colour="grey"), ssd("b", colour="space grey"), ssd("c", colour="black")
    market = make_market([grey, space, black], [offer_of(grey), offer_of(space), offer_of(black)])
    for colour, clear in (("grey", False), ("space grey", True), ("black", True)):
        wanted = (kind_is("ssd"), Constraint(attribute="colour", relation="equals", value=colour))
        assert (market.settle(wanted) is not None) is clear


def test_an_offer_that_does_not_tell_what_it_is_leaves_no_task(make_market: MakeMarket) -> None:
    offers = [offer_of(SWIFT), offer_of(BRIEF, title="Acme Brief 2 TB", categories=(("Storage",),))]
    market = make_market([SWIFT, BRIEF], offers)
    assert market.settle(LARGE) is None
    by_name = Constraint(attribute="title", relation="contains", value=("brief",))
    assert market.settle((kind_is("ssd"), by_name)) is not None


def test_an_offer_that_says_it_is_of_another_kind_leaves_no_task_even_by_name(make_market: MakeMarket) -> None:
    told = "Acme Swift 1 TB"  # the name of a series of laptops
    assert classify_kind(told) == "laptop"
    market = make_market([SWIFT, BRIEF], [offer_of(SWIFT, title=told), offer_of(BRIEF)])
    address = Constraint(attribute="address", relation="equals", value="one/swift")
    title = Constraint(attribute="title", relation="contains", value=("swift",))
    for name in (address, title):
        assert market.settle((kind_is("ssd"), name)) is None
    found = list(checkout(market, random.Random(1), lambda offer: offer.slug))
    assert [draft.start.slug for draft in found if draft.start is not None] == ["brief"]


def test_a_neighbour_of_another_kind_that_does_not_tell_so_leaves_no_task(make_market: MakeMarket) -> None:
    drive = SWIFT.model_copy(update={"id": "drive", "kind": "external_drive", "title": "Acme Portable 1 TB"})
    shelf = (("Storage",),)
    swift = offer_of(SWIFT, title="Acme Swift SSD 1 TB", categories=shelf)
    told = [swift, offer_of(BRIEF, title="Acme Brief SSD 2 TB", categories=shelf)]
    unclear = offer_of(drive, title="Acme Portable 1 TB", kind="external_drive", categories=shelf)
    assert make_market([SWIFT, BRIEF, drive], [*told, unclear]).settle(LARGE) is None
    elsewhere = unclear.model_copy(update={"categories": (("Toys",),)})
    assert make_market([SWIFT, BRIEF, drive], [*told, elsewhere]).settle(LARGE) is not None
    small = unclear.model_copy(update={"attributes": (Attribute(name="capacity", value=250.0, unit="GB"),)})
    assert make_market([SWIFT, BRIEF, drive], [*told, small]).settle(LARGE) is not None


def test_groups_need_an_attribute_that_all_state(make_market: MakeMarket) -> None:
    every = (kind_is("ssd"),)
    silent = offer_of(SMALL, attributes=())
    assert make_market([SWIFT, SMALL], [offer_of(SWIFT), silent]).settle(every, "cheapest_each", "capacity") is None
    settled = make_market([SWIFT, SMALL], [offer_of(SWIFT), offer_of(SMALL, "two")]).settle(
        every, "cheapest_each", "capacity"
    )
    assert settled is not None
    assert len(settled.answers) == 2


def test_near_misses_are_dearer_or_fail_one_requirement(make_market: MakeMarket) -> None:
    offers = [offer_of(SWIFT), offer_of(BRIEF, price=7000), offer_of(SMALL, price=100)]
    market = make_market([SWIFT, BRIEF, SMALL], offers)
    settled = market.settle(LARGE, "cheapest")
    assert settled is not None
    assert ids(market.near_misses(LARGE, settled)) == ["one/brief", "one/small"]


def test_nothing_fits_where_nothing_of_the_kind_is_sold(market: Market) -> None:
    assert market.settle((kind_is("submarine"),)) is None


COLOURS = st.none() | st.sampled_from(["red", "blue", "space grey"])
WANTED = st.one_of(
    st.builds(
        lambda relation, value: Constraint.model_validate(
            {"attribute": "capacity", "relation": relation, "value": value}
        ),
        st.sampled_from(["equals", "at_least", "at_most", "more_than", "less_than", "not_equals"]),
        st.sampled_from([1.0, 2.0, 3.0]),
    ),
    st.builds(
        lambda relation, value: Constraint.model_validate(
            {"attribute": "colour", "relation": relation, "value": value}
        ),
        st.sampled_from(["equals", "not_equals"]),
        st.sampled_from(["red", "blue"]),
    ),
    st.sampled_from(["largest", "smallest"]).map(
        lambda one: Constraint.model_validate({"attribute": "capacity", "relation": one})
    ),
)


@given(
    st.lists(st.tuples(st.none() | st.sampled_from([1.0, 2.0, 3.0]), COLOURS), max_size=9),
    st.lists(WANTED, min_size=1, max_size=3),
)
def test_a_shelf_selects_what_trying_one_by_one_selects(
    rows: list[tuple[float | None, str | None]], wanted: list[Constraint]
) -> None:
    listed = []
    for number, (capacity, colour) in enumerate(rows):
        attributes = {}
        if capacity is not None:
            attributes["capacity"] = Attribute(name="capacity", value=capacity)
        if colour is not None:
            attributes["colour"] = Attribute(name="colour", value=colour)
        one = Facts(OfferAddress(shop="one", slug=f"n{number}"), "", "", "", "ssd", 100, attributes)
        listed.append(Listed(offer_of(ssd(f"n{number}")), one, one, one))
    shelf = KindOffers(listed)
    for reading in OfferReading:
        numbers = shelf.select(reading, wanted)
        expected = select([one.truth for one in listed], wanted, unknown=reading is OfferReading.POSSIBLE)
        assert [listed[number].truth for number in numbers] == expected


def test_where_the_catalog_does_not_know_what_is_one_product_lookalikes_are_found(make_market: MakeMarket) -> None:
    rows = {
        "a": ("one", "Acme Swift 970 EVO SSD"),
        "b": ("two", "SSD Acme 970 EVO Swift, new"),
        "c": ("two", "Acme drive MZ7L3480 fast"),
        "d": ("one", "Storage MZ7L3480 of another look"),
        "e": ("two", "Something else SSD"),
    }
    products = [ssd(name).model_copy(update={"title": title}) for name, (_, title) in rows.items()]
    larger = ssd("f", 2000.0).model_copy(update={"title": "Acme Swift 970 EVO SSD"})
    offers = [offer_of(one, rows[one.id][0]) for one in products]
    market = make_market([*products, larger], [*offers, offer_of(larger, "two")])
    assert not market.knows_identity
    found = {one.id: [other.id for other in market.lookalikes(one)] for one in market.offers("ssd")}
    assert found["one/a"] == ["two/b"]
    assert found["one/d"] == ["two/c"]
    assert found["two/e"] == []
    assert found["two/f"] == []


def test_where_the_catalog_knows_what_is_one_product_nothing_else_is_taken_for_it(make_market: MakeMarket) -> None:
    like = BRIEF.model_copy(update={"title": SWIFT.title, "attributes": SWIFT.attributes})
    market = make_market([SWIFT, like], [offer_of(SWIFT), offer_of(SWIFT, "two"), offer_of(like)])
    assert market.knows_identity
    assert list(market.lookalikes(market.offers("ssd")[0])) == []
