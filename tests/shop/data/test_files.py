"""Files of a shop's data: what is written is read, what others write is read too, faults are named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shop_samples import make_data, make_product, shirt

from shopworld.errors import InputError
from shopworld.shop.data import ProductData, read_collections, read_products, read_shop_data, write_shop_data


def products_in(folder: Path, content: Any) -> tuple[ProductData, ...]:
    file = folder / "products.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return read_products(file)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    data = make_data()
    write_shop_data(data, tmp_path)
    assert read_shop_data(tmp_path) == data
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    write_shop_data(read_shop_data(tmp_path), tmp_path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_files_beside_store_and_products_may_be_missing(tmp_path: Path) -> None:
    write_shop_data(make_data(), tmp_path)
    for name in ("collections", "navigation", "pages", "policies", "articles", "reviews"):
        (tmp_path / f"{name}.json").unlink()
    data = read_shop_data(tmp_path)
    assert len(data.products) == 4
    assert (data.collections, data.navigation, data.reviews) == ((), {}, {})


def test_products_as_shopify_serves_them_are_read(tmp_path: Path) -> None:
    served = {
        "id": 8123456789012,
        "title": "Enamel Mug",
        "handle": "Enamel-Mug",
        "body_html": "<p>Holds coffee.</p>",
        "published_at": "2025-03-04T09:30:00-05:00",
        "vendor": None,
        "product_type": "Mugs",
        "tags": "camp, enamel , ",
        "variants": [
            {"id": 1, "title": "Default Title", "option1": "Default Title", "price": 18, "compare_at_price": ""}
        ],
        "images": ["https://cdn.example/mug.jpg", {"src": "https://cdn.example/mug2.jpg", "alt": None}],
        "options": [{"name": "Title", "position": 1, "values": ["Default Title"]}],
        "something_new": {"nested": True},
    }
    [product] = products_in(tmp_path, {"products": [served]})
    assert (product.handle, product.description_html, product.vendor) == ("enamel-mug", "<p>Holds coffee.</p>", "")
    assert product.tags == ("camp", "enamel")
    assert [image.src[-7:] for image in product.images] == ["mug.jpg", "ug2.jpg"]
    assert (product.variants[0].price, product.variants[0].compare_at_price) == ("18.00", None)
    assert product.variants[0].available
    assert not product.has_options


def test_exports_of_the_administration_are_read(tmp_path: Path) -> None:
    counted = {"inventory_management": "shopify", "inventory_policy": "deny"}
    variants = [
        {"option1": 42, "option2": "", "price": "9.00", "inventory_quantity": 3, **counted},
        {"option1": "43", "option3": None, "price": "9.00", "inventory_quantity": 0, **counted},
        {"option1": "44", "price": "9.00", "inventory_quantity": 0, **counted, "inventory_policy": "continue"},
        {"option1": "45", "price": "9.00", "inventory_quantity": 0, "inventory_management": None},
    ]
    exported = {**make_product("boot", variants=variants), "options": {"name": "Size", "values": ["42"]}}
    [product] = products_in(tmp_path, [{**exported, "id": "16050375155238626683133099", "image": None}])
    assert [one.options for one in product.variants] == [("42",), ("43",), ("44",), ("45",)]
    assert [one.available for one in product.variants] == [True, False, True, True]
    assert [one.name for one in product.options] == ["Size"]


@pytest.mark.parametrize(
    ("written", "price"), [("12.5", "12.50"), (12, "12.00"), (12.499, "12.50"), ("1,299.00", "1299.00"), ("$8", "8.00")]
)
def test_prices_are_read_as_shops_write_them(tmp_path: Path, written: object, price: str) -> None:
    [product] = products_in(tmp_path, [make_product("mug", written)])
    assert product.variants[0].price == price


@given(st.integers(min_value=0, max_value=10**9))
def test_prices_as_numbers_and_as_text_are_the_same(amount: int) -> None:
    as_text, as_number = (
        ProductData.model_validate(make_product("mug", price))
        for price in (f"{amount // 100}.{amount % 100:02d}", amount / 100)
    )
    assert as_text == as_number


def broken(**changes: Any) -> list[dict[str, Any]]:
    return [make_product("first"), {**make_product("mug"), **changes}]


@pytest.mark.parametrize(
    ("content", "field", "message"),
    [
        (broken(variants=[{"price": "cheap"}]), "[1].variants[0].price", 'found "cheap", expected a price such as'),
        (broken(variants=[{"title": "S"}]), "[1].variants[0].price", "is missing"),
        (broken(variants=[]), "[1].variants", "at least 1 item"),
        (broken(title=7), "[1].title", "found 7, expected a valid string"),
        (broken(handle="two words"), "[1].handle", "expected a handle such as 'linen-shirt'"),
        (broken(handle="../up"), "[1].handle", "expected a handle such as 'linen-shirt'"),
        (broken(handle="first"), "[1].handle", "found 'first', which entry 0 has already"),
        (broken(published_at="yesterday"), "[1].published_at", "expected a day such as '2026-03-01'"),
        (broken(details={"kindd": "mug"}), "[1].details.kindd", "not permitted"),
        ({"items": []}, None, "expected a list"),
        (17, None, "found 17, expected a list"),
    ],
)
def test_a_fault_names_entry_field_and_what_was_expected(
    tmp_path: Path, content: object, field: str | None, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        products_in(tmp_path, content)
    assert caught.value.field == field
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path / "products.json"))


def test_a_file_that_is_no_json_names_its_line(tmp_path: Path) -> None:
    file = tmp_path / "collections.json"
    file.write_text('[\n  {"title": "Mugs",}\n]', encoding="utf-8")
    with pytest.raises(InputError, match="not JSON") as caught:
        read_collections(file)
    assert caught.value.line == 2


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"store\.json: cannot be read"):
        read_shop_data(tmp_path)
    (tmp_path / "store.json").write_text('{"name": "Shop"}', encoding="utf-8")
    with pytest.raises(InputError, match=r"products\.json: is missing"):
        read_shop_data(tmp_path)


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"rating": 6}, "mug[0].rating", "found 6, expected less than or equal to 5"),
        ({"written_on": "last summer"}, "mug[0].written_on", "expected a day such as '2026-03-01'"),
        ({"written_on": None}, "mug[0].written_on", "found null, expected a valid string"),
    ],
)
def test_a_fault_in_a_review_names_the_product(
    tmp_path: Path, changes: dict[str, Any], field: str, message: str
) -> None:
    write_shop_data(make_data(), tmp_path)
    review = {"author": "Ines", "rating": 5, "body": "Good.", "written_on": "2026-04-02", **changes}
    (tmp_path / "reviews.json").write_text(json.dumps({"mug": [review]}), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_shop_data(tmp_path)
    assert caught.value.field == field
    assert message in str(caught.value)


def test_menus_may_keep_their_entries_below_a_title(tmp_path: Path) -> None:
    write_shop_data(make_data(), tmp_path)
    menu = {"main-menu": {"title": "Main", "items": [{"title": "Kitchen", "url": "/collections/kitchen-linen"}]}}
    (tmp_path / "navigation.json").write_text(json.dumps(menu), encoding="utf-8")
    assert [one.title for one in read_shop_data(tmp_path).navigation["main-menu"]] == ["Kitchen"]


def test_a_handle_is_made_of_the_title_where_none_is_given(tmp_path: Path) -> None:
    without = {key: value for key, value in shirt().items() if key != "handle"}
    assert products_in(tmp_path, [without])[0].handle == "linen-shirt"
