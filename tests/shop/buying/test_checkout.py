"""What is entered in a checkout, read and checked."""

from __future__ import annotations

from datetime import date

import pytest
from corner_shop import make_specification
from hypothesis import given
from hypothesis import strategies as st

from shopworld.shop.buying.addresses import AddressLayout
from shopworld.shop.buying.checkout import Checkout, chosen_delivery, is_email, masked
from shopworld.shop.events import OrderLine
from shopworld.shop.money import Totals

TODAY = date(2027, 3, 1)
LAYOUT = AddressLayout(one_street_field=False, one_name_field=False)
ENTERED = {
    "email": "jessica.morgan@yahoo.com",
    "billing_first_name": "Jessica",
    "billing_last_name": "Morgan",
    "billing_street": "Maple Avenue",
    "billing_house_number": "742",
    "billing_zip": "60614",
    "billing_city": "Chicago",
    "billing_state": "IL",
    "billing_country": "US",
    "delivery": "express",
    "payment": "card",
    "card_number": "4242 4242 4242 4242",
    "card_expiry": "12/28",
    "card_cvv": "123",
}


def entered(**changes: str) -> Checkout:
    return Checkout({**ENTERED, **changes}, make_specification().identity, LAYOUT)


def test_what_webmalls_buyer_types_is_taken() -> None:
    assert entered().errors_of("one_page", TODAY) == {}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("email", ""),
        ("email", "jessica.morgan"),
        ("email", "a@b"),
        ("phone", "call me"),
        ("billing_zip", ""),
        ("billing_country", ""),
        ("delivery", "pigeon"),
        ("payment", "gold"),
        ("card_number", "4242424242424243"),
        ("card_expiry", "01/27"),
        ("card_cvv", "1"),
    ],
)
def test_an_error_stands_at_its_field(field: str, value: str) -> None:
    errors = entered(**{field: value}).errors_of("one_page", TODAY)
    assert list(errors) == [field]
    assert errors[field]


def test_each_step_checks_its_own_fields_only() -> None:
    nothing = Checkout({}, make_specification().identity, LAYOUT)
    steps = [set(nothing.errors_of(step, TODAY)) for step in ("contact", "delivery", "payment")]
    assert "email" in steps[0]
    assert steps[1] == {"delivery"}
    assert steps[2] == {"payment"}
    assert set(nothing.errors_of("one_page", TODAY)) == steps[0] | steps[1] | steps[2]


def test_no_card_is_needed_for_an_invoice() -> None:
    checkout = entered(payment="invoice", card_number="", card_expiry="", card_cvv="")
    assert checkout.errors_of("one_page", TODAY) == {}
    order = checkout.order(1, (), Totals(0, 0, 0), None)
    assert (order.payment_method, order.card_digits) == ("invoice", "")


def test_a_different_delivery_address_is_checked_and_ordered() -> None:
    elsewhere = {name.replace("billing", "shipping"): value for name, value in ENTERED.items() if "billing" in name}
    assert "shipping_city" in entered(ship_elsewhere="1", **{**elsewhere, "shipping_city": ""}).contact_errors()
    order = entered(ship_elsewhere="1", **{**elsewhere, "shipping_city": "Boston"}).order(1, (), Totals(0, 0, 0), None)
    assert (order.billing.city, order.shipping.city) == ("Chicago", "Boston")
    assert entered().shipping == entered().billing


def test_an_order_holds_what_was_entered() -> None:
    line = OrderLine(offer_id="corner/1", slug="one", title="One", quantity=2, price=500)
    order = entered().order(4711, (line,), Totals(1_000, 100, 490), "HELLO10")
    assert (order.number, order.total, order.discount, order.shipping_price) == (4711, 1_390, 100, 490)
    assert (order.card_digits, order.card_expiry, order.card_cvv) == ("4242424242424242", "12/28", "123")
    assert order.delivery_method == "express"


def test_the_only_way_of_delivery_is_chosen() -> None:
    identity = make_specification().identity
    one = identity.model_copy(update={"shipping": identity.shipping[:1]})
    assert chosen_delivery(one.shipping, "") is one.shipping[0]
    assert chosen_delivery(identity.shipping, "") is None


@given(st.text())
def test_a_masked_card_does_not_show_its_number(typed: str) -> None:
    hidden = masked({"card_number": f"4111111111{typed}", "card_cvv": f"12{typed}"})
    assert "4111111111" not in hidden["card_number"]
    assert "12" not in hidden["card_cvv"]


@given(st.text())
def test_an_email_address_has_one_at_sign_and_a_domain(text: str) -> None:
    if is_email(text):
        name, _, domain = text.strip().partition("@")
        assert name
        assert "." in domain
        assert "@" not in domain


@given(st.dictionaries(st.sampled_from([*ENTERED, "ship_elsewhere", "shipping_zip"]), st.text(max_size=20)))
def test_no_entry_breaks_the_checks(values: dict[str, str]) -> None:
    Checkout(values, make_specification().identity, LAYOUT).errors_of("one_page", TODAY)
