"""From the home page to an order, by links and forms of the pages alone, in every design."""

from __future__ import annotations

import pytest
from corner_shop import Shopper, make_specification
from selectolax.lexbor import LexborHTMLParser, LexborNode

from shopworld.catalog import Catalog
from shopworld.shop import Storefront
from shopworld.shop.events import OrderPlaced
from shopworld.shop.look.designs import design_names, load_design

TYPED = {
    "email": "jessica.morgan@yahoo.com",
    "billing_name": "Jessica Morgan",
    "billing_first_name": "Jessica",
    "billing_last_name": "Morgan",
    "billing_street": "Maple Avenue",
    "billing_house_number": "742",
    "billing_zip": "60614",
    "billing_city": "Chicago",
    "billing_state": "IL",
    "billing_country": "US",
    "card_number": "4242 4242 4242 4242",
    "card_expiry": "12/28",
    "card_cvv": "123",
}


@pytest.fixture(params=design_names())
def visitor(request: pytest.FixtureRequest, catalog: Catalog) -> Shopper:
    """A shopper in the corner shop, in each design."""
    design = load_design(request.param)
    specification = make_specification().model_copy(update={"capabilities": design.capabilities, "style": design.style})
    return Shopper(Storefront(specification, catalog))


def form_of(page: LexborHTMLParser, action: str, holding: str = "") -> LexborNode:
    """The first form of the page with that action that has the field `holding`."""
    for form in page.css("form"):
        if form.attributes.get("action") == action and (not holding or form.css_first(f'[name="{holding}"]')):
            return form
    raise AssertionError(f"no form {action} with {holding}")


def filled(form: LexborNode, typed: dict[str, str]) -> dict[str, str]:
    """What a browser would send: hidden fields, checked choices, and what is typed into visible ones."""
    sent: dict[str, str] = {}
    for field in form.css("input, select, textarea"):
        name, kind = field.attributes.get("name") or "", field.attributes.get("type") or field.tag
        if not name or "disabled" in field.attributes:
            continue
        if kind in {"radio", "checkbox"}:
            if "checked" in field.attributes or typed.get(name) == field.attributes.get("value"):
                sent[name] = field.attributes.get("value") or "on"
        elif kind == "hidden":
            sent[name] = field.attributes.get("value") or ""
        else:
            sent[name] = typed.get(name, field.attributes.get("value") or "")
    return sent


def sent(
    shopper: Shopper, page: LexborHTMLParser, action: str, typed: dict[str, str], holding: str = ""
) -> LexborHTMLParser:
    answer = shopper.post(action, filled(form_of(page, action, holding), typed))
    assert answer.status_code == 200, answer.text[:2_000]
    return LexborHTMLParser(answer.text)


def test_a_thing_is_found_chosen_and_ordered(visitor: Shopper) -> None:
    home = visitor.page("/")
    search = next(form for form in home.css("form") if form.css_first('[name="s"]'))
    assert search.attributes.get("action") == "/"
    results = visitor.page("/?s=glide+mouse")
    product = next(link for link in results.css("a") if link.attributes.get("href") == "/product/ombra-glide-mouse/")
    page = visitor.page(product.attributes["href"] or "")

    page = sent(visitor, page, "/cart/add", {"option_1": "White", "quantity": "2"}, holding="option_1")
    assert visitor.state.lines["corner/900", "white"].quantity == 2

    cart = visitor.page("/cart/")
    cart = sent(visitor, cart, "/cart/update", {"quantity": "1"}, holding="quantity")
    cart = sent(visitor, cart, "/cart/promotion", {"code": "hello10"}, holding="code")
    assert visitor.state.promotion_code == "HELLO10"

    page = visitor.page("/checkout/")
    for _ in range(3):
        page = sent(visitor, page, "/checkout/", TYPED)
        if "order_placed" in visitor.kinds():
            break
    (order,) = [event.payload for event in visitor.episode.events if isinstance(event.payload, OrderPlaced)]
    assert (order.lines[0].variant_id, order.lines[0].quantity, order.promotion_code) == ("white", 1, "HELLO10")
    assert order.total == 4_199 - 420 + order.shipping_price
    assert (order.billing.house_number, order.card_digits) == ("742", "4242424242424242")
    assert str(order.number) in (page.body.text() if page.body else "")
    assert visitor.state.lines == {}


def test_a_mistake_in_the_checkout_is_shown_at_its_field(visitor: Shopper) -> None:
    visitor.post("/cart/add", {"offer": "1", "quantity": "1"})
    page = visitor.page("/checkout/")
    answer = visitor.post("/checkout/", filled(form_of(page, "/checkout/"), {**TYPED, "billing_zip": "1"}))
    assert answer.status_code == 422
    field = LexborHTMLParser(answer.text).css_first('[name="billing_zip"]')
    assert field is not None
    assert field.attributes.get("aria-invalid") == "true"


@pytest.mark.parametrize(
    "path",
    [
        "/shop/",
        "/shop/page/2/",
        "/product-category/hardware/storage/",
        "/?s=nothing-like-this",
        "/product/cable-plug/",
        "/policies/faq/",
        "/contact/",
        "/cart/",
        "/missing/",
    ],
)
def test_every_page_has_its_landmarks_and_one_heading(visitor: Shopper, path: str) -> None:
    page = LexborHTMLParser(visitor.get(path).text)
    assert len(page.css("h1")) == 1
    assert len(page.css("main")) == 1
    assert page.css("header")
    assert page.css("footer")


def test_filters_of_the_form_narrow_the_listing(visitor: Shopper) -> None:
    page = visitor.page("/shop/")
    field = next(
        (node for node in page.css('[name="brand"]') if node.tag == "select" or node.attributes.get("value")), None
    )
    assert field is not None
    value = next(
        one.attributes["value"]
        for one in (field.css("option") if field.tag == "select" else [field])
        if one.attributes.get("value")
    )
    visitor.get("/shop/", params={"brand": value or ""})
    search = visitor.episode.events[-1].payload.model_dump()
    assert search["filters"] == {"brand": (value,)}
    assert 0 < search["total"] < 34
