"""The six tools that read the catalog, in the default profile."""

from __future__ import annotations

from typing import Any

import pytest


def test_search_finds_by_words_of_attributes_and_features_too(default_tools: Any) -> None:
    found = default_tools.call("search_products", query="tabletop charger")
    assert [one["product_id"] for one in found["products"]] == ["B0TEST0001"]
    assert found["match"] == "all_words"
    assert set(found["products"][0]) == {"product_id", "title"}


def test_search_stems_and_corrects_spelling(default_tools: Any) -> None:
    assert default_tools.call("search_products", query="cables")["products"][0]["product_id"] == "B0TEST0003"
    misspelt = default_tools.call("search_products", query="wirless chargr")
    assert misspelt["match"] == "corrected"
    assert misspelt["corrected_query"] == "wireless charger"


def test_total_found_is_the_true_total_and_pages_do_not_overlap(default_tools: Any) -> None:
    pages = [default_tools.call("search_products", query="pen", page=page) for page in range(4)]
    assert {page["total_found"] for page in pages} == {46}
    assert [len(page["products"]) for page in pages] == [20, 20, 6, 0]
    ids = [one["product_id"] for page in pages for one in page["products"]]
    assert len(set(ids)) == 46


def test_details_are_whole_and_hold_ratings(default_tools: Any) -> None:
    details = default_tools.call("get_product_details", product_id="B0TEST0001")
    assert details == {
        "product_id": "B0TEST0001",
        "title": "Foldable Wireless Charger Stand, 15W Fast Charging Pad",
        "main_category": "Cell Phones & Accessories",
        "store": "Voltify",
        "price": 23.99,
        "features": ["Charges standing up or lying down", "Foldable"],
        "description": ["A stand & a pad in one.", "Rests flat on a desk."],
        "details": {
            "Color": "Black",
            "Connectivity technologies": "USB, Wireless",
            "Special Feature": "Foldable, Fast Charging",
            "Mounting Type": "Tabletop Mount",
            "Item Weight": "8 ounces",
            "Included Components": "Charger, Cable",
        },
        "bought_together": ["B0TEST0003"],
        "average_rating": 3.7,
        "rating_number": 212,
    }


def test_a_product_without_a_price_has_none(default_tools: Any) -> None:
    assert default_tools.call("get_product_details", product_id="B0TEST0003")["price"] is None


def filtered(tools: Any, name: str, value: str) -> list[str]:
    ids = ["B0TEST0001", "B0TEST0002", "B0TEST0003"]
    found = tools.call("filter_by_attribute", product_ids=ids, attribute_name=name, attribute_value=value)
    return [one[-1] for one in found["product_ids"]]


def test_filter_takes_canonical_names_labels_and_aliases(default_tools: Any) -> None:
    for name in ("Color", "colour", "Colour Name", "COLOR"):
        assert filtered(default_tools, name, "black") == ["1"]
    for name in ("Connectivity Technology", "connectivity technologies", "connection"):
        assert filtered(default_tools, name, "usb") == ["1", "2"]


def test_filter_takes_narrower_values_and_values_among_several(default_tools: Any) -> None:
    assert filtered(default_tools, "color", "grey") == ["2"]
    assert filtered(default_tools, "color", "gray") == ["2"]
    assert filtered(default_tools, "Special Feature", "foldable") == ["1"]
    assert filtered(default_tools, "Special Feature", "Fast Charging, Foldable") == ["1"]
    assert filtered(default_tools, "Special Feature", "Foldable, Waterproof") == []


def test_filter_takes_units(default_tools: Any) -> None:
    assert filtered(default_tools, "Item Weight", "0.5 pounds") == ["1"]
    assert filtered(default_tools, "Item Weight", "8 oz") == ["1"]
    assert filtered(default_tools, "Item Weight", "8 pounds") == []


def test_filter_knows_store_category_and_unknown_labels(default_tools: Any) -> None:
    assert filtered(default_tools, "brand", "voltify") == ["1", "2"]
    assert filtered(default_tools, "main_category", "Electronics") == ["3"]
    assert filtered(default_tools, "included components", "cable") == ["1"]


@pytest.mark.parametrize("value", ["'", "(((", "---", "\N{GRINNING FACE}", "_"])
def test_a_value_without_words_fits_no_product(default_tools: Any, value: str) -> None:
    for name in ("Color", "Item Weight", "brand", "main_category", "Nothing"):
        arguments = {"product_ids": ["B0TEST0001"], "attribute_name": name, "attribute_value": value}
        assert "attribute_value" in default_tools.error("filter_by_attribute", **arguments)


def test_filter_says_which_products_are_silent_or_unknown(default_tools: Any) -> None:
    found = default_tools.call(
        "filter_by_attribute",
        product_ids=["B0TEST0001", "B0TEST0002", "NOPE"],
        attribute_name="Mounting Type",
        attribute_value="Wall Mount",
    )
    assert found["product_ids"] == []
    assert "B0TEST0002: no Mounting Type stated" in found["note"]
    assert "NOPE: no such product" in found["note"]
    assert "B0TEST0001" not in found["note"]


def test_reviews_are_found_by_stemmed_words_within_the_product(default_tools: Any) -> None:
    found = default_tools.call("get_review_content", query="adjustable angle", product_id="B0TEST0001")
    assert found[0] == {
        "product_id": "B0TEST0001",
        "rating": 4.0,
        "title": "Angle",
        "text": "The angle can be adjusted, very convenient.",
    }


def test_without_words_the_most_helpful_reviews_are_listed(default_tools: Any) -> None:
    found = default_tools.call("get_review_content", query="", product_id="B0TEST0001")
    assert [one["title"] for one in found] == ["Great stand", "Angle", "Slow", "Batteries", "Ok"]


def test_reviews_of_an_unknown_product_are_an_error(default_tools: Any) -> None:
    assert "no product 'NOPE'" in default_tools.error("get_review_content", query="x", product_id="NOPE")


def test_review_stats(default_tools: Any) -> None:
    found = default_tools.call("get_product_review_stats", product_ids=["B0TEST0002", "B0TEST0004"])
    assert found == [
        {"product_id": "B0TEST0002", "average_rating": 4.4, "rating_number": 1034},
        {"product_id": "B0TEST0004", "average_rating": None, "rating_number": 0},
    ]


def test_store_products_with_their_true_count_whatever_the_case(default_tools: Any) -> None:
    for name in ("Inkwell", "inkwell", "INKWELL"):
        pages = [default_tools.call("get_store_products", store_name=name, page=page) for page in (0, 2)]
        assert [len(page["products"]) for page in pages] == [20, 6]
        assert {page["total_count"] for page in pages} == {46}
    assert default_tools.call("get_store_products", store_name="Nobody") == {"products": [], "total_count": 0}


def test_the_profile_is_the_shoppers(default_tools: Any) -> None:
    assert default_tools.call("get_user_profile") == {
        "user_id": "U_1",
        "product_requirements": {"color_preference": "Black"},
    }
