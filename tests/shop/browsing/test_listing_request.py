"""Addresses of listings, read and written."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from corner_shop import make_specification
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.query import Sort
from shopworld.money import plain_short
from shopworld.shop.addressing import read_page
from shopworld.shop.browsing.listing_request import (
    LONGEST_TEXT,
    ListingRules,
    address_of,
    clean_text,
    read_cents,
)
from shopworld.shop.schemes import WOOCOMMERCE

RULES = ListingRules.of(make_specification().capabilities, WOOCOMMERCE)
names = st.sampled_from(
    [
        "brand",
        "price_min",
        "price_max",
        "price",
        "attribute.capacity",
        "attribute.colour",
        "rating",
        "orderby",
        "availability",
        "on_sale",
        "page",
        "s",
        "unknown",
    ]
)
values = st.text(max_size=20) | st.sampled_from(
    ["12.5", "4", "1", "in-stock", "price", "price-desc", "500 GB", "-5", "25-50"]
)


@given(st.lists(st.tuples(names, values), max_size=12), st.text(max_size=30))
def test_an_address_read_and_written_again_means_the_same(parameters: list[tuple[str, str]], text: str) -> None:
    request = RULES.read(parameters, text=clean_text(text))
    again = RULES.read(parse_qsl(urlsplit(address_of("/shop/", request)).query), text=request.text)
    assert again.fields() == request.fields()
    assert again.query("s", (), 8) == RULES.read(request.fields(), text=request.text).query("s", (), 8)


@given(st.lists(st.tuples(names, values), max_size=12))
def test_taking_every_filter_away_leaves_none(parameters: list[tuple[str, str]]) -> None:
    request = RULES.read(parameters)
    for name, chosen in request.values.items():
        for value in chosen:
            request = request.without(name, value)
    assert not request.without_price().is_filtered


@given(st.text())
def test_search_text_is_cleaned_once_and_for_all(text: str) -> None:
    cleaned = clean_text(text)
    assert clean_text(cleaned) == cleaned
    assert len(cleaned) <= LONGEST_TEXT
    assert "\x00" not in cleaned


@given(st.integers(0, 10**12))
def test_a_price_survives_its_address(cents: int) -> None:
    assert read_cents(plain_short(cents)) == cents


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("12", 1_200),
        ("12,50", 1_250),
        ("0", 0),
        ("-1", None),
        ("abc", None),
        ("", None),
        ("nan", None),
        ("inf", None),
        ("1e400", None),
        ("9" * 50, None),
    ],
)
def test_prices_are_read_as_people_type_them(text: str, cents: int | None) -> None:
    assert read_cents(text) == cents


@given(st.text())
def test_any_page_number_is_one(text: str) -> None:
    assert 1 <= read_page(text) <= 10_000


def test_filters_that_the_shop_does_not_have_are_passed_over() -> None:
    request = RULES.read([("seller", "me"), ("attribute.socket", "AM5"), ("colour", "red")])
    assert not request.is_filtered


def test_search_results_are_sorted_by_relevance_at_first() -> None:
    assert RULES.read([], text="mouse").sort is Sort.RELEVANCE
    assert RULES.read([]).sort is Sort.FEATURED
    assert RULES.read([("orderby", "title")]).sort is Sort.FEATURED
    assert RULES.read([("orderby", "price-desc")]).sort is Sort.PRICE_DESCENDING


def test_a_price_range_can_be_one_value() -> None:
    request = RULES.read([("price", "25-50")])
    assert (request.price_min, request.price_max) == (2_500, 5_000)
    assert RULES.read([("price", "-50")]).price_min is None
