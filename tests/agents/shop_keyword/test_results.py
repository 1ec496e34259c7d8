"""What shop tools return, read as the listings and product pages that the rules know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from shopworld.agents.shop_checkout import buyable_options
from shopworld.agents.shop_keyword.results import cheapest_first, listed_offers, product_page
from shopworld.agents.tool_calls import call, result_of
from shopworld.environments import ShopToolEnvironment
from shopworld.environments.protocol import TaskStart
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import Mall


@pytest.fixture
def environment(mall: Mall, making: Any) -> Iterator[ShopToolEnvironment]:
    with ShopToolEnvironment(mall) as made:
        task = making.answer_task("Look around.", "nothing")
        made.start(Episode(EpisodeIdentity("agent", "task"), "label"), TaskStart.of(task))
        yield made


def ask(environment: ShopToolEnvironment, name: str, **arguments: Any) -> Any:
    return result_of(environment.step(call(name, **arguments).action))


@pytest.mark.parametrize("number", range(4))
def test_lists_and_pages_are_read_in_every_design(
    environment: ShopToolEnvironment, mall: Mall, making: Any, number: int
) -> None:
    shop = making.shops[number]
    sold = {offer.title: offer.price for offer in mall.catalog.iterate_offers() if offer.shop_id == shop}
    found = ask(environment, "search_products", shop=making.host(shop), query="Brisk Fleet")
    listed = listed_offers(found)
    assert len(listed) == 4
    assert {one.title: one.price for one in listed}.items() <= sold.items()
    drive = next(one for one in listed if "Enclosure" not in one.title)
    page = product_page(ask(environment, "get_product", url=drive.link))
    assert (page.title.lower(), page.price) == (drive.title.lower(), drive.price)
    assert page.category
    assert page.specifications.items() >= {"Capacity": drive.title.split("SSD ")[1].split(",")[0]}.items()
    assert "Capacity" in page.text
    assert not any(other.title in page.text for other in listed if other is not drive)
    assert cheapest_first(found) in found["sorts"]


def test_what_cannot_be_read_is_empty() -> None:
    assert listed_offers({}) == []
    assert cheapest_first({"sorts": {"date": "Latest"}}) == ""
    nothing = product_page({})
    assert (nothing.title, nothing.price, nothing.text, nothing.category, nothing.specifications) == (
        "",
        None,
        "",
        "",
        {},
    )
    assert product_page({"title": "A vase", "price": "Price on request"}).price is None


def test_other_products_and_opinions_are_no_part_of_a_page() -> None:
    page = product_page(
        {
            "title": "A vase",
            "url": "http://shop.example/product/a-vase/",
            "related": [{"title": "A bowl"}],
            "reviews": [{"text": "It broke."}],
            "options": {"Colour": ["Black", "White"]},
            "badges": ["Refurbished"],
        }
    )
    assert page.text == "A vase Colour Black White Refurbished"


def test_a_wanted_variant_is_taken_where_it_can_be_had() -> None:
    def variant(colour: str, stock: str) -> dict[str, Any]:
        return {"options": {"Colour": colour}, "stock": stock}

    product = {"variants": [variant("Black", "In stock"), variant("White", "In stock"), variant("Red", "Sold out")]}
    assert buyable_options(product) == {"Colour": "Black"}
    assert buyable_options(product, ("white",)) == {"Colour": "White"}
    assert buyable_options(product, ("red",)) == {"Colour": "Black"}
    assert buyable_options({}) == {}
