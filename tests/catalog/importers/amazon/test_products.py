"""Products of Amazon's files: every shape that occurs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.importers.amazon import ImportTally, read_products
from shopworld.catalog.importers.amazon.preparing import ProductReading
from shopworld.catalog.importers.amazon.prices import read_price
from shopworld.catalog.importers.amazon.products import offer_of, product_parts
from shopworld.catalog.importers.amazon.tally import Refused
from shopworld.catalog.model import Offer, Specification
from shopworld.catalog.payload import record_json
from shopworld.catalog.prepared import prepare_offer

PRODUCT: dict[str, Any] = {
    "main_category": "Cell Phones & Accessories",
    "title": "Wireless Charger Stand, 15W",
    "average_rating": 4.3,
    "rating_number": 1287,
    "features": ["Charges while standing", "Non-slip base"],
    "description": ["A stand.", "It folds."],
    "price": 21.99,
    "images": [
        {
            "thumb": "https://img.example/a_t.jpg",
            "large": "https://img.example/a.jpg",
            "variant": "MAIN",
            "hi_res": None,
        }
    ],
    "videos": [],
    "store": "Brightly",
    "categories": ["Cell Phones & Accessories", "Accessories", "Chargers"],
    "details": {"Color": "Black", "Connector Type": "micro usb", "Best Sellers Rank": {"Electronics": 82322}},
    "parent_asin": "B07DJB5F29",
    "bought_together": None,
}


def offer(tally: ImportTally | None = None, **changes: Any) -> Offer:
    return offer_of(product_parts({**PRODUCT, **changes}, tally or ImportTally()), 1)


def refusal(**changes: Any) -> str:
    with pytest.raises(Refused) as caught:
        offer(**changes)
    return caught.value.reason


def validated(found: Offer) -> Offer:
    """The same offer, with every field checked by pydantic."""
    return Offer.model_validate_json(found.model_dump_json())


def test_a_product_is_an_offer_of_the_shop_amazon() -> None:
    found = offer()
    assert (found.id, found.shop_id, found.number, found.currency) == ("amazon/1", "amazon", 1, "USD")
    assert (found.product_id, found.slug) == ("B07DJB5F29", "b07djb5f29")
    assert (found.title, found.brand, found.department) == (
        "Wireless Charger Stand, 15W",
        "Brightly",
        "Cell Phones & Accessories",
    )
    assert (found.price, found.rating, found.review_count) == (2199, 4.3, 1287)
    assert found.features == ("Charges while standing", "Non-slip base")
    assert found.description_html == "<p>A stand.</p><p>It folds.</p>"
    assert found.categories == (("Cell Phones & Accessories", "Accessories", "Chargers"),)
    assert found.specifications[0] == Specification(label="Color", text="Black")
    assert json.loads(found.specifications[2].text) == {"Electronics": 82322}
    assert {one.name: one.value for one in found.attributes} == {"colour": ("black",), "connector": ("micro usb",)}
    assert [image.source for image in found.images] == ["https://img.example/a.jpg"]
    assert validated(found) == found


@pytest.mark.parametrize(
    ("price", "cents", "repair"),
    [
        (None, None, None),
        (12.99, 1299, None),
        (7, 700, None),
        (1.006, 101, None),
        (0.0, None, "not a price"),
        (-3, None, "not a price"),
        (float("nan"), None, "not a price"),
        (1e30, None, "not a price"),
        (True, None, "not readable"),
        ([12], None, "not readable"),
        ("", None, None),
        ("None", None, None),
        ("—", None, None),
        ("12.99", 1299, "written as text"),
        ("$12.99", 1299, "written as text"),
        ("from 12.99", 1299, "written as text"),
        ("12,99", 1299, "written as text"),
        ("$1,299.00", 129900, "written as text"),
        ("1,299", 129900, "written as text"),
        ("$12.99 - $24.99", 1299, "the lowest of a range"),
        ("24,99-12,99", 1299, "the lowest of a range"),
        ("from $5 to $9.50", 500, "the lowest of a range"),
        ("cheap", None, "not readable"),
        ("-5.00", None, "not a price"),
        (".a-box-inner{background-color:#fff}", None, "not readable"),
    ],
)
def test_prices(price: object, cents: int | None, repair: str | None) -> None:
    assert read_price(price) == (cents, repair)


@given(st.one_of(st.text(), st.floats(), st.integers(), st.from_regex(r"\$?[0-9.,]{1,12}( ?- ?[0-9.,]{1,9})?")))
def test_any_price_is_read_or_none(price: object) -> None:
    cents, _ = read_price(price)
    assert cents is None or 0 < cents <= 2_000_000_000


@given(st.integers(min_value=1, max_value=99_999_999))
def test_prices_come_through_to_the_cent(cents: int) -> None:
    assert read_price(cents / 100)[0] == cents
    assert read_price(f"${cents / 100:,.2f}")[0] == cents


@pytest.mark.parametrize(
    ("details", "labels", "repaired"),
    [
        (None, [], False),
        ({}, [], False),
        ("", [], False),
        ('{"Color": "Black", "OS": "Android"}', ["colour", "operating_system"], True),
        ("{'Color': 'Black', 'RAM': '8 GB'}", ["colour", "ram"], True),
        ('"{\\"Color\\": \\"Black\\"}"', ["colour"], True),
        ("no table at all", [], True),
        ("{'a': __import__('os')}", [], True),
        ("[" * 5000, [], True),
        ([["Color", "Black"]], [], True),
        (7, [], True),
        ({"Product information": {"Color": "Black"}}, ["colour"], False),
        ({"Color": ["Black", "Red"], "Batteries Included?": True, "Refresh Rate": 60}, None, False),
    ],
)
def test_details_of_every_shape(details: object, labels: list[str] | None, repaired: bool) -> None:
    tally = ImportTally()
    found = offer(tally, details=details)
    expected = ["batteries_included", "colour", "refresh_rate"] if labels is None else labels
    assert [one.name for one in found.attributes] == expected
    assert any(place == "details" for place, _ in tally.repaired) == repaired
    assert validated(found) == found


@pytest.mark.parametrize("title", ["", "  ", "<br>", "\u200e\0"])
def test_a_product_with_an_empty_title_is_refused(title: str) -> None:
    assert refusal(title=title) == "the title is empty"


def test_a_product_without_a_title_is_refused() -> None:
    assert refusal(title=None) == "no title"


@pytest.mark.parametrize(
    ("title", "found"),
    [
        (7, "a number: 7"),
        (1.5, "a number: 1.5"),
        (False, "true or false: False"),
        (["a"], "a list: ['a']"),
        ({"en": "a"}, "a table: {'en': 'a'}"),
    ],
)
def test_a_title_that_is_not_text_is_refused_with_what_was_found(title: object, found: str) -> None:
    with pytest.raises(Refused) as refused:
        offer(ImportTally(), title=title)
    assert (refused.value.reason, refused.value.detail) == ("the title is not text", found)


@pytest.mark.parametrize(
    ("ids", "reason"),
    [
        ({"parent_asin": None}, "no parent_asin"),
        ({"parent_asin": ""}, "no parent_asin"),
        ({"parent_asin": "../../etc"}, "parent_asin is not an id"),
        ({"parent_asin": {"a": 1}}, "parent_asin is not an id"),
        ({"parent_asin": "B" * 200}, "parent_asin is not an id"),
    ],
)
def test_a_product_without_an_id_is_refused(ids: dict[str, object], reason: str) -> None:
    assert refusal(**ids) == reason


def test_ids_that_can_be_put_right() -> None:
    tally = ImportTally()
    assert offer(tally, parent_asin=None, asin="B01").product_id == "B01"
    assert offer(tally, parent_asin=" B02 ").product_id == "B02"
    assert offer(tally, parent_asin=1234567890).product_id == "1234567890"
    assert sum(tally.repaired.values()) == 3


def test_texts_are_made_plain() -> None:
    found = offer(
        title="Caf&eacute;&nbsp;Mug <b>XL</b> &amp;amp; Lid\u200e 😀👩‍👩‍👧\0",
        store="A&amp;B\n Co",
        features=["<ul><li>One</li></ul>", "", None, "5 < 6 &gt; 4", ["nested"], 7],
        categories=["Home &amp; Kitchen", ""],
    )
    assert found.title == "Café Mug XL & Lid 😀👩‍👩‍👧"
    assert found.brand == "A&B Co"
    assert found.features == ("One", "5 < 6 > 4", "nested", "7")
    assert found.categories == (("Home & Kitchen",),)


def test_descriptions_are_sanitised() -> None:
    found = offer(
        description=["Tom & Jerry > all", "<p onclick=x>Hi<script>alert(1)</script></p>", "a\n\nb", "&lt;b&gt;"]
    )
    assert "script" not in found.description_html
    assert "onclick" not in found.description_html
    assert found.description_html.startswith("<p>Tom &amp; Jerry &gt; all</p><p>Hi</p><p>a</p><p>b</p>")
    assert "<b>" not in found.description_html
    assert offer(description="one text").description_html == "<p>one text</p>"
    assert offer(description=None).description_html == ""
    assert offer(description="['a', 'b']").description_html == "<p>a</p><p>b</p>"


@pytest.mark.parametrize(
    ("value", "rating"), [(None, None), (4.5, 4.5), ("4.5", 4.5), (0, None), (5.1, None), ("good", None), (-1, None)]
)
def test_ratings(value: object, rating: float | None) -> None:
    assert offer(average_rating=value).rating == rating


@pytest.mark.parametrize(("value", "count"), [(None, 0), (3, 3), ("1,234", 1234), (-1, 0), ("x", 0), ([], 0), (2.0, 2)])
def test_rating_counts(value: object, count: int) -> None:
    assert offer(rating_number=value).review_count == count


def test_pictures_of_both_releases() -> None:
    rows = [{"large": f"https://img.example/{number}.jpg"} for number in range(9)]
    assert [one.source for one in offer(images=rows).images] == [
        f"https://img.example/{number}.jpg" for number in range(4)
    ]
    table = {
        "hi_res": [None, "https://img.example/h.jpg"],
        "large": ["https://img.example/l.jpg", None],
        "thumb": ["", ""],
    }
    assert [one.source for one in offer(images=table).images] == [
        "https://img.example/l.jpg",
        "https://img.example/h.jpg",
    ]
    assert offer(images="none").images == ()


def test_bought_together() -> None:
    assert offer(bought_together=["B1", "B2", "B1", None, "not an id!"]).bought_together == ("B1", "B2")
    assert offer(bought_together="B1").bought_together == ()


def test_brand_of_details_where_the_store_is_missing() -> None:
    assert offer(store=None, details={"Brand": "Acme"}).brand == "Acme"
    assert offer(store="", details={}).brand is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=15),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(PRODUCT, JSON)), st.booleans())
def test_any_record_becomes_a_valid_offer_or_is_refused(record: dict[str, Any], whole: bool) -> None:
    try:
        found = offer(**record) if whole else offer_of(product_parts(record, ImportTally()), 1)
    except Refused:
        return
    again = validated(found)
    assert again == found
    assert again.model_dump_json() == found.model_dump_json()
    record = {**PRODUCT, **record} if whole else record
    prepared, checked = ProductReading().row(record, ImportTally()), prepare_offer(found)
    assert prepared == checked
    assert prepared.numbered_payload(found.id, 1) == record_json(found)


def test_products_are_numbered_as_they_come_and_the_first_of_an_id_is_kept(tmp_path: Path) -> None:
    rows = [
        {**PRODUCT, "parent_asin": asin, "title": title}
        for asin, title in (("B1", "one"), ("B2", "two"), ("b1", "again"), ("B3", ""), ("B4", "four"))
    ]
    file = tmp_path / "meta.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    tally = ImportTally(tmp_path / "rejects.jsonl")
    with tally:
        found = list(read_products([file], tally))
    assert [(one.number, one.title) for one in found] == [(1, "one"), (2, "two"), (3, "four")]
    assert tally.refused == {"duplicate parent_asin": 1, "the title is empty": 1}
    rejects = [json.loads(line) for line in (tmp_path / "rejects.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["file"], row["line"]) for row in rejects] == [("meta.jsonl", 3), ("meta.jsonl", 4)]
    assert rejects[0] == {"file": "meta.jsonl", "line": 3, "reason": "duplicate parent_asin", "detail": "b1"}
