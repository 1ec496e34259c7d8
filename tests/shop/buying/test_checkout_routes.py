"""The checkout as a shopper meets it."""

from __future__ import annotations

import pytest
from corner_shop import Shopper, make_specification
from selectolax.lexbor import LexborHTMLParser

from shopworld.catalog import Catalog
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.shop import Storefront
from shopworld.shop.buying.checkout_routes import order_number
from shopworld.shop.events import CheckoutStep, OrderPlaced

CONTACT = {
    "email": "jessica.morgan@yahoo.com",
    "billing_first_name": "Jessica",
    "billing_last_name": "Morgan",
    "billing_street": "Maple Avenue",
    "billing_house_number": "742",
    "billing_zip": "60614",
    "billing_city": "Chicago",
    "billing_state": "IL",
    "billing_country": "US",
}
CARD = {"payment": "card", "card_number": "4242 4242 4242 4242", "card_expiry": "12/28", "card_cvv": "123"}
ALL = {"step": "one_page", **CONTACT, "delivery": "standard", **CARD}


@pytest.fixture
def buyer(shopper: Shopper) -> Shopper:
    """A shopper with two pieces in the cart."""
    shopper.post("/cart/add", {"offer": "1", "quantity": "2"})
    return shopper


@pytest.fixture
def stepper(catalog: Catalog) -> Shopper:
    """A shopper with a full cart in a shop whose checkout has steps."""
    shopper = Shopper(Storefront(make_specification(flow="steps"), catalog))
    shopper.post("/cart/add", {"offer": "1", "quantity": "2"})
    return shopper


def orders(shopper: Shopper) -> list[OrderPlaced]:
    return [event.payload for event in shopper.episode.events if isinstance(event.payload, OrderPlaced)]


def values(html: str) -> dict[str, str]:
    """What stands in the fields of the checkout form."""
    page = LexborHTMLParser(html)
    return {
        node.attributes.get("name") or "": node.attributes.get("value") or ""
        for node in page.css('form[action="/checkout/"] input')
        if node.attributes.get("type") not in {"radio", "checkbox"}
    }


def test_an_empty_cart_has_no_checkout(shopper: Shopper) -> None:
    assert shopper.get("/checkout/").url.path == "/cart/"
    assert shopper.post("/checkout/", ALL).url.path == "/cart/"
    assert orders(shopper) == []


def test_an_order_is_placed_and_confirmed(buyer: Shopper) -> None:
    buyer.post("/cart/promotion", {"code": "HELLO10"})
    answer = buyer.post("/checkout/", {**ALL, "delivery": "express"})
    (order,) = orders(buyer)
    assert answer.url.path == f"/checkout/order-received/{order.number}/"
    assert (order.goods_total, order.discount, order.shipping_price, order.total) == (5_462, 546, 1_290, 6_206)
    assert order.promotion_code == "HELLO10"
    for text in (
        str(order.number),
        "€62.06",
        "Visa ending in 4242",
        "Jessica Morgan",
        "Maple Avenue 742",
        "1 March 2027",
    ):
        assert text in answer.text.replace("&#x2f;", "/")
    assert "4242424242424242" not in answer.text
    assert buyer.state.lines == {}


AUTOFILL = {
    "email": "ada@mail.example",
    "tel": "+1 312 555 0100",
    "given-name": "Ada",
    "family-name": "Byron",
    "organization": "Engines Ltd",
    "address-line1": "Maple Avenue",
    "address-line2": "742",
    "postal-code": "60614",
    "address-level2": "Chicago",
    "address-level1": "IL",
    "country": "US",
    "cc-number": "4242 4242 4242 4242",
    "cc-exp": "12/28",
    "cc-csc": "123",
}
"""What a browser fills in for a field by its purpose, as the HTML specification names it."""


