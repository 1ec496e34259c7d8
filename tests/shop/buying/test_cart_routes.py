"""The cart and the forms that change it."""

from __future__ import annotations

import pytest
from corner_shop import Shopper, make_specification
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shopworld.catalog import Catalog
from shopworld.shop import Storefront
from shopworld.shop.buying.cart_view import cart_totals
from shopworld.shop.presentation import LARGEST_QUANTITY

MOUSE = "/product/ombra-glide-mouse/"


def add(shopper: Shopper, number: int, quantity: str = "1", **fields: str) -> str:
    """Adds to the cart; the text of the page shown after."""
    answer = shopper.post("/cart/add", {"offer": str(number), "quantity": quantity, "return_path": "/shop/", **fields})
    assert answer.status_code == 200
    return answer.text


def test_adding_goes_back_with_a_notice(shopper: Shopper) -> None:
    answer = shopper.post("/cart/add", {"offer": "1", "quantity": "2", "return_path": "/shop/"}, follow=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/shop/")
    assert "2 × “Kestrin S1 SSD 500 GB” were added to your cart." in shopper.get("/shop/").text
    assert "added to your cart" not in shopper.get("/shop/").text


def test_a_form_without_a_quantity_adds_one(shopper: Shopper) -> None:
    shopper.post("/cart/add", {"offer": "1"})
    assert [line.quantity for line in shopper.state.lines.values()] == [1]


def test_adding_twice_adds_up(shopper: Shopper) -> None:
    add(shopper, 1)
    add(shopper, 1, "2")
    assert [line.quantity for line in shopper.state.lines.values()] == [3]


@pytest.mark.parametrize(
    ("number", "quantity", "message"),
    [
        (901, "1", "is sold out"),
        (902, "1", "currently not for sale"),
        (903, "4", "We have only 3"),
        (1, "0", "whole number from 1 on"),
        (1, "-3", "whole number from 1 on"),
        (1, "two", "whole number from 1 on"),
        (1, "100", f"At most {LARGEST_QUANTITY} pieces"),
        (12345, "1", "does not exist"),
    ],
)
def test_what_cannot_be_bought_is_explained(shopper: Shopper, number: int, quantity: str, message: str) -> None:
    assert message in add(shopper, number, quantity)
    assert shopper.state.lines == {}
    assert "cart_refused" in shopper.kinds()


def test_a_missing_choice_leads_to_the_product(shopper: Shopper) -> None:
    answer = shopper.post("/cart/add", {"offer": "900", "quantity": "1", "return_path": "/shop/"})
    assert answer.url.path == MOUSE
    assert "Please choose colour first." in answer.text


def test_variants_are_lines_of_their_own(shopper: Shopper) -> None:
    add(shopper, 900, option_1="black")
    add(shopper, 900, option_1="White")
    assert [(line.variant_id, line.price) for line in shopper.state.lines.values()] == [
        ("black", 3_999),
        ("white", 4_199),
    ]
    assert "is sold out" in add(shopper, 900, option_1="Red")


def test_the_stock_counts_what_is_in_the_cart_already(shopper: Shopper) -> None:
    add(shopper, 903, "2")
    assert "You have 2 in your cart already" in add(shopper, 903, "2")
    assert shopper.state.piece_count == 2


def test_the_stock_of_a_variant_counts_that_variant_only(shopper: Shopper) -> None:
    add(shopper, 900, "5", option_1="Black")
    assert "were added to your cart" in add(shopper, 900, "2", option_1="White"), "two are in stock"
    assert "You have 2 in your cart already" in add(shopper, 900, option_1="White")
    shopper.post("/cart/update", {"line": "900:black", "quantity": "7"})
    assert [line.quantity for line in shopper.state.lines.values()] == [7, 2]


def test_quantities_are_changed_and_lines_removed(shopper: Shopper) -> None:
    add(shopper, 1)
    add(shopper, 900, option_1="White")
    shopper.post("/cart/update", {"line": "1", "quantity": "5"})
    assert shopper.state.lines["corner/1", None].quantity == 5
    shopper.post("/cart/update", {"line": "900:white", "quantity": "3"})
    assert shopper.state.lines["corner/900", "white"].quantity == 1, "only two are in stock"
    shopper.post("/cart/update", {"line": "1", "quantity": "0"})
    answer = shopper.post("/cart/remove", {"line": "900:white"})
    assert shopper.state.lines == {}
    assert answer.url.path == "/cart/"
    assert "was removed from your cart" in answer.text


def test_a_promotion_changes_the_total(shopper: Shopper) -> None:
    add(shopper, 903, "2")
    text = shopper.post("/cart/promotion", {"code": " hello10 "}).text
    totals = cart_totals(shopper.storefront.shop, shopper.state)
    assert (totals.goods, totals.discount, totals.shipping, totals.total) == (2_000, 200, 490, 2_290)
    assert "€22.90" in text
    assert "Discount" in text
    text = shopper.post("/cart/promotion/remove").text
    assert cart_totals(shopper.storefront.shop, shopper.state).discount == 0
    assert "Discount" not in text, "a row about nothing"


@pytest.mark.parametrize("emptied_by", [("/cart/remove", "1"), ("/cart/update", "0")])
def test_a_promotion_code_goes_with_the_last_thing_in_the_cart(shopper: Shopper, emptied_by: tuple[str, str]) -> None:
    address, quantity = emptied_by
    add(shopper, 903, "2")
    add(shopper, 1)
    assert "HELLO10" in shopper.post("/cart/promotion", {"code": "HELLO10"}).text
    shopper.post(address, {"line": "1", "quantity": quantity})
    assert cart_totals(shopper.storefront.shop, shopper.state).discount == 200, "something is left"
    shopper.post(address, {"line": "903", "quantity": quantity})
    add(shopper, 903, "2")
    assert cart_totals(shopper.storefront.shop, shopper.state).discount == 0
    assert "HELLO10" not in shopper.get("/cart/").text


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("NOPE", "The promotion code “NOPE” does not exist."),
        ("", "Enter a promotion code."),
        ("BIG20", "BIG20 needs goods for €150.00 or more"),
    ],
)
def test_a_code_that_is_not_taken_is_explained(shopper: Shopper, code: str, message: str) -> None:
    add(shopper, 903)
    assert message in shopper.post("/cart/promotion", {"code": code}).text
    assert shopper.state.promotion_code is None


