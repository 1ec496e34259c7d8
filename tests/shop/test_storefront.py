"""A storefront as a whole: every address answers, nothing breaks it."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from corner_shop import Shopper
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from shopworld.episode import WORLD_START
from shopworld.shop import Storefront
from shopworld.shop.visit import SECONDS_A_PAGE

PAGES = {
    "/": "home",
    "/?s=ssd": "search",
    "/shop/": "category",
    "/product-category/hardware/storage/ssds/": "category",
    "/product/ombra-glide-mouse/": "product",
    "/cart/": "cart",
    "/policies/faq/": "policy",
    "/contact/": "contact",
    "/nothing/": "not_found",
}
FORMS = (
    "/cart/add",
    "/cart/update",
    "/cart/remove",
    "/cart/promotion",
    "/cart/promotion/remove",
    "/newsletter",
    "/cookies",
    "/contact/",
    "/checkout/",
)
FIELDS = (
    "offer",
    "quantity",
    "line",
    "code",
    "return_path",
    "option_1",
    "email",
    "step",
    "billing_zip",
    "payment",
    "card_number",
    "accept",
    "message",
    "name",
)
QUERY = (
    "s",
    "page",
    "orderby",
    "price_min",
    "price_max",
    "brand",
    "rating",
    "attribute.capacity",
    "option_1",
    "reviews",
    "step",
    "q",
)
odd_text = st.text(max_size=30) | st.sampled_from(
    [
        "999999",
        "-1",
        "abc",
        "\x00",
        "1e309",
        "NaN",
        "../../etc/passwd",
        "'; DROP TABLE offer;--",
        "<script>",
        "%",
        "٣",
        "9" * 400,
        "\ud83d",
        "a" * 5_000,
        "//x",
        "{{ 7*7 }}",
        "*",
        '"',
        "(",
        "AND OR NOT",
    ]
).map(lambda text: text.encode("utf-8", "replace").decode())
odd_path = st.lists(
    st.sampled_from(
        [
            "product",
            "product-category",
            "shop",
            "page",
            "cart",
            "checkout",
            "order-received",
            "policies",
            "media",
            "static",
            "fonts",
            "search",
            "suggest",
            "front.svg",
            "900",
            "-1",
            "..",
            ".",
        ]
    )
    | odd_text,
    max_size=5,
).map(lambda parts: "/" + "/".join(quote(part, safe="") for part in parts))


@pytest.mark.parametrize(("path", "page"), PAGES.items())
def test_a_page_is_recorded_with_its_path_and_time(shopper: Shopper, path: str, page: str) -> None:
    answer = shopper.get(path)
    viewed = shopper.episode.events[0]
    links = [str(link.attributes.get("href")) for link in LexborHTMLParser(answer.text).css("[href]")]
    offers = tuple(dict.fromkeys(link.split("/")[2] for link in links if link.startswith("/product/")))
    assert bool(offers) == (page in ("home", "search", "category", "product"))
    assert viewed.payload.model_dump() == {"path": path, "page": page, "status": answer.status_code, "offers": offers}
    assert (viewed.at - WORLD_START).total_seconds() == SECONDS_A_PAGE
    assert viewed.shop == "corner"


@pytest.mark.parametrize("path", PAGES)
def test_head_answers_like_get_and_leaves_no_trace(shopper: Shopper, path: str) -> None:
    answer = shopper.request("HEAD", path)
    assert shopper.episode.events == []
    assert shopper.episode.clock.now == WORLD_START
    assert answer.status_code == shopper.get(path).status_code


@pytest.mark.parametrize("path", PAGES)
def test_the_same_visit_gives_the_same_bytes(storefront: Storefront, path: str) -> None:
    first, second = Shopper(storefront), Shopper(storefront)
    assert first.get(path).content == second.get(path).content
    assert [event.to_json() for event in first.episode.events] == [event.to_json() for event in second.episode.events]


@pytest.mark.parametrize(
    ("path", "allow"), [("/shop/", {"GET", "HEAD"}), ("/cart/add", {"POST"}), ("/checkout/", {"GET", "HEAD", "POST"})]
)
def test_a_method_that_is_not_allowed_names_those_that_are(shopper: Shopper, path: str, allow: set[str]) -> None:
    answer = shopper.request("DELETE", path)
    assert answer.status_code == 405
    assert {one.strip() for one in answer.headers["allow"].split(",")} == allow
    assert "Corner Shop" in answer.text


def test_unknown_query_parameters_are_passed_over(shopper: Shopper) -> None:
    assert shopper.get("/shop/?utm_source=mail&x[]=1&&=&a").status_code == 200


def test_another_kind_of_form_is_refused(shopper: Shopper) -> None:
    answer = shopper.request("POST", "/cart/add", files={"offer": b"1"})
    assert answer.status_code == 415
    assert shopper.request("POST", "/cart/add", content=b"a=" + b"1" * 100_000).status_code == 413
    many = "&".join(f"f{number}=1" for number in range(500)).encode()
    assert shopper.request("POST", "/cart/add", content=many).status_code == 400
    assert shopper.state.lines == {}


@settings(max_examples=120, deadline=None)
@given(odd_path, st.lists(st.tuples(st.sampled_from(QUERY), odd_text), max_size=4))
def test_no_address_breaks_a_shop(storefront: Storefront, path: str, query: list[tuple[str, str]]) -> None:
    answer = Shopper(storefront).request("GET", path, params=query, follow=False)
    assert answer.status_code in {200, 204, 301, 303, 404, 405}
    if "location" in answer.headers:
        assert answer.headers["location"].startswith("/")
        assert not answer.headers["location"].startswith("//")


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(FORMS), st.dictionaries(st.sampled_from(FIELDS), odd_text, max_size=6))
def test_no_form_breaks_a_shop(storefront: Storefront, path: str, form: dict[str, str]) -> None:
    shopper = Shopper(storefront)
    shopper.post("/cart/add", {"offer": "1", "quantity": "1"}, follow=False)
    answer = shopper.post(path, form, follow=False)
    assert answer.status_code in {303, 422}
    assert shopper.get("/cart/").status_code == 200


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(FORMS), st.binary(max_size=200))
def test_no_body_breaks_a_shop(storefront: Storefront, path: str, body: bytes) -> None:
    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert Shopper(storefront).request("POST", path, content=body, headers=headers, follow=False).status_code < 500
