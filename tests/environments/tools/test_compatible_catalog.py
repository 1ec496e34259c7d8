"""The original's semantics, one test each. Source of all: the facts on EComAgentBench, sections "The ten tools" and
"Defects of the original", after its paper (section 3 and Appendix C)."""

from __future__ import annotations

from typing import Any

IDS = ["B0TEST0001", "B0TEST0002", "B0TEST0003"]


def found_ids(tools: Any, query: str, page: int = 0) -> list[str]:
    return [one["product_id"] for one in tools.call("search_products", query=query, page=page)["products"]]


def test_search_is_title_only(compatible_tools: Any) -> None:
    """ "search is title-only": the word stands in features and details, not in the title."""
    assert found_ids(compatible_tools, "tabletop") == []
    assert found_ids(compatible_tools, "Voltify") == []
    assert found_ids(compatible_tools, "foldable") == ["B0TEST0001"]


def test_search_requires_all_words(compatible_tools: Any) -> None:
    """ "all words required": one word too many finds nothing."""
    assert sorted(found_ids(compatible_tools, "wireless charging pad")) == IDS[:2]
    assert found_ids(compatible_tools, "wireless charging pad purple") == []


def test_search_does_not_stem(compatible_tools: Any) -> None:
    """ "no stemming": the plural and the other form of a title's word find nothing."""
    assert found_ids(compatible_tools, "cable") == ["B0TEST0003"]
    assert found_ids(compatible_tools, "cables") == []
    assert found_ids(compatible_tools, "charger") == ["B0TEST0001"]


def test_search_has_20_a_page_and_no_true_total(compatible_tools: Any) -> None:
    """ "20 a page"; "total_found is not a total"."""
    pages = [compatible_tools.call("search_products", query="pen", page=page) for page in range(3)]
    assert [len(page["products"]) for page in pages] == [20, 20, 6]
    assert [page["total_found"] for page in pages] == [20, 20, 6]
    assert set(pages[0]) == {"products", "page", "total_found"}
    assert len({one["product_id"] for page in pages for one in page["products"]}) == 46


def test_search_survives_signs_that_mean_something_to_the_engine(compatible_tools: Any) -> None:
    """A title word may hold them: `usb-c (2 pack`."""
    assert found_ids(compatible_tools, 'usb-c (2 pack" OR *') == []
    assert found_ids(compatible_tools, "usb-c (2 pack") == ["B0TEST0003"]
    assert found_ids(compatible_tools, "***") == []


def filtered(tools: Any, name: str, value: str) -> list[str]:
    found = tools.call("filter_by_attribute", product_ids=IDS, attribute_name=name, attribute_value=value)
    assert set(found) == {"product_ids"}
    return found["product_ids"]  # type: ignore[no-any-return]


def test_filter_takes_raw_keys_alone(compatible_tools: Any) -> None:
    """ "filters without aliases": `Connectivity technologies` is another key than `Connectivity Technology`."""
    assert filtered(compatible_tools, "Connectivity Technology", "USB") == ["B0TEST0002"]
    assert filtered(compatible_tools, "Connectivity technologies", "USB") == ["B0TEST0001"]
    assert filtered(compatible_tools, "color", "Black") == []
    assert filtered(compatible_tools, "Color", "Black") == ["B0TEST0001"]


def test_details_have_no_ratings(compatible_tools: Any) -> None:
    """The table of tools: "product_id, title, main_category, store, price, features, description, details,
    bought_together"."""
    details = compatible_tools.call("get_product_details", product_id="B0TEST0001")
    assert list(details) == [
        "product_id",
        "title",
        "main_category",
        "store",
        "price",
        "features",
        "description",
        "details",
        "bought_together",
    ]


def test_reviews_must_hold_all_words_and_are_not_listed_without(compatible_tools: Any) -> None:
    """Full text of the original's database: all words, no stemming; at most 5."""
    found = compatible_tools.call("get_review_content", query="angle adjusted", product_id="B0TEST0001")
    assert [one["title"] for one in found] == ["Angle"]
    assert set(found[0]) == {"product_id", "rating", "title", "text"}
    assert compatible_tools.call("get_review_content", query="adjustable angle", product_id="B0TEST0001") == []
    assert compatible_tools.call("get_review_content", query="", product_id="B0TEST0001") == []


def test_store_names_are_exact(compatible_tools: Any) -> None:
    """The table of tools: "20 {product_id,title}, total_count"."""
    page = compatible_tools.call("get_store_products", store_name="Inkwell", page=2)
    assert (len(page["products"]), page["total_count"]) == (6, 46)
    assert compatible_tools.call("get_store_products", store_name="inkwell")["total_count"] == 0


def test_statistics_leave_unknown_products_out(compatible_tools: Any) -> None:
    """The table of tools: "[{product_id, average_rating, rating_number}]"."""
    found = compatible_tools.call("get_product_review_stats", product_ids=["B0TEST0001", "NOPE"])
    assert found == [{"product_id": "B0TEST0001", "average_rating": 3.7, "rating_number": 212}]