def test_a_code_that_lost_its_minimum_takes_nothing_off(shopper: Shopper) -> None:
    add(shopper, 30, "1")
    shopper.post("/cart/update", {"line": "30", "quantity": "4"})
    shopper.post("/cart/promotion", {"code": "big20"})
    assert cart_totals(shopper.storefront.shop, shopper.state).discount == 2_000
    shopper.post("/cart/update", {"line": "30", "quantity": "1"})
    totals = cart_totals(shopper.storefront.shop, shopper.state)
    assert totals.discount == (2_000 if totals.goods >= 15_000 else 0)


@pytest.mark.parametrize("cart", ["drawer", "popover", "toast"])
def test_a_drawer_opens_after_adding_and_only_then(catalog: Catalog, cart: str) -> None:
    shopper = Shopper(Storefront(make_specification(cart=cart), catalog))
    closed = shopper.get("/shop/").text
    opened = add(shopper, 1)
    assert "Kestrin S1 SSD 500 GB" in opened
    assert opened != closed
    add(shopper, 901)
    assert shopper.kinds()[-1] == "search_performed"


@pytest.mark.parametrize("extras", ["on", "off"])
def test_a_cart_tells_what_is_saved_where_the_shop_has_extras(catalog: Catalog, extras: str) -> None:
    shopper = Shopper(Storefront(make_specification(other={"extras": extras}), catalog))
    offer = catalog.offer("corner/5")
    assert offer is not None
    assert offer.regular_price is not None
    assert offer.price == offer.regular_price - 1_000
    add(shopper, 5, "2")
    cart = shopper.page("/cart/").css_first("main")
    assert cart is not None
    money = shopper.storefront.shop.presentation.money
    saved = ("You save" in cart.text(), money(2_000) in cart.text(), money(offer.regular_price) in cart.text())
    assert saved == ((extras == "on"),) * 3


@pytest.mark.parametrize("cart", ["drawer", "popover"])
def test_nothing_lies_over_the_checkout(catalog: Catalog, cart: str) -> None:
    shopper = Shopper(Storefront(make_specification(cart=cart), catalog))
    shopper.post("/cart/add", {"offer": "1"}, follow=False)
    panel = shopper.page("/checkout/").css_first("#cart-panel")
    assert panel is None or "hidden" in panel.attributes
    shopper.post("/cart/add", {"offer": "1"}, follow=False)
    panel = shopper.page("/shop/").css_first("#cart-panel")
    assert panel is not None
    assert "hidden" not in panel.attributes


def test_get_changes_no_cart(shopper: Shopper) -> None:
    add(shopper, 1)
    before = dict(shopper.state.lines)
    for path in ("/cart/add", "/cart/update", "/cart/remove", "/cart/promotion", "/newsletter", "/cookies"):
        answer = shopper.get(f"{path}?offer=2&quantity=1&line=1&code=HELLO10")
        assert answer.status_code == 405
        assert answer.headers["allow"] == "POST"
    shopper.get("/?add-to-cart=2")
    assert shopper.state.lines == before


actions = st.lists(
    st.tuples(
        st.sampled_from(["/cart/add", "/cart/update", "/cart/remove", "/cart/promotion", "/cart/promotion/remove"]),
        st.sampled_from([1, 3, 900, 901, 902, 903]),
        st.sampled_from(["0", "1", "2", "50", "-1", "x", ""]),
        st.sampled_from(["Black", "White", "Red", ""]),
        st.sampled_from(["HELLO10", "BIG20", "x"]),
    ),
    max_size=10,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions)
def test_no_sequence_of_actions_oversells(
    storefront: Storefront, sequence: list[tuple[str, int, str, str, str]]
) -> None:
    shopper = Shopper(storefront)
    for path, number, quantity, option, code in sequence:
        line = f"{number}:{option.lower()}" if number == 900 else str(number)
        form = {"offer": str(number), "line": line, "quantity": quantity, "option_1": option, "code": code}
        assert shopper.post(path, form, follow=False).status_code == 303
    limits = {("corner/903", None): 3, ("corner/900", "white"): 2, ("corner/3", None): 4}
    for key, line_held in shopper.state.lines.items():
        assert 1 <= line_held.quantity <= limits.get(key, LARGEST_QUANTITY)
        assert key not in {("corner/901", None), ("corner/902", None), ("corner/900", "red"), ("corner/900", None)}
    totals = cart_totals(storefront.shop, shopper.state)
    assert totals.total == totals.goods - totals.discount + totals.shipping >= 0
