"""From a shop's data to what its storefront says, and what of it does not hold together."""

from __future__ import annotations

import pytest
from shop_samples import make_data, make_product

from shopworld.shop.data import content_of
from shopworld.shop.data.checking import contradictions


def menu_of(*urls: str) -> list[tuple[str, str]]:
    entries = [{"title": f"Entry {place}", "url": url} for place, url in enumerate(urls)]
    content = content_of(make_data(navigation={"main-menu": entries}), ("faq",))
    return [(one.type, one.handle) for one in content.menu("main-menu")]


@pytest.mark.parametrize(
    ("url", "leads"),
    [
        ("/", ("home", "")),
        ("/collections/all", ("all_products", "")),
        ("/collections", ("all_products", "")),
        ("/collections/clothing?sort_by=manual", ("collection", "clothing")),
        ("https://www.thread-and-thimble.com/collections/Clothing/", ("collection", "clothing")),
        ("/collections/clothing/products/tea-towel", ("product", "tea-towel")),
        ("/products/tea-towel", ("product", "tea-towel")),
        ("/pages/about-us", ("page", "about-us")),
        ("/pages/contact", ("page", "contact")),
        ("/pages/faq", ("page", "faq")),
        ("/policies/refund-policy", ("policy", "refund-policy")),
        ("/blogs/journal", ("blog", "journal")),
        ("/blogs/journal/washing-linen", ("article", "journal/washing-linen")),
        ("/search", ("search", "")),
    ],
)
def test_menu_entries_know_what_they_lead_to(url: str, leads: tuple[str, str]) -> None:
    assert menu_of(url) == [leads]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "#",
        "/collections/unknown",
        "/products/unknown",
        "/pages/unknown",
        "https://elsewhere.example/collections/clothing",
        "//elsewhere.example/",
        "http://[broken",
        "javascript:alert(1)",
        "mailto:us@example.org",
        "/account/login",
    ],
)
def test_entries_that_lead_nowhere_are_left_out(url: str) -> None:
    assert menu_of(url) == []


def test_a_heading_with_entries_below_it_stays() -> None:
    below = [{"title": "Clothing", "url": "/collections/clothing"}]
    content = content_of(make_data(navigation={"main-menu": [{"title": "More", "url": "#", "children": below}]}))
    [heading] = content.menu("main-menu")
    assert (heading.type, [one.handle for one in heading.children]) == ("none", ["clothing"])


def test_texts_are_sanitised() -> None:
    page = {"title": "A <b>page</b>", "handle": "a-page", "body_html": "<h1>Hello</h1><iframe src='//x'></iframe>"}
    content = content_of(make_data(pages=[page]))
    [found] = content.pages
    assert (found.title, found.body_html) == ("A page", "<h2>Hello</h2>")
    assert content.page("a-page") == found
    assert content.page("none") is None


def test_articles_collections_and_locations_are_found() -> None:
    content = content_of(make_data())
    assert [one.handle for one in content.articles_of("journal")] == ["washing-linen"]
    kitchen = content.collection("kitchen-linen")
    assert kitchen is not None
    assert (kitchen.title, kitchen.description_html) == ("Kitchen", "For the <em>kitchen</em>.")
    assert content.locations[0].name == "Harbour Street"
    assert content.announcements == ("Free shipping on orders over $75",)


def test_a_shop_that_holds_together_has_no_contradictions() -> None:
    products = [one for one in make_data().products if one.handle != "gift-card"]
    assert contradictions(make_data(products=products)) == ()


def test_contradictions_are_told_one_a_line() -> None:
    twice = [{"option1": "S", "price": "1.00"}, {"option1": "S", "price": "2.00"}]
    data = make_data(
        products=[make_product("mug"), make_product("cup"), make_product("bowl", variants=twice)],
        collections=[
            {"title": "Mugs", "handle": "mugs", "product_handles": ["mug", "jug"]},
            {"title": "Same", "handle": "same", "product_handles": ["mug"]},
            {"title": "Nothing", "handle": "nothing", "product_handles": []},
            {"title": "Mugs", "handle": "more-mugs", "product_handles": ["cup"]},
        ],
        navigation={"main-menu": [{"title": "Lost", "url": "/pages/lost"}]},
        articles=[{"title": "Tea", "body_html": "", "product_handles": ["kettle"]}],
        reviews={"jug": []},
    )
    assert contradictions(data) == (
        "collection 'mugs' names 'jug', which products.json does not hold",
        "collection 'mugs' is called 'Mugs (mugs)', as others have its title too",
        "collection 'same' holds the same products as 'mugs'",
        "collection 'nothing' is empty",
        "collection 'more-mugs' is called 'Mugs (more-mugs)', as others have its title too",
        "'bowl' in no collection",
        "product 'bowl' has two variants with the same options",
        "reviews.json names 'jug', which products.json does not hold",
        "menu 'main-menu' has 1 entry that leads nowhere",
        "article 'tea' names 'kettle', which products.json does not hold",
    )
