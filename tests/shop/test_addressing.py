"""One address a page."""

from __future__ import annotations

import pytest
from corner_shop import Shopper
from hypothesis import given
from hypothesis import strategies as st

from shopworld.shop.schemes import WOOCOMMERCE


@pytest.mark.parametrize(
    ("path", "canonical"),
    [
        ("/product/ombra-glide-mouse", "/product/ombra-glide-mouse/"),
        ("/product/ombra-glide-mouse.", "/product/ombra-glide-mouse/"),
        ("/Product/Ombra-Glide-Mouse/", "/product/ombra-glide-mouse/"),
        ("/product//ombra-glide-mouse//", "/product/ombra-glide-mouse/"),
        ("/product-category/hardware/storage", "/product-category/hardware/storage/"),
        ("/cart/add/", "/cart/add"),
        ("/cart", "/cart/"),
        ("/", "/"),
        ("//", "/"),
        ("/static/Shop.CSS", "/static/Shop.CSS"),
        ("/favicon.ico", "/favicon.ico"),
    ],
)
def test_other_ways_to_write_an_address_lead_to_one(path: str, canonical: str) -> None:
    assert WOOCOMMERCE.canonical(path) == canonical


@given(st.text(alphabet=st.sampled_from("/productcar.-AB %\x00ß "), max_size=30))
def test_a_canonical_address_is_canonical(text: str) -> None:
    once = WOOCOMMERCE.canonical("/" + text)
    assert WOOCOMMERCE.canonical(once) == once
    assert not once.startswith("//")


def test_the_redirect_is_permanent_relative_and_keeps_the_query(shopper: Shopper) -> None:
    answer = shopper.get("/Product/Ombra-Glide-Mouse?option_1=White", follow=False)
    assert answer.status_code == 301
    assert answer.headers["location"] == "/product/ombra-glide-mouse/?option_1=White"
    assert shopper.kinds() == []


def test_a_form_is_taken_with_a_slash_too(shopper: Shopper) -> None:
    shopper.post("/cart/add/", {"offer": "1", "quantity": "1"})
    assert shopper.state.piece_count == 1
