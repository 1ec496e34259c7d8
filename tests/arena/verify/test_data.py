"""Faults of the data are found, with entry and cure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from breakable_shop import BreakableShop

from shopworld.arena.verify import Finding

Ask = Callable[..., list[Finding]]


def _free(products: list[dict[str, Any]]) -> None:
    products[4]["variants"][0]["price"] = "0.00"


def _dearer_than_before(products: list[dict[str, Any]]) -> None:
    products[4]["variants"][0]["compare_at_price"] = "0.01"


def _silent(products: list[dict[str, Any]]) -> None:
    products[4]["description_html"] = "<p> </p>"


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (_free, "costs nothing"),
        (_dearer_than_before, "has a compare-at price that is lower than its price"),
        (_silent, "has no description"),
    ],
)
def test_a_faulty_product_is_named(
    shop: BreakableShop, ask: Ask, change: Callable[[list[dict[str, Any]]], None], what: str
) -> None:
    shop.data("products.json", change)
    [found] = ask(shop, "data")
    assert (found.area, found.severity, found.what) == ("product", "error", what)
    assert found.place.startswith("data/products.json, [4] '")


def test_products_that_nobody_can_tell_apart_are_a_warning(shop: BreakableShop, ask: Ask) -> None:
    shop.data("products.json", lambda products: products[1].update(title=products[0]["title"]))
    [found] = ask(shop, "data")
    assert found.severity == "warning"
    assert found.what.startswith("2 products are called")


def test_an_empty_and_a_doubled_collection_are_named(shop: BreakableShop, ask: Ask) -> None:
    def change(collections: list[dict[str, Any]]) -> None:
        collections[0]["product_handles"] = []
        collections[2]["product_handles"] = collections[1]["product_handles"]

    shop.data("collections.json", change)
    found = ask(shop, "data", areas=("collections",))
    assert {one.area for one in found} == {"collections"}
    assert ["is empty" in one.what for one in found].count(True) == 1
    assert ["holds the same products as" in one.what for one in found].count(True) == 1


def test_a_menu_that_leads_nowhere_is_named(shop: BreakableShop, ask: Ask) -> None:
    shop.data(
        "navigation.json",
        lambda menus: menus["main-menu"].append({"title": "Lost", "url": "/collections/lost", "type": "COLLECTION"}),
    )
    [found] = ask(shop, "data")
    assert (found.area, found.what) == ("shell", "menu 'main-menu' has 1 entry that leads nowhere")


def test_a_shop_without_menu_is_named(shop: BreakableShop, ask: Ask) -> None:
    shop.data("navigation.json", lambda menus: menus.pop("main-menu"))
    assert "there is no menu 'main-menu'" in [one.what for one in ask(shop, "data")]