def test_what_a_browser_fills_in_by_purpose_arrives_in_the_order(buyer: Shopper) -> None:
    page = LexborHTMLParser(buyer.get("/checkout/").text)
    form = {"step": "one_page", "delivery": "standard", "payment": "card"}
    filled = set()
    for node in page.css('form[action="/checkout/"] [autocomplete]'):
        purpose = (node.attributes["autocomplete"] or "").removeprefix("billing ").removeprefix("shipping ")
        form[node.attributes["name"] or ""] = AUTOFILL[purpose]
        filled.add(purpose)
    assert filled == set(AUTOFILL)
    buyer.post("/checkout/", form)
    (order,) = orders(buyer)
    assert (order.email, order.phone, order.card_digits) == ("ada@mail.example", "+1 312 555 0100", "4242424242424242")
    assert order.billing == order.shipping
    assert order.billing.model_dump() == {
        "first_name": "Ada",
        "last_name": "Byron",
        "company": "Engines Ltd",
        "street": "Maple Avenue",
        "house_number": "742",
        "zip": "60614",
        "city": "Chicago",
        "state": "IL",
        "country": "US",
    }


def test_a_form_that_names_no_step_is_the_whole_checkout_on_one_page(buyer: Shopper) -> None:
    buyer.post("/checkout/", {name: value for name, value in ALL.items() if name != "step"})
    assert len(orders(buyer)) == 1


def test_the_number_of_an_order_repeats_with_the_seed(storefront: Storefront) -> None:
    numbers = []
    for seed in (7, 7, 8):
        shopper = Shopper(storefront)
        shopper.episode = Episode(EpisodeIdentity("tester", "task"), "elabel", seed=seed)
        for _ in range(2):
            shopper.post("/cart/add", {"offer": "1", "quantity": "1"})
            shopper.post("/checkout/", ALL)
        numbers.append([order.number for order in orders(shopper)])
    assert numbers[0] == numbers[1] != numbers[2]
    assert numbers[0][1] == numbers[0][0] + 1
    assert order_number(1, "a", 0) != order_number(2, "a", 0) != order_number(2, "b", 0)


def test_errors_stand_at_their_fields_and_values_are_kept(buyer: Shopper) -> None:
    answer = buyer.post("/checkout/", {**ALL, "billing_zip": "606", "card_cvv": "1"})
    assert answer.status_code == 422
    kept = values(answer.text)
    assert kept["billing_zip"] == "606"
    assert kept["billing_city"] == "Chicago"
    assert kept["card_number"] == "4242 4242 4242 4242"
    page = LexborHTMLParser(answer.text)
    wrong = {node.attributes.get("name") for node in page.css('[aria-invalid="true"]')}
    assert wrong == {"billing_zip", "card_cvv"}
    assert orders(buyer) == []
    assert buyer.state.piece_count == 2


def test_a_step_records_no_card_number(buyer: Shopper) -> None:
    buyer.post("/checkout/", {**ALL, "card_cvv": "98765"})
    (step,) = [event.payload for event in buyer.episode.events if isinstance(event.payload, CheckoutStep)]
    assert step.values["card_number"] == "•••• 4242"
    assert step.values["card_cvv"] == "•••"
    assert set(step.errors) == {"card_cvv"}


def test_the_card_is_checked_by_the_virtual_clock(buyer: Shopper) -> None:
    buyer.episode.clock.advance(2 * 365 * 24 * 3600)
    assert buyer.post("/checkout/", ALL).status_code == 422
    assert orders(buyer) == []


def test_what_was_entered_is_there_when_one_comes_back(buyer: Shopper) -> None:
    buyer.post("/checkout/", {**ALL, "card_cvv": ""})
    kept = values(buyer.get("/checkout/").text)
    assert kept["email"] == "jessica.morgan@yahoo.com"
    assert kept["card_number"] == ""


def test_each_way_of_delivery_tells_its_total(buyer: Shopper) -> None:
    page = LexborHTMLParser(buyer.get("/checkout/").text)
    totals = {node.attributes.get("value"): node.attributes.get("data-total") for node in page.css("input[data-total]")}
    assert totals == {"standard": "€59.52", "express": "€67.52"}


