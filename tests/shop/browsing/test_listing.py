"""Category pages, all products and search results."""

from __future__ import annotations

from itertools import pairwise

import pytest
from corner_shop import Shopper
from selectolax.lexbor import LexborHTMLParser

from shopworld.shop.events import SearchPerformed
from shopworld.shop.schemes import WOOCOMMERCE


def searched(shopper: Shopper) -> SearchPerformed:
    payload = next(event.payload for event in reversed(shopper.episode.events) if event.kind == "search_performed")
    assert isinstance(payload, SearchPerformed)
    return payload


def links(page: LexborHTMLParser) -> set[str]:
    return {node.attributes.get("href") or "" for node in page.css("a")}


def test_all_products_are_paged(shopper: Shopper) -> None:
    seen: list[str] = []
    for number in range(1, 6):
        shopper.page("/shop/" if number == 1 else f"/shop/page/{number}/")
        seen += searched(shopper).results
    assert len(seen) == len(set(seen)) == searched(shopper).total == 34


def test_a_page_beyond_the_last_one_shows_the_last(shopper: Shopper) -> None:
    shopper.page("/shop/page/999999/")
    assert searched(shopper).page == 5
    assert searched(shopper).results


def test_a_category_shows_what_is_below_it(shopper: Shopper) -> None:
    page = shopper.page("/product-category/hardware/")
    assert "/product-category/hardware/storage/" in links(page)
    assert searched(shopper).category == ("Hardware",)
    assert searched(shopper).total == 34


def test_a_short_category_address_is_understood(shopper: Shopper) -> None:
    answer = shopper.get("/product-category/ssds/page/2/?orderby=price")
    assert str(answer.url).endswith("/product-category/hardware/storage/ssds/page/2/?orderby=price")
    assert searched(shopper).page == 2
    assert searched(shopper).category == ("Hardware", "Storage", "SSDs")


def test_prices_rise_when_sorted_by_price(shopper: Shopper) -> None:
    shopper.page("/shop/?orderby=price")
    offers = [shopper.storefront.catalog.offer(one) for one in searched(shopper).results]
    prices = [offer.price for offer in offers if offer and offer.price is not None]
    assert all(low <= high for low, high in pairwise(prices))
    assert searched(shopper).sort == "price_asc"


def test_filters_hold_together_and_values_are_alternatives(shopper: Shopper) -> None:
    shopper.page("/shop/?brand=Ombra&brand=Norvell&price_min=30&price_max=150.50&availability=in-stock")
    search = searched(shopper)
    assert search.filters == {
        "brand": ("Ombra", "Norvell"),
        "availability": ("in-stock",),
        "price_min": ("30",),
        "price_max": ("150.50",),
    }
    found = [shopper.storefront.catalog.offer(one) for one in search.results]
    assert found
    assert all(one and one.brand in {"Ombra", "Norvell"} and 3_000 <= (one.price or 0) <= 15_050 for one in found)


def test_an_active_filter_can_be_removed_and_all_can_be_cleared(shopper: Shopper) -> None:
    page = shopper.page("/shop/?brand=Ombra&on_sale=1&orderby=price")
    found = links(page)
    assert "/shop/?on_sale=1&orderby=price" in found
    assert "/shop/?brand=Ombra&orderby=price" in found
    assert "/shop/?orderby=price" in found


def test_filters_of_attributes_use_their_canonical_names(shopper: Shopper) -> None:
    page = shopper.page("/shop/")
    values = [node.attributes.get("value") for node in page.css('[name="attribute.capacity"]')]
    assert values, "the capacity filter is missing"
    shopper.page(f"/shop/?attribute.capacity={str(values[0]).replace(' ', '+')}")
    assert 0 < searched(shopper).total < 34


def test_a_search_finds_and_remembers_what_was_asked(shopper: Shopper) -> None:
    page = shopper.page("/?s=glide+mouse")
    assert searched(shopper).query == "glide mouse"
    assert searched(shopper).results[0] == "corner/900"
    field = page.css_first('input[name="s"]')
    assert field is not None
    assert field.attributes.get("value") == "glide mouse"


def test_words_that_never_stand_together_are_searched_one_by_one(shopper: Shopper) -> None:
    answer = shopper.get("/?s=mouse+cable")
    assert "No exact match for “mouse cable”" in answer.text
    assert searched(shopper).total > 0


def test_nothing_found_offers_a_way_out(shopper: Shopper) -> None:
    answer = shopper.get("/?s=qqqqzzzzxxxx")
    assert answer.status_code == 200
    assert "Nothing was found for “qqqqzzzzxxxx”" in answer.text
    assert searched(shopper).total == 0
    assert "/shop/" in links(LexborHTMLParser(answer.text))


def test_search_text_is_escaped(shopper: Shopper) -> None:
    answer = shopper.get("/", params={"s": '<script>alert("x")</script>'})
    assert "<script>alert" not in answer.text


def test_an_unknown_category_is_not_found_in_the_shops_design(shopper: Shopper) -> None:
    answer = shopper.get("/product-category/garden/")
    assert answer.status_code == 404
    assert "Corner Shop" in answer.text
    assert shopper.kinds() == ["page_viewed"]


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("/shop/page/3/", ("/shop/", 3)),
        ("/shop/", ("/shop/", None)),
        ("/page/2/", ("/", 2)),
        ("/a/page/x/", ("/a/page/x/", None)),
    ],
)
def test_the_page_number_stands_in_the_path(path: str, parts: tuple[str, int | None]) -> None:
    assert WOOCOMMERCE.split_page(path) == parts


def test_a_listing_changes_no_cart_and_is_recorded_after_its_page(shopper: Shopper) -> None:
    shopper.get("/shop/")
    assert shopper.kinds() == ["page_viewed", "search_performed"]
