"""What is read of a site without a browser, and what is said where it cannot be read."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from little_site import PRODUCTS, LittleSite, catalog, endless, item, listing, page, small_shop

from shopworld.arena.explore.prefetch import Pace, PrefetchedSite, SiteAddress, prefetch, read_site
from shopworld.arena.explore.prefetch.markup import Markup
from shopworld.errors import ArenaError


@pytest.fixture
def shop() -> Iterator[LittleSite]:
    with LittleSite(small_shop()) as site:
        yield site


def read(site: LittleSite, folder: Path, *, requests: int = 400, largest: int = 1_000_000) -> PrefetchedSite:
    return prefetch(SiteAddress(site.address), folder, Pace(delay=0, requests=requests), largest=largest)


def test_products_listings_and_prices_are_read_from_pages(shop: LittleSite, tmp_path: Path) -> None:
    found = read(shop, tmp_path)
    assert found.name == "Tin Cup Trading"
    assert {one.title for one in found.products} == {f"Tin kettle number {number}" for number in range(PRODUCTS)}
    assert sorted(one.price or 0 for one in found.products) == [10.0, 11.0, 12.0, 13.0]
    assert {(one.title, one.count, one.is_everything) for one in found.collections} == {
        ("Kettles", 3, False),
        ("All products", PRODUCTS, True),
    }
    assert (found.currency, found.products_total, found.platform) == ("EUR", PRODUCTS, "other")
    assert found.cart == f"{shop.address}basket"


@pytest.mark.parametrize(
    ("currency", "minor", "price", "read_price"),
    [
        ("EUR", 2, "129900", 1299.0),
        ("JPY", 0, "1299", 1299.0),
        ("KWD", 3, "1299", 1.299),
        ("JPY", None, "1299", 1299.0),
    ],
)
def test_prices_of_the_store_interface_are_in_minor_units_of_their_currency(
    shop: LittleSite, tmp_path: Path, currency: str, minor: int | None, price: str, read_price: float
) -> None:
    prices = {"price": price, "regular_price": price, "currency_code": currency, "currency_minor_unit": minor}
    product = {"id": 1, "name": "Kettle", "permalink": f"{shop.address}item/0", "prices": prices}
    shop.routes["/wp-json/wc/store/v1/products"] = lambda asked: json.dumps(
        [product] if asked.get("page", "1") == "1" else []
    ).encode()
    kettle = next(one for one in read(shop, tmp_path).products if one.title == "Kettle")
    assert (kettle.price, kettle.currency) == (read_price, currency)


@pytest.mark.parametrize(
    ("printed", "price", "currency"),
    [
        ("1 299,90 zł", 1299.9, "PLN"),
        ("R$ 1.299,90", 1299.9, "BRL"),
        ("10,– €", 10.0, "EUR"),
        ("Rs. 1,29,900", 129900.0, "INR"),
    ],
)
def test_prices_are_read_in_the_worlds_notations(
    shop: LittleSite, tmp_path: Path, printed: str, price: float, currency: str
) -> None:
    for path, body in shop.routes.items():
        if isinstance(body, str):
            shop.routes[path] = re.sub(r"(?:€|EUR)\s?[\d.,]+|[\d.,]+\s?(?:€|EUR)", printed, body)
    found = read(shop, tmp_path)
    assert {one.price for one in found.products} == {price}
    assert found.currency == currency


def test_a_product_page_is_no_listing_however_many_others_it_shows(shop: LittleSite, tmp_path: Path) -> None:
    others = listing(range(20)).partition("<ul>")[2].partition("</ul>")[0]
    shop.routes["/item/0"] = item(0).replace("</main>", f"<h2>You may also like</h2><ul>{others}</ul></main>")
    home = shop.routes["/"]
    assert isinstance(home, str)
    shop.routes["/"] = home.replace("<nav>", '<nav><a href="/item/0">Our best kettle</a> ')
    assert {one.title for one in read(shop, tmp_path).collections} == {"Kettles", "All products"}


def test_a_page_of_a_product_that_is_sold_out_is_no_listing(shop: LittleSite, tmp_path: Path) -> None:
    others = listing(range(3)).partition("<ul>")[2].partition("</ul>")[0]
    form = item(0).partition("<form")[2].partition("</form>")[0]
    gone = item(0).replace(f"<form{form}</form>", f"<p>Sold out</p><h2>You may also like</h2><ul>{others}</ul>")
    shop.routes["/item/0"] = gone
    home = shop.routes["/"]
    assert isinstance(home, str)
    shop.routes["/"] = home.replace("<nav>", '<nav><a href="/item/0">Our best kettle</a> ')
    assert {one.title for one in read(shop, tmp_path).collections} == {"Kettles", "All products"}


def test_what_can_be_chosen_is_read_from_product_pages(shop: LittleSite, tmp_path: Path) -> None:
    choices = (
        "<fieldset><legend>Lid: none</legend><input type=radio name=lid value=Round>"
        "<input type=radio name=lid value=Flat>"
        '</fieldset><label for=size>Size</label><select id=size name=size><option value="">Choose</option>'
        "<option value=S>S</option><option value=L>L</option></select>"
        "<select name=quantity aria-label=Quantity><option value=1>1</option><option value=2>2</option></select>"
    )
    shop.routes["/item/1"] = item(1).replace("<label>Quantity", f"{choices}<label>Quantity")
    found = {one.title[-1]: one for one in read(shop, tmp_path).products}
    assert [(one.name, one.values) for one in found["1"].options] == [("Lid", ("Round", "Flat")), ("Size", ("S", "L"))]
    assert found["1"].has_variants
    assert not found["2"].has_variants
    assert all(one.detailed for one in found.values())


def test_a_box_with_a_price_and_a_size_guide_is_no_product(shop: LittleSite, tmp_path: Path) -> None:
    shop.routes["/item/1"] = item(1).replace(
        "<p>Boils", '<div><b>€11.00</b> <a href="/sizes">Size guide</a></div><p>Boils'
    )
    assert f"{shop.address}sizes" not in {one.url for one in read(shop, tmp_path).products}


def test_a_second_try_asks_for_nothing_that_was_read_before(shop: LittleSite, tmp_path: Path) -> None:
    first = read(shop, tmp_path)
    shop.asked.clear()
    assert read(shop, tmp_path) == first.model_copy(update={"requests": 0})
    assert shop.asked == []
    assert read_site(tmp_path).products == first.products


def test_a_try_that_was_cut_off_goes_on_where_it_stopped(shop: LittleSite, tmp_path: Path) -> None:
    whole = read(shop, tmp_path / "whole")
    cut = read(shop, tmp_path / "cut", requests=9)
    assert any("budget" in one.reason for one in cut.omissions)
    asked = len(shop.asked)
    again = read(shop, tmp_path / "cut")
    assert again.products == whole.products
    assert again.collections == whole.collections
    assert len(shop.asked) - asked < whole.requests


def test_a_kept_answer_that_is_broken_is_asked_for_again(shop: LittleSite, tmp_path: Path) -> None:
    first = read(shop, tmp_path)
    for kept in (tmp_path / "pages").iterdir():
        kept.write_bytes(kept.read_bytes()[:40])
    assert read(shop, tmp_path).products == first.products


def test_what_robots_txt_forbids_is_not_asked_for(shop: LittleSite, tmp_path: Path) -> None:
    shop.routes["/robots.txt"] = (200, "text/plain", "User-agent: *\nDisallow: /kettles\n")
    found = read(shop, tmp_path)
    assert not any(path.startswith("/kettles") for path in shop.asked)
    assert any("/kettles" in one.what and "robots.txt" in one.reason for one in found.omissions)
    assert len(found.products) == PRODUCTS


def test_a_site_that_forbids_programs_is_not_read(shop: LittleSite, tmp_path: Path) -> None:
    shop.routes["/robots.txt"] = (200, "text/plain", "User-agent: *\nDisallow: /\n")
    with pytest.raises(ArenaError, match=r"robots.txt of 127.0.0.1 forbids its home page to programs"):
        read(shop, tmp_path)
    assert shop.asked == ["/robots.txt"]


def test_robots_txt_that_cannot_be_read_stops_all(shop: LittleSite, tmp_path: Path) -> None:
    shop.routes["/robots.txt"] = (503, "text/plain", "later")
    with pytest.raises(ArenaError, match=r"answers 503 to robots.txt"):
        read(shop, tmp_path)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((403, "text/html", "<h1>Forbidden</h1>"), "status 403"),
        ((429, "text/html", "slow down"), "status 429"),
        ((200, "text/html", "<title>Just a moment...</title><p>Checking your browser"), "a challenge"),
        ((200, "text/html", "<html><h1>Please verify you are a human</h1></html>"), "a check for humans"),
        ((200, "text/html", "<html><form>Enter store password <input></form></html>"), "a password page"),
    ],
)
def test_a_site_that_blocks_is_named_as_such(
    shop: LittleSite, tmp_path: Path, answer: tuple[int, str, str], reason: str
) -> None:
    shop.routes["/"] = answer
    with pytest.raises(ArenaError, match=f"blocks programs: .*{reason}"):
        read(shop, tmp_path)


def test_a_site_that_is_not_there_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(ArenaError, match=rf"127.0.0.1:{port}/robots.txt does not answer"):
            prefetch(SiteAddress(f"http://127.0.0.1:{port}/"), tmp_path / "source", Pace(delay=0))
    assert not (tmp_path / "source").exists()


@pytest.mark.parametrize("text", ["", "http://", "ftp://shop.example/", "http://shop.example:99999/", "a shop"])
def test_what_is_no_address_is_told(text: str) -> None:
    with pytest.raises(ArenaError, match="no web address"):
        SiteAddress(text)


def test_a_home_page_that_is_an_error_or_no_page_is_told(shop: LittleSite, tmp_path: Path) -> None:
    shop.routes["/"] = (404, "text/html", "<h1>Nothing here</h1>")
    with pytest.raises(ArenaError, match="answers 404"):
        read(shop, tmp_path / "1")
    shop.routes["/"] = b"{}"
    with pytest.raises(ArenaError, match="is application/json, expected a web page"):
        read(shop, tmp_path / "2")


def test_a_page_of_ten_megabytes_is_not_read(shop: LittleSite, tmp_path: Path) -> None:
    shop.routes["/kettles"] = page("<p>" + "kettle " * 1_500_000)
    found = read(shop, tmp_path, largest=10_000_000)
    assert any(one.what == "/kettles" and "more than 10,000,000" in one.reason for one in found.omissions)
    assert len(found.products) == PRODUCTS
    with pytest.raises(ArenaError, match="the home page is too large"):
        read(shop, tmp_path / "small", largest=500)


def test_pagination_without_end_is_left(shop: LittleSite, tmp_path: Path) -> None:
    shop.routes["/all"] = endless
    found = read(shop, tmp_path)
    assert any("goes on without new products" in one.reason for one in found.omissions)
    assert sum(path.startswith("/all") for path in shop.asked) <= 3
    assert len(found.products) == 8


def test_ten_thousand_products_are_read_from_an_end_point(shop: LittleSite, tmp_path: Path) -> None:
    shop.routes["/products.json"] = catalog(10_000)
    found = read(shop, tmp_path)
    assert (len(found.products), found.products_total, found.platform) == (10_000, 10_000, "shopify-like")
    assert sum(one.has_variants for one in found.products) == 5_000
    assert found.sources == ("products.json",)


def test_an_end_point_that_answers_the_same_page_for_ever_is_left(shop: LittleSite, tmp_path: Path) -> None:
    same = catalog(250)({})
    shop.routes["/products.json"] = same
    assert len(read(shop, tmp_path).products) == 250
    assert sum("products.json" in path for path in shop.asked) <= 3


def test_a_page_that_leads_to_another_site_is_not_followed(shop: LittleSite, tmp_path: Path) -> None:
    shop.routes["/kettles"] = (302, "text/html", "http://elsewhere.example/")
    found = read(shop, tmp_path)
    assert any(one.what == "/kettles" and "another site" in one.reason for one in found.omissions)


def test_what_pages_of_products_say_completes_what_is_known(shop: LittleSite, tmp_path: Path) -> None:
    table = (
        "<table><tr><th>Brand</th><td>Potter</td></tr><tr><th>Product type</th><td>Kettle</td></tr>"
        "<tr><th>Material</th><td>Tin</td></tr><tr><th>Availability</th><td>Sold out</td></tr></table>"
    )
    shop.routes["/item/1"] = item(1).replace("</main>", f"{table}</main>")
    found = {one.title[-1]: one for one in read(shop, tmp_path).products}
    assert (found["1"].vendor, found["1"].product_type, found["1"].available) == ("Potter", "Kettle", False)
    assert [(one.name, one.value) for one in found["1"].facts] == [("Material", "Tin")]


def test_all_pages_of_all_listings_are_read_where_details_are_wanted(shop: LittleSite, tmp_path: Path) -> None:
    def pages(parameters: dict[str, str]) -> str:
        if parameters.get("page"):
            return listing(range(2, 4))
        return listing(range(2), "/kettles?page=2").replace("<ul>", "<p>4 products</p><ul>")

    shop.routes["/kettles"] = pages
    address = SiteAddress(shop.address)
    few = prefetch(address, tmp_path / "few", Pace(delay=0))
    all_of_it = prefetch(address, tmp_path / "all", Pace(delay=0), details=100)
    count = [len(one.products) for site in (few, all_of_it) for one in site.collections if one.title == "Kettles"]
    assert count == [2, 4]


@pytest.mark.parametrize("words", ["Set of 4 for £399.00", "iPhone 15 für 399,00 £", "2 for £399.00"])
def test_a_price_behind_a_number_of_pieces_is_the_price_where_there_is_no_other(words: str) -> None:
    cards = "".join(
        f'<li><a href="/item/{at}"><img src="/p.png" alt=""><h3>Chair {at}</h3></a><p>{words}</p></li>'
        for at in range(4)
    )
    found = Markup(page(f"<main><ul>{cards}</ul></main>"), "http://shop.example/a", SiteAddress("http://shop.example/"))
    assert [(one.price, one.currency) for one in found.cards()] == [(399.0, "GBP")] * 4


@pytest.mark.parametrize(
    ("printed", "stated", "currency"),
    [
        ("€20.00", "USD", "EUR"),
        ("$20.00", "CAD", "CAD"),
        ("$20.00", "EUR", "USD"),
        ("€20.00", "dollars", "EUR"),
        ("$20.00", "our best price", "USD"),
        ("US$20.00", "CAD", "USD"),
        ("20,00 kr", "NOK", "NOK"),
    ],
)
def test_the_head_of_a_page_says_which_currency_an_ambiguous_sign_is(
    shop: LittleSite, tmp_path: Path, printed: str, stated: str, currency: str
) -> None:
    head = f'<head><meta property="product:price:currency" content="{stated}">'
    for path, body in shop.routes.items():
        if isinstance(body, str):
            shop.routes[path] = re.sub(r"(?:€|EUR)\s?[\d.,]+|[\d.,]+\s?(?:€|EUR)", printed, body).replace(
                "<head>", head
            )
    assert {(one.price, one.currency) for one in read(shop, tmp_path).products} == {(20.0, currency)}