def test_steps_come_one_after_the_other(stepper: Shopper) -> None:
    assert values(stepper.get("/checkout/?step=payment").text)["step"] == "contact", "the first open step is shown"
    answer = stepper.post("/checkout/", {"step": "contact", **CONTACT})
    assert str(answer.url).endswith("/checkout/?step=delivery")
    answer = stepper.post("/checkout/", {"step": "delivery", "delivery": "express"})
    assert str(answer.url).endswith("/checkout/?step=payment")
    assert "jessica.morgan@yahoo.com" in answer.text
    answer = stepper.post("/checkout/", {"step": "payment", **CARD})
    (order,) = orders(stepper)
    assert order.shipping_price == 1_290
    assert order.billing.name == "Jessica Morgan"


def test_no_step_can_be_left_out(stepper: Shopper) -> None:
    answer = stepper.post("/checkout/", {"step": "payment", **CARD})
    assert answer.status_code == 422, "the form is taken for the first open step"
    stepper.post("/checkout/", {"step": "contact", **CONTACT})
    stepper.post("/checkout/", {"step": "payment", **CARD})
    assert orders(stepper) == []


def test_a_step_can_be_taken_again(stepper: Shopper) -> None:
    stepper.post("/checkout/", {"step": "contact", **CONTACT})
    stepper.post("/checkout/", {"step": "delivery", "delivery": "standard"})
    assert stepper.post("/checkout/", {"step": "contact", **CONTACT, "email": "no"}).status_code == 422
    answer = stepper.post("/checkout/", {"step": "payment", **CARD})
    assert orders(stepper) == [], "contact has to be put right first"
    assert answer.status_code == 422


def test_a_step_that_was_taken_is_shown_again_with_what_was_entered(stepper: Shopper) -> None:
    stepper.post("/checkout/", {"step": "contact", **CONTACT})
    page = stepper.post("/checkout/", {"step": "delivery", "delivery": "standard"})
    links = [node.attributes.get("href") or "" for node in LexborHTMLParser(page.text).css('a[href*="step="]')]
    assert links == ["/checkout/?step=contact", "/checkout/?step=delivery"]
    shown = values(stepper.get(links[0]).text)
    assert (shown["step"], shown["billing_city"]) == ("contact", "Chicago")
    assert values(stepper.get(links[1]).text)["step"] == "delivery"


def test_another_layout_of_fields_gives_the_same_order(catalog: Catalog) -> None:
    other = {"checkout.street": "one_field", "checkout.name": "one_field"}
    shopper = Shopper(Storefront(make_specification(other=other), catalog))
    shopper.post("/cart/add", {"offer": "1", "quantity": "1"})
    form = {
        name: value
        for name, value in ALL.items()
        if name not in {"billing_first_name", "billing_last_name", "billing_house_number"}
    }
    shopper.post("/checkout/", {**form, "billing_name": "Jessica Morgan", "billing_street": "742 Maple Avenue"})
    (order,) = orders(shopper)
    assert (order.billing.name, order.billing.street, order.billing.house_number) == (
        "Jessica Morgan",
        "Maple Avenue",
        "742",
    )


def test_orders_lower_the_stock(shopper: Shopper) -> None:
    shopper.post("/cart/add", {"offer": "903", "quantity": "2"})
    shopper.post("/checkout/", ALL)
    shopper.post("/cart/add", {"offer": "903", "quantity": "2"})
    assert shopper.state.lines == {}
    shopper.post("/cart/add", {"offer": "903", "quantity": "1"})
    assert shopper.state.piece_count == 1


def test_an_order_of_somebody_else_is_not_shown(buyer: Shopper, storefront: Storefront) -> None:
    answer = buyer.post("/checkout/", ALL)
    stranger = Shopper(storefront)
    assert stranger.get(answer.url.path).status_code == 404
