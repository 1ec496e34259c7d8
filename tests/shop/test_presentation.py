"""Offers as a shop prints them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from corner_shop import make_specification
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog import Catalog
from shopworld.catalog.model import Offer, Variant, VariantOption
from shopworld.shop.presentation import (
    LARGEST_QUANTITY,
    Presentation,
    badges,
    date_text,
    gallery,
    largest_quantity,
    stock_text,
)


def presentation(**identity: Any) -> Presentation:
    return Presentation(make_specification(**identity).identity)


def offer(**changes: object) -> Offer:
    values = {
        "id": "corner/1",
        "shop_id": "corner",
        "number": 1,
        "product_id": "p",
        "slug": "s",
        "title": "T",
        "price": 1_000,
    }
    return Offer.model_validate({**values, **changes})


@pytest.mark.parametrize(
    ("cents", "english", "german"),
    [
        (0, "€0.00", "0,00 €"),
        (5, "€0.05", "0,05 €"),
        (129_900, "€1,299.00", "1.299,00 €"),
        (123_456_789, "€1,234,567.89", "1.234.567,89 €"),
        (-450, "-€4.50", "-4,50 €"),
    ],
)
def test_prices_are_written_in_the_shops_way(cents: int, english: str, german: str) -> None:
    assert presentation().money(cents) == english
    assert presentation(decimal_mark=",", price_format="{amount} {symbol}").money(cents) == german


@given(st.integers(0, 10**11))
def test_no_cent_is_lost_in_writing(cents: int) -> None:
    text = presentation().money(cents)
    assert int(text.lstrip("€").replace(",", "").replace(".", "")) == cents


def test_a_reduced_price_shows_the_regular_one_and_the_saving() -> None:
    view = presentation().price(7_500, 10_000)
    assert (view.text, view.regular_text, view.saving_text) == ("€75.00", "€100.00", "Save 25%")
    assert presentation().price(10_000, 10_000).regular_text == ""
    assert presentation().price(None, None).text == ""


def test_variants_of_several_prices_start_at_the_lowest() -> None:
    variants = [
        Variant(id=name, options=(VariantOption(name="Size", value=name),), price=price)
        for name, price in (("s", 1_200), ("m", 900))
    ]
    assert presentation().offer_price(offer(variants=variants)).text == "From €9.00"


@given(st.none() | st.integers(0, 500), st.integers(0, 500))
def test_what_was_ordered_is_no_longer_there(stock: int | None, ordered: int) -> None:
    pieces = largest_quantity(offer(stock=stock), None, ordered)
    assert 0 <= pieces <= LARGEST_QUANTITY
    if stock is not None:
        assert pieces <= max(0, stock - ordered)


def test_stock_is_told_in_words() -> None:
    assert stock_text(offer(), 3) == "Only 3 left in stock"
    assert stock_text(offer(), 50) == "In stock"
    assert stock_text(offer(), 0) == "Out of stock"
    assert stock_text(offer(price=None), 0) == "Currently not for sale"


def test_badges_say_what_is_special() -> None:
    old = date(2025, 1, 1)
    assert badges(offer(regular_price=2_000, listed_on=old)) == ("Sale",)
    assert badges(offer(stock=0, regular_price=2_000, listed_on=old)) == ("Sold out",)
    assert badges(offer(listed_on=date(2027, 2, 1), condition="refurbished", bundle_of=("a", "b"))) == (
        "New",
        "Refurbished",
        "Bundle",
    )


def test_cards_are_made_once(catalog: Catalog) -> None:
    written = presentation()
    found = catalog.offer_by_number("corner", 1)
    assert found is not None
    assert written.card(found) is written.card(found)
    assert written.card(found).can_add


def test_a_gallery_has_a_picture_for_every_view() -> None:
    urls = [image.url for image in gallery(offer())]
    assert len(urls) == len(set(urls)) > 1
    assert urls[0] == "/media/1/front.svg"


def test_days_are_written_out() -> None:
    assert date_text(date(2027, 3, 1)) == "1 March 2027"
