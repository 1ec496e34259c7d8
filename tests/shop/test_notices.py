"""What a shopper is told after an action."""

from __future__ import annotations

import pytest
from corner_shop import make_specification

from shopworld.catalog import Catalog
from shopworld.shop.buying.cart_view import cart_view
from shopworld.shop.events import CartChanged, CartRefused, PromotionApplied, PromotionRemoved
from shopworld.shop.notices import notice_of, opens_cart
from shopworld.shop.shop import Shop
from shopworld.shop.state import CartLine, ShopState

CHANGE = CartChanged(offer_id="corner/1", slug="kestrin-s1-ssd-500-gb", quantity=3, price=2_731)


@pytest.fixture
def shop(catalog: Catalog) -> Shop:
    return Shop(make_specification(cart="drawer"), catalog)


@pytest.mark.parametrize(
    ("before", "after", "page", "text"),
    [
        (0, 3, "product", "3 × “Kestrin S1 SSD 500 GB” were added to your cart."),
        (2, 3, "product", "“Kestrin S1 SSD 500 GB” was added to your cart."),
        (0, 1, "cart", "“Kestrin S1 SSD 500 GB” was added to your cart."),
        (1, 3, "cart", "Cart updated."),
        (3, 1, "category", "Your cart now holds 1 × “Kestrin S1 SSD 500 GB”."),
        (3, 0, "cart", "“Kestrin S1 SSD 500 GB” was removed from your cart."),
    ],
)
def test_a_change_of_the_cart_is_told_in_words(shop: Shop, before: int, after: int, page: str, text: str) -> None:
    state = ShopState(untold=CHANGE.model_copy(update={"quantity": after}), quantity_before=before)
    notice = notice_of(shop, state, page)
    assert notice is not None
    assert notice.text == text


def test_nothing_is_told_where_nothing_happened(shop: Shop) -> None:
    assert notice_of(shop, ShopState(), "home") is None


def test_the_drawer_stays_open_while_it_is_used(shop: Shop) -> None:
    for event in (CHANGE, PromotionApplied(code="X"), PromotionRemoved(code="X")):
        assert opens_cart(shop, ShopState(untold=event), "product")
        assert not opens_cart(shop, ShopState(untold=event), "cart")
    refused = CartRefused(number=1, reason="sold_out", message="Sold out.")
    assert not opens_cart(shop, ShopState(untold=refused), "product")


def test_the_cart_says_what_is_missing_for_free_delivery(shop: Shop) -> None:
    def view(quantity: int) -> str:
        line = CartLine("corner/1", None, quantity, 2_731)
        return cart_view(shop, ShopState(lines={line.key: line})).free_shipping_text

    assert view(1) == "€72.69 more for free delivery."
    assert view(4) == "Your order ships free."
    assert cart_view(shop, ShopState()).free_shipping_text == ""
