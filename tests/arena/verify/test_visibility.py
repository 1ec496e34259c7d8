"""What the data of a shop cannot show is demanded of nobody."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from breakable_shop import BreakableShop

from shopworld.arena.verify.subject import VerifiedShop
from shopworld.arena.verify.visibility import unseen
from shopworld.shop.capabilities import Capabilities, Filter
from shopworld.shop.folder import read_shop_folder

Opened = Callable[[Callable[[dict[str, Any]], None]], VerifiedShop]


@pytest.fixture
def opened(shop: BreakableShop) -> Iterator[Callable[..., VerifiedShop]]:
    """Opens the shop with something changed in a JSON file of its folder."""
    subjects: list[VerifiedShop] = []

    def edit(name: str = "", change: Callable[[Any], Any] = lambda data: data) -> VerifiedShop:
        if name:
            file = shop.path / name
            file.write_text(json.dumps(change(json.loads(file.read_text()))))
        subjects.append(VerifiedShop(read_shop_folder(shop.path)).__enter__())
        return subjects[-1]

    yield edit
    for one in subjects:
        one.__exit__(None, None, None)


def with_listing(subject: VerifiedShop, **values: object) -> Capabilities:
    listing = subject.capabilities.collection.model_copy(update=values)
    return subject.capabilities.model_copy(update={"collection": listing})


def test_a_second_page_is_seen_only_where_a_page_is_full(opened: Callable[..., VerifiedShop]) -> None:
    subject = opened()
    sold = len(subject.folder.data.products)
    for name in ("collection.pagination", "collection.page_size"):
        assert unseen(name, with_listing(subject, page_size=4), "none", subject) == ""
        reason = unseen(name, with_listing(subject, page_size=24), "none", subject)
        assert reason == f"not visible with {sold} products: the longest listing has {sold}, a page 24"


def test_rows_need_as_many_products_as_columns(opened: Callable[..., VerifiedShop]) -> None:
    def of_two(products: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [one | {"status": "active" if at < 2 else "draft"} for at, one in enumerate(products)]

    subject = opened("data/products.json", of_two)
    assert "has 2, a row 4" in unseen("collection.columns_desktop", subject.capabilities, 2, subject)


def test_a_filter_for_what_no_product_has_is_not_demanded(opened: Callable[..., VerifiedShop]) -> None:
    def add(data: dict[str, Any]) -> dict[str, Any]:
        data["collection"]["filters"].append({"name": "voltage", "control": "checkbox"})
        return data

    subject = opened("spec/capabilities.json", add)
    others = [one.model_dump(mode="json") for one in subject.capabilities.collection.filters[:-1]]
    assert unseen("collection.filters", subject.capabilities, others, subject).endswith("none of them has voltage")
    assert unseen("collection.filters", subject.capabilities, others[:-1], subject) == ""
    wanted = with_listing(subject, filters=(Filter(name="price"),))
    assert unseen("collection.filters", wanted, [], subject) == ""


def test_selectors_need_something_to_choose(opened: Callable[..., VerifiedShop]) -> None:
    subject = opened()
    product = subject.capabilities.product.model_copy(update={"variant_selectors": ("size_button", "radio_buttons")})
    wanted = subject.capabilities.model_copy(update={"product": product})
    assert unseen("product.variant_selectors", wanted, ["dropdown"], subject) == ""

    def plain(products: list[dict[str, Any]]) -> list[dict[str, Any]]:
        first = {"option1": "Default Title", "option2": None, "option3": None}
        return [one | {"options": [], "variants": [one["variants"][0] | first]} for one in products]

    subject = opened("data/products.json", plain)
    told = unseen("product.variant_selectors", subject.capabilities, None, subject)
    assert told.endswith("none of them has anything to choose")


def test_pictures_reviews_and_menus_are_counted(opened: Callable[..., VerifiedShop]) -> None:
    subject = opened()
    for name in ("product.gallery_style", "product.has_reviews", "site_shell.nav_depth", "product.has_recommendations"):
        assert unseen(name, subject.capabilities, None, subject) == "", name
    subject = opened("data/reviews.json", lambda _: {})
    assert unseen("product.has_reviews", subject.capabilities, False, subject).endswith("none of them has reviews")
    subject = opened("data/products.json", lambda data: [one | {"images": one["images"][:1]} for one in data])
    assert "one picture" in unseen("product.gallery_style", subject.capabilities, None, subject)

    def flat(menus: dict[str, Any]) -> dict[str, Any]:
        return menus | {"main-menu": [one | {"children": []} for one in menus["main-menu"]]}

    subject = opened("data/navigation.json", flat)
    assert "is 1 deep" in unseen("site_shell.nav_depth", subject.capabilities, 1, subject)


def test_what_data_does_not_decide_is_always_demanded(opened: Callable[..., VerifiedShop]) -> None:
    subject = opened()
    assert unseen("cart.type", subject.capabilities, "page", subject) == ""
