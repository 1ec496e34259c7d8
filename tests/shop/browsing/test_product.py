"""Product pages."""

from __future__ import annotations

import orjson
from corner_shop import Shopper
from selectolax.lexbor import LexborHTMLParser

from shopworld.shop.events import ProductViewed, ReviewRead

MOUSE = "/product/ombra-glide-mouse/"


def test_a_product_page_says_what_the_offer_is(shopper: Shopper) -> None:
    page = shopper.page("/product/kestrin-s1-ssd-500-gb/")
    heading = page.css_first("h1")
    assert heading is not None
    assert heading.text(strip=True) == "Kestrin S1 SSD 500 GB"
    text = page.body.text(separator=" ") if page.body else ""
    assert "€27.31" in text
    assert "500 GB" in text
    viewed = shopper.episode.events[1].payload
    assert viewed == ProductViewed(offer_id="corner/1", slug="kestrin-s1-ssd-500-gb", price=2_731, currency="EUR")


def test_reviews_are_paged_and_recorded(shopper: Shopper) -> None:
    for address in ("/product/kestrin-s1-ssd-500-gb/", "/product/kestrin-s1-ssd-500-gb/?reviews=2"):
        shopper.page(address)
    read = [event.payload for event in shopper.episode.events if isinstance(event.payload, ReviewRead)]
    seen = [review for one in read for review in one.review_ids]
    assert [len(one.review_ids) for one in read] == [5, 2]
    assert len(set(seen)) == 7


def test_a_product_without_reviews_records_none(shopper: Shopper) -> None:
    shopper.page(MOUSE)
    assert shopper.kinds() == ["page_viewed", "product_viewed"]


def test_the_address_can_choose_a_variant(shopper: Shopper) -> None:
    shopper.page(MOUSE + "?option_1=white")
    viewed = shopper.episode.events[1].payload
    assert isinstance(viewed, ProductViewed)
    assert (viewed.variant_id, viewed.price) == ("white", 4_199)


def test_variant_prices_are_data_for_the_script(shopper: Shopper) -> None:
    text = shopper.get(MOUSE).text
    page = shopper.page(MOUSE)
    held = next(
        value
        for node in page.css("*")
        for value in node.attributes.values()
        if value and value.startswith("{") and "White" in value
    )
    prices = orjson.loads(held)
    assert prices["White"]["price"] == "€41.99"
    assert prices["Red"]["maximum"] == 0
    assert "From €39.99" in text


def test_an_offer_without_a_price_cannot_be_bought(shopper: Shopper) -> None:
    page = shopper.page("/product/cable-without-a-price/")
    assert "Currently not for sale" in (page.body.text() if page.body else "")
    assert not page.css('form.buy-box button[type="submit"], form.buy-box button:not([type])')


def test_titles_are_escaped(shopper: Shopper) -> None:
    assert "Cable <b>" not in shopper.get("/product/cable-plug/").text


def test_an_unknown_product_is_not_found_but_others_are_suggested(shopper: Shopper) -> None:
    answer = shopper.get("/product/ombra-glide-mouse-pro-max/")
    assert answer.status_code == 404
    assert MOUSE in {node.attributes.get("href") for node in LexborHTMLParser(answer.text).css("a")}
    assert shopper.kinds() == ["page_viewed"]
