"""Forms that do not work are found, and those that do are used as a browser would."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from breakable_shop import BreakableShop

from shopworld.arena.verify import Finding
from shopworld.arena.verify.form import forms_of
from shopworld.arena.verify.shopper import ShopResponse

Ask = Callable[..., list[Finding]]
PAGE = """
<form id="own" action="/send?kept=1" method="POST">
  <input type="hidden" name="token" value="7">
  <input name="email" type="email" autocomplete="section-a email" required>
  <input type="checkbox" name="terms" value="yes" required><input type="checkbox" name="news">
  <input type="radio" name="size" value="S" disabled><input type="radio" name="size" value="M" required>
  <input type="radio" name="size" value="L">
  <select name="colour" required><option value="">Choose<option disabled>Red<option>Blue</select>
  <textarea name="note">Hello</textarea><button name="go" value="1">Send</button>
  <input name="elsewhere" form="other">
</form>
<select name="sort" form="own"><option value="a">A<option value="b" selected>B</select>
<form><button>Search</button></form>
"""


def test_a_form_is_filled_as_a_browser_would() -> None:
    own, other = forms_of(ShopResponse("/here?x=1", 200, "text/html", PAGE.encode()))
    assert (own.method, own.action) == ("POST", "/send?kept=1")
    assert (other.method, other.action) == ("GET", "/here?x=1")
    assert own.filled(required=False) == [
        ("token", "7"),
        ("email", ""),
        ("colour", ""),
        ("note", "Hello"),
        ("sort", "b"),
        ("go", "1"),
    ]
    assert own.filled({"email": "a@b.example", "size": "L"}) == [
        ("token", "7"),
        ("email", "a@b.example"),
        ("terms", "yes"),
        ("size", "L"),
        ("colour", "Blue"),
        ("note", "Hello"),
        ("sort", "b"),
        ("go", "1"),
    ]
    assert ("size", "M") in own.filled()


@pytest.mark.parametrize(
    ("template", "old", "new", "area", "what"),
    [
        (
            "fragments/buy_box.html",
            'name="offer"',
            'name="product"',
            "product",
            "no product page holds a form that adds its product to the cart",
        ),
        (
            "fragments/buy_box.html",
            'action="{{ addresses.cart_add }}"',
            'action="/add"',
            "product",
            "no product page holds a form that adds its product to the cart",
        ),
        (
            "pages/cart.html",
            'name="quantity"',
            'name="count"',
            "cart",
            "the form that changes a quantity has no field 'quantity'",
        ),
        (
            "pages/cart.html",
            'action="{{ addresses.cart_remove }}"',
            'action="{{ addresses.cart_update }}"',
            "cart",
            "there is not a form that removes a line (none is sent to /cart/remove)",
        ),
        (
            "fragments/promotion.html",
            'name="code"',
            'name="coupon"',
            "cart",
            "is not taken",
        ),
        (
            "checkouts/groups.html",
            '{% include "forms/field.html" %}',
            "{{ field.label }}",
            "cart",
            "the checkout ends with 422",
        ),
        (
            "pages/order.html",
            "{{ page.number }}",
            "",
            "cart",
            "the confirmation does not tell the number of the order",
        ),
    ],
)
def test_a_purchase_that_gets_stuck_is_told(
    shop: BreakableShop, ask: Ask, template: str, old: str, new: str, area: str, what: str
) -> None:
    shop.template(template, old, new)
    found = ask(shop, "purchase")
    assert found
    assert {one.area for one in found} == {area}
    assert any(what in one.what for one in found), [one.what for one in found]
    assert all(one.cure for one in found)


@pytest.mark.parametrize(
    ("template", "old", "new", "area", "what"),
    [
        ("search/header_field.html", 'action="{{ addresses.search }}"', 'action="/find"', "search", "no search form"),
        ("pages/contact.html", "<button", "<b", "info", "the form to /pages/contact has no button"),
        ("forms/field.html", 'name="{{ field.name }}"', 'name="x-{{ field.name }}"', "info", "ends with 422"),
        (
            "fragments/sort.html",
            "{% if option.selected %} selected{% endif %}",
            "",
            "search",
            "after choosing sort_by = 'best-selling' the page does not show it as chosen",
        ),
        (
            "filter_placements/sidebar.html",
            'action="{{ page.form_url }}"',
            'action="/x"',
            "search",
            "no form for filters",
        ),
    ],
)
def test_other_forms_that_do_not_work_are_told(
    shop: BreakableShop, ask: Ask, template: str, old: str, new: str, area: str, what: str
) -> None:
    shop.template(template, old, new)
    found = ask(shop, "forms", areas=(area,))
    assert found
    assert {one.area for one in found} == {area}
    assert any(what in one.what for one in found), [one.what for one in found]
