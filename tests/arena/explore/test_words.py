"""Words that storefronts use for the same things."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.arena.explore.words import ADD_TO_CART, AGE, CLOSE, COOKIES, filter_of, info_page_of, sort_of


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Price, low to high", "price_asc"),
        ("Price: High to Low", "price_desc"),
        ("Cheapest first", "price_asc"),
        ("Alphabetically, A-Z", "alphabetically_az"),
        ("Name (Z to A)", "alphabetically_za"),
        ("Date, new to old", "date_new"),
        ("Newest", "date_new"),
        ("Oldest first", "date_old"),
        ("Best selling", "best_selling"),
        ("Popularity", "best_selling"),
        ("Top rated", "rating_desc"),
        ("Featured", "featured"),
        ("Relevance", "featured"),
        ("24 per page", ""),
    ],
)
def test_sorts_are_named(text: str, name: str) -> None:
    assert sort_of(text) == name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Price (EUR)", "price"),
        ("Minimum price", "price"),
        ("Colour", "color"),
        ("Sizes", "size"),
        ("Brand", "brand"),
        ("Customer rating", "rating"),
        ("Number of reviews", "review_count"),
        ("Offers", "on_sale"),
        ("In stock", "availability"),
        ("New arrivals", "new_arrivals"),
        ("Fabric", "material"),
        ("Screen size", "screen_size"),
        ("–", ""),
    ],
)
def test_filters_are_named(title: str, name: str) -> None:
    assert filter_of(title) == name


@pytest.mark.parametrize(
    ("text", "path", "name"),
    [
        ("Delivery", "/x", "shipping-policy"),
        ("Returns & refunds", "/x", "refund-policy"),
        ("FAQs", "/x", "faq"),
        ("Who we are", "/x", "about-us"),
        ("Gift cards", "/x", "gift-cards"),
        ("Find a store", "/x", "store-locator"),
        ("More", "/pages/size-guide", "size-guide"),
        ("Kettles", "/collections/kettles", ""),
    ],
)
def test_information_pages_are_named_by_text_then_address(text: str, path: str, name: str) -> None:
    assert info_page_of(text, path) == name


def test_buttons_are_told_apart() -> None:
    assert ADD_TO_CART.search("Add Rowan Soft Cardigan to cart")
    assert ADD_TO_CART.search("Add to bag")
    assert not ADD_TO_CART.search("Add your review")
    assert CLOSE.search("No, thanks")
    assert COOKIES.search("We use cookies")
    assert AGE.search("Are you 18 or older?")
    assert not AGE.search("18 products")


@given(st.text(max_size=40))
def test_any_title_gets_a_name_that_can_stand_in_a_file(title: str) -> None:
    name = filter_of(title)
    assert name == "" or set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789_")
    assert isinstance(sort_of(title), str)
