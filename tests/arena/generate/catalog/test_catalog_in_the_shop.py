"""What a generated catalog looks like on the pages of its shop."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from page_texts import texts
from selectolax.lexbor import LexborHTMLParser

from shopworld.arena.bundle import read_bundle
from shopworld.arena.generate.pipeline import generate_shop
from shopworld.arena.specifications import shipped_specifications
from shopworld.arena.verify.shopper import VerifyingShopper
from shopworld.shop import Storefront
from shopworld.shop.folder import ShopFolder, read_shop_folder

PRODUCTS = 60


@pytest.fixture(scope="session")
def folder(made_once: Callable[[str, Callable[[Path], Path]], Path]) -> ShopFolder:
    """A clothing shop of 60 products."""

    def make(place: Path) -> Path:
        bundle = read_bundle(shipped_specifications()["clothing"])
        bundle = replace(bundle, style=bundle.style.model_copy(update={"family": "classic"}))
        return generate_shop(bundle, place / "shop", seed=2, products=PRODUCTS).shop.path

    return read_shop_folder(made_once("clothing-shop-for-its-catalog", make))


@pytest.fixture(scope="session")
def page(folder: ShopFolder) -> Iterator[Callable[[str], LexborHTMLParser]]:
    """A page of the shop by its path."""
    with (
        folder.open_catalog() as catalog,
        VerifyingShopper(Storefront(folder.specification, catalog), "reader") as shopper,
    ):

        def read(path: str) -> LexborHTMLParser:
            answer = shopper.get(path)
            assert answer.status == 200, path
            return LexborHTMLParser(answer.text)

        yield read


def data_of(folder: ShopFolder, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((folder.path / "data" / f"{name}.json").read_text(encoding="utf-8"))
    return found


def test_sizes_stand_from_small_to_large_and_each_once(page: Callable[[str], LexborHTMLParser]) -> None:
    labels = page("/collections/women").css("[name='size'], [name='filter.size'], [name*='size']")
    sizes = [str(one.attributes.get("value")) for one in labels if one.attributes.get("type") == "checkbox"]
    order = ["XS", "S", "M", "L", "XL", "XXL"]
    worn = [size for size in sizes if size.upper() in order]
    assert len(worn) >= 4
    assert worn == [size for size in order if size in worn]


def test_a_collection_speaks_in_its_own_words(folder: ShopFolder, page: Callable[[str], LexborHTMLParser]) -> None:
    for one in data_of(folder, "collections")[:5]:
        said = re.sub(r"<[^>]+>", "", one["description_html"]).replace("&amp;", "&")
        assert said in texts(page(f"/collections/{one['handle']}"), "main p")


def test_the_home_page_shows_the_departments_of_the_menu_first(page: Callable[[str], LexborHTMLParser]) -> None:
    [chips] = [one for one in page("/").css("section") if "Shop by category" in one.text()]
    assert [one.text().split()[0] for one in chips.css("a")][:3] == ["Women", "Men", "Kids"]


def test_a_product_shows_the_views_that_it_lists(folder: ShopFolder, page: Callable[[str], LexborHTMLParser]) -> None:
    product = next(one for one in data_of(folder, "products") if not one["is_gift_card"])
    pictures = page(f"/products/{product['handle']}").css(".gallery-stage img")
    assert [one.attributes.get("alt") for one in pictures] == [one["alt"] for one in product["images"]]


def test_cards_say_whether_there_are_options(page: Callable[[str], LexborHTMLParser]) -> None:
    cards = page("/collections/all").css("li.card")
    told = [("Choose options" in one.text()) + ("Add to cart" in one.text()) for one in cards]
    sold_out = ["Out of stock" in one.text() for one in cards]
    assert cards
    assert all(said == (not gone) for said, gone in zip(told, sold_out, strict=True))


def test_american_shops_write_color_and_no_vat(page: Callable[[str], LexborHTMLParser]) -> None:
    text = page("/collections/women").text()
    assert "Color" in text
    assert "Colour" not in text
    assert "VAT" not in text
