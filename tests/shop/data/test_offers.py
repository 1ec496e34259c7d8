"""From a shop's data to offers and reviews, and back."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shop_samples import make_data, make_identity, make_product, shirt

from shopworld.catalog.model import Attribute, Offer, Specification
from shopworld.errors import ShopError
from shopworld.shop.data import (
    ProductData,
    ShopData,
    collections_from,
    offers_of,
    products_from,
    reviews_from,
    reviews_of,
)

IDENTITY = make_identity()


def offers_by_slug(data: ShopData) -> dict[str, Offer]:
    return {one.slug: one for one in offers_of(data, IDENTITY)}


def one_offer(product: dict[str, Any]) -> Offer:
    [offer] = offers_of(make_data(products=[product]), IDENTITY)
    return offer


def test_a_product_with_options_has_variants_with_prices_of_their_own() -> None:
    offer = offers_by_slug(make_data())["linen-shirt"]
    assert [(one.id, one.price, one.regular_price, one.stock) for one in offer.variants] == [
        ("s-white", 4800, 6000, None),
        ("m-white", 5200, None, None),
        ("m-black", 5200, None, 0),
    ]
    assert [(option.name, option.value) for option in offer.variants[1].options] == [("Size", "M"), ("Color", "White")]
    assert (offer.price, offer.regular_price, offer.stock, offer.in_stock) == (4800, 6000, None, True)


def test_values_of_options_and_tags_with_a_name_are_attributes() -> None:
    offer = offers_by_slug(make_data())["linen-shirt"]
    assert {one.name: one.value for one in offer.attributes} == {
        "size": ("S", "M"),
        "colour": ("white", "black"),
        "material": "linen",
    }


def test_collections_are_categories_and_may_overlap() -> None:
    offers = offers_by_slug(make_data())
    assert offers["canvas-apron"].categories == (("Clothing",), ("Kitchen",))
    assert offers["gift-card"].categories == ()


def test_collections_of_one_title_stay_apart_and_all_is_none() -> None:
    collections = [
        {"title": "Sale", "handle": "sale", "product_handles": ["tea-towel"]},
        {"title": "Sale", "handle": "sale-2", "product_handles": ["tea-towel"]},
        {"title": "All products", "handle": "all", "product_handles": ["tea-towel"]},
    ]
    offer = offers_by_slug(make_data(collections=collections))["tea-towel"]
    assert offer.categories == (("Sale (sale)",), ("Sale (sale-2)",))


def test_gift_cards_vendors_and_types_are_known() -> None:
    offers = offers_by_slug(make_data())
    assert offers["gift-card"].kind == "gift_card"
    assert offers["canvas-apron"].kind == "apron"
    assert offers["canvas-apron"].brand == "Fennimore"
    assert offers["canvas-apron"].short_description == "Made with care."


def test_descriptions_lose_scripts_and_attributes() -> None:
    offer = one_offer(make_product("mug", description_html='<p onclick="x()">Good.<script>bad()</script></p><br>'))
    assert offer.description_html == "<p>Good.</p><br>"


def test_drafts_are_not_sold_and_what_is_not_available_is_sold_out() -> None:
    sold_out = [{"title": "Default Title", "option1": "Default Title", "price": "5.00", "available": False}]
    data = make_data(products=[make_product("draft", status="draft"), make_product("gone", variants=sold_out)])
    [offer] = offers_of(data, IDENTITY)
    assert (offer.slug, offer.stock, offer.in_stock) == ("gone", 0, False)


def test_numbers_are_the_ids_where_all_are_whole_numbers() -> None:
    numbered = [make_product("a", id=8123456789012), make_product("b", id="77")]
    assert [one.number for one in offers_of(make_data(products=numbered), IDENTITY)] == [8123456789012, 77]
    mixed = [make_product("a", id="gid://shop/Product/1"), make_product("b", id=77)]
    assert [one.number for one in offers_of(make_data(products=mixed), IDENTITY)] == [1, 2]
    doubled = [make_product("a", id=77), make_product("b", id=77)]
    assert [one.number for one in offers_of(make_data(products=doubled), IDENTITY)] == [1, 2]


def test_a_compare_at_price_that_is_not_higher_says_nothing() -> None:
    equal = [{"title": "Default Title", "price": "5.00", "compare_at_price": "5.00"}]
    assert one_offer(make_product("mug", variants=equal)).regular_price is None


def test_variants_that_cannot_be_chosen_are_left_out() -> None:
    variants = [
        {"option1": "S", "option2": "White", "price": "1.00"},
        {"option1": "S", "option2": "White", "price": "2.00"},
        {"option1": "M", "price": "0.50"},
    ]
    offer = one_offer(shirt(variants=variants))
    assert [one.price for one in offer.variants] == [100]
    assert offer.price == 100


def test_details_come_before_what_is_worked_out() -> None:
    details = {
        "kind": "kettle",
        "specifications": [{"label": "Capacity", "text": "1.2 l"}],
        "attributes": [{"name": "capacity", "value": 1.2, "unit": "l"}],
        "bought_together": ["tea-towel", "unknown"],
        "units_sold": 12,
    }
    data = make_data(products=[make_product("mug", details=details), make_product("tea-towel")])
    first, second = offers_of(data, IDENTITY)
    assert first.specifications == (Specification(label="Capacity", text="1.2 l"),)
    assert first.attributes == (Attribute(name="capacity", value=1.2, unit="l"),)
    assert first.bought_together == (second.product_id,)
    assert (first.kind, first.units_sold) == ("kettle", 12)


def test_reviews_belong_to_their_product_and_make_its_rating() -> None:
    data = make_data()
    offer = offers_by_slug(data)["linen-shirt"]
    reviews = list(reviews_of(data, IDENTITY))
    assert [(one.product_id, one.rating, one.written_on) for one in reviews] == [
        (offer.product_id, 5, date(2026, 4, 2)),
        (offer.product_id, 4, date(2026, 5, 2)),
    ]
    assert (offer.rating, offer.review_count) == (4.5, 2)
    assert offer.product.id == offer.product_id


def test_offers_written_as_data_come_back_the_same() -> None:
    data = make_data()
    offers = list(offers_of(data, IDENTITY))
    written = data.model_copy(
        update={
            "products": products_from(offers),
            "collections": collections_from(offers),
            "reviews": reviews_from(offers, reviews_of(data, IDENTITY)),
        }
    )
    assert list(offers_of(written, IDENTITY)) == offers
    assert list(reviews_of(written, IDENTITY)) == list(reviews_of(data, IDENTITY))


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["S", "M", "L", "XL 2/3", "Größe 4"]),
            st.sampled_from(["White", "Dusty rose", "N°5"]),
            st.integers(1, 99_999),
            st.one_of(st.none(), st.integers(0, 40)),
        ),
        min_size=1,
        max_size=8,
        unique_by=lambda row: row[:2],
    )
)
def test_variants_survive_the_way_there_and_back(rows: list[tuple[str, str, int, int | None]]) -> None:
    variants = [
        {
            "option1": size,
            "option2": colour,
            "price": price / 100,
            "available": stock != 0,
            "inventory_quantity": stock,
        }
        for size, colour, price, stock in rows
    ]
    offer = one_offer(shirt(variants=variants))
    assert [(one.price, one.stock) for one in offer.variants] == [(row[2], row[3]) for row in rows]
    assert offer.price == min(row[2] for row in rows)
    again = make_data(products=[one.model_dump(mode="json") for one in products_from([offer])], reviews={})
    [back] = offers_of(again, IDENTITY)
    assert back.variants == offer.variants


def test_what_the_contract_has_no_room_for_is_refused() -> None:
    offer = offers_by_slug(make_data())["tea-towel"]
    with pytest.raises(ShopError, match="has no price"):
        products_from([offer.model_copy(update={"price": None})])


def test_categories_of_several_levels_become_collections_of_their_own() -> None:
    offer = offers_by_slug(make_data())["tea-towel"]
    paths = (("Home",), ("Home", "Kitchen"), ("Garden", "Kitchen"))
    found = collections_from([offer.model_copy(update={"categories": paths})])
    assert [(one.title, one.handle) for one in found] == [
        ("Home", "home"),
        ("Kitchen", "kitchen"),
        ("Kitchen", "kitchen-2"),
    ]


def test_products_are_json_of_the_contract() -> None:
    [product] = products_from([offers_by_slug(make_data())["linen-shirt"]])
    written = product.model_dump(mode="json", exclude_none=True)
    assert ProductData.model_validate(written) == product
    assert written["variants"][0]["price"] == "48.00"
    assert written["variants"][0]["compare_at_price"] == "60.00"
    assert [one["name"] for one in written["options"]] == ["Size", "Color"]
