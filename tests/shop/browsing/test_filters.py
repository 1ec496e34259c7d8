"""Filters as pages print them."""

from __future__ import annotations

import pytest
from corner_shop import make_specification

from shopworld.catalog import Catalog
from shopworld.shop.browsing.filters import active_filters, filter_label, filter_views, swatch_of, value_label
from shopworld.shop.capabilities import Collection, Filter, FilterControl
from shopworld.shop.pages import FilterView
from shopworld.shop.shop import Shop


@pytest.fixture
def shop(catalog: Catalog) -> Shop:
    return Shop(make_specification(), catalog)


def views(shop: Shop, *parameters: tuple[str, str]) -> dict[str, FilterView]:
    request = shop.listing_rules.read(parameters)
    result = shop.catalog.search(request.query(shop.id, (), 8, shop.listing_rules.facets))
    return {view.name: view for view in filter_views(shop, request, result)}


def test_filters_come_in_the_order_of_the_specification(shop: Shop) -> None:
    assert list(views(shop)) == [
        "brand",
        "price",
        "attribute.capacity",
        "attribute.colour",
        "availability",
        "on_sale",
        "rating",
    ]


def test_every_value_finds_as_many_as_it_says(shop: Shop) -> None:
    for view in views(shop).values():
        for value in view.values:
            request = shop.listing_rules.read([(view.name, value.value)])
            assert request.values == {view.name: (value.value,)}
            assert shop.catalog.search(request.query(shop.id, (), 8)).total == value.count, (view.name, value)


def test_sizes_are_sorted_by_number(shop: Shop) -> None:
    labels = [value.label for value in views(shop)["attribute.capacity"].values]
    assert labels == ["250 GB", "500 GB", "1000 GB", "2000 GB"]


def test_a_chosen_value_stays_even_where_it_finds_nothing(shop: Shop) -> None:
    chosen = [value for value in views(shop, ("brand", "Ombra"), ("price_max", "1"))["brand"].values if value.selected]
    assert [value.value for value in chosen] == ["Ombra"]


def test_swatches_have_the_colour_they_name(shop: Shop) -> None:
    swatches = {value.value: value.swatch for value in views(shop)["attribute.colour"].values}
    assert swatches["red"].startswith("#")
    assert swatch_of("Midnight Black").startswith("#")
    assert swatch_of("Limited edition") == ""


def test_prices_can_be_chosen_from_ranges(catalog: Catalog) -> None:
    specification = make_specification()
    collection = Collection(filters=(Filter(name="price", control=FilterControl.BUCKETS),))
    capabilities = specification.capabilities.model_copy(update={"collection": collection})
    shop = Shop(specification.model_copy(update={"capabilities": capabilities}), catalog)
    price = views(shop, ("price", "25-50"))["price"]
    assert [value.label for value in price.values if value.selected] == ["€25.00 to €50.00"]
    assert price.values[0].label == "Up to €25.00"
    assert price.values[-1].value == "200-500"


def test_what_is_chosen_is_told_with_a_way_back(shop: Shop) -> None:
    request = shop.listing_rules.read([("brand", "Ombra"), ("price_min", "30"), ("rating", "4")])
    assert [(link.label, link.url) for link in active_filters(shop, "/shop/", request)] == [
        ("Brand: Ombra", "/shop/?rating=4&price_min=30"),
        ("Customer rating: 4 stars and up", "/shop/?brand=Ombra&price_min=30"),
        ("Price: from €30.00", "/shop/?brand=Ombra&rating=4"),
    ]


def test_one_star_is_no_plural() -> None:
    assert [value_label("rating", stars) for stars in ("1", "2")] == ["1 star and up", "2 stars and up"]


def test_names_are_written_for_people() -> None:
    assert filter_label("attribute.memory_type") == "Memory type"
