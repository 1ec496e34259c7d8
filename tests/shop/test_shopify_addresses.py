"""A shop with Shopify's addresses: every page is at its address, every link leads to a page."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import pytest
from corner_shop import Shopper
from selectolax.lexbor import LexborHTMLParser
from shop_samples import make_data, make_product

from shopworld.catalog.query import Sort
from shopworld.shop import Storefront
from shopworld.shop.data import write_shop_data
from shopworld.shop.importing import import_shop
from shopworld.shop.schemes import SHOPIFY, WOOCOMMERCE, product_slug

MANY = tuple(f"cup-{number}" for number in range(1, 31))


@pytest.fixture(scope="module")
def storefront(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Storefront]:
    """An imported shop of 34 products, thirty of them cups."""
    folder = tmp_path_factory.mktemp("shopify")
    data = make_data()
    cups = [make_product(handle, f"{4 + place}.00") for place, handle in enumerate(MANY)]
    collection = {"title": "Cups", "handle": "cups-and-mugs", "product_handles": MANY}
    data = make_data(products=[*data.products, *cups], collections=[*data.collections, collection])
    write_shop_data(data, folder / "data")
    shop = import_shop(folder / "data", folder / "shop").folder
    with shop.open_catalog() as catalog:
        yield Storefront(shop.specification, catalog)


@pytest.fixture
def shopper(storefront: Storefront) -> Shopper:
    """Somebody with an empty cart."""
    return Shopper(storefront)


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/collections/all", "All products"),
        ("/collections/cups-and-mugs", "Cups"),
        ("/products/linen-shirt", "Linen Shirt"),
        ("/search?q=apron", "Search results for “apron”"),
        ("/cart", "Cart"),
        ("/pages/about-us", "Our story"),
        ("/pages/contact", "Contact"),
        ("/policies/refund-policy", "Refund policy"),
        ("/blogs/journal/washing-linen", "Washing linen"),
    ],
)
def test_pages_are_at_their_addresses(shopper: Shopper, path: str, heading: str) -> None:
    title = shopper.page(path).css_first("main h1")
    assert title is not None
    assert title.text().strip() == heading
    assert shopper.episode.events[0].payload.model_dump()["path"] == path


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/collections", "/collections/all"),
        ("/collections/", "/collections"),
        ("/Products/Linen-Shirt/", "/products/linen-shirt"),
        ("/products/linen-shirt.", "/products/linen-shirt"),
        ("/collections/clothing/products/linen-shirt", "/products/linen-shirt"),
        ("/policies/contact", "/pages/contact"),
        ("/checkout", "/cart"),
    ],
)
def test_other_ways_to_write_an_address_lead_to_it(shopper: Shopper, path: str, location: str) -> None:
    answer = shopper.get(path, follow=False)
    assert answer.is_redirect
    assert answer.headers["location"] == location


@pytest.mark.parametrize("path", ["/product/linen-shirt/", "/shop/", "/product-category/cups/", "/products/none"])
def test_addresses_of_the_other_scheme_are_not_there(shopper: Shopper, path: str) -> None:
    assert shopper.get(path).status_code == 404


def test_pages_and_sorts_of_a_listing_stand_in_the_query(shopper: Shopper) -> None:
    address = "/collections/cups-and-mugs?sort_by=price-descending"
    prices = [node.text() for node in shopper.page(address).css("main .price-now")]
    assert "33.00" in prices[0]
    later = [node.text() for node in shopper.page(f"{address}&page=2").css("main .price-now")]
    assert later
    assert not any(text in prices for text in later)
    assert shopper.get("/collections/cups-and-mugs?sort_by=nonsense").status_code == 200


def test_every_link_leads_to_a_page(shopper: Shopper) -> None:
    seen: set[str] = set()
    waiting = ["/"]
    while waiting:
        path = waiting.pop()
        answer = shopper.get(path)
        assert answer.status_code == 200, path
        for node in LexborHTMLParser(answer.text).css("a[href]"):
            target = urljoin(path, node.attributes["href"] or "")
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            address = parts.path + (f"?{parts.query}" if parts.query and len(seen) < 150 else "")
            if address not in seen:
                seen.add(address)
                waiting.append(address)
    paths = {one.partition("?")[0] for one in seen}
    assert {"/collections/clothing", "/collections/kitchen-linen", "/pages/about-us", "/blogs/journal"} <= paths
    assert {f"/products/{handle}" for handle in ("linen-shirt", "gift-card", *MANY)} <= paths
    assert not any(one.startswith(("/product/", "/shop", "/product-category")) for one in paths)
    assert not any(one != "/" and one.endswith("/") for one in paths)


def test_buying_goes_through_the_same_forms(shopper: Shopper) -> None:
    form = {"offer": "1", "quantity": "2", "option_1": "M", "option_2": "White", "return_path": "/products/linen-shirt"}
    answer = shopper.post("/cart/add", form, follow=False)
    assert answer.headers["location"] == "/products/linen-shirt"
    [line] = shopper.state.lines.values()
    assert (line.quantity, line.price) == (2, 5200)
    assert "Linen Shirt" in shopper.get("/cart").text
    assert shopper.get("/checkout").status_code == 200


def test_a_refused_form_returns_to_the_product(shopper: Shopper) -> None:
    answer = shopper.post("/cart/add", {"offer": "1", "quantity": "1"}, follow=False)
    assert answer.headers["location"] == "/products/linen-shirt"


def test_suggestions_lead_to_shopifys_addresses(shopper: Shopper) -> None:
    answer = shopper.get("/search/suggest?q=cup", headers={"accept": "application/json"})
    paths = [one["path"] for one in answer.json()["suggestions"]]
    assert "/collections/cups-and-mugs" in paths
    assert any(path.startswith("/products/cup-") for path in paths)


@pytest.mark.parametrize("addresses", [SHOPIFY, WOOCOMMERCE])
def test_addresses_are_canonical_and_read_back(addresses: object) -> None:
    there = SHOPIFY if addresses is SHOPIFY else WOOCOMMERCE
    paths = [
        there.product("linen-shirt"),
        there.category(("cups", "small")),
        there.policy("refund-policy"),
        there.policy("faq"),
        there.policy("contact"),
        there.article("journal", "washing"),
        there.order("12345"),
        there.all_products,
        there.cart,
        there.checkout,
    ]
    assert [there.canonical(path) for path in paths] == paths
    assert product_slug(paths[0]) == "linen-shirt"
    assert there.category_of(paths[1]) == ("cups", "small")
    assert all(there.shows_page(path) for path in paths)
    assert not any(there.shows_page(path) for path in there.forms)
    assert {there.sort_of(word) for word in there.sort_words.values()} == set(Sort)
