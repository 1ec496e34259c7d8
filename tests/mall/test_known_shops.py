"""The shops that come with the package."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from shopworld.mall import SOLUTION_HOST, default_shops, webmall_shops
from shopworld.shop import ShopSpecification


def test_webmall_has_its_four_shops_in_order() -> None:
    assert [(shop.identity.name, shop.identity.host) for shop in webmall_shops()] == [
        ("E-Store Athletes", "e-store-athletes.example"),
        ("TechTalk", "techtalk.example"),
        ("CamelCases", "camelcases.example"),
        ("Hardware Cafe", "hardware-cafe.example"),
    ]


@pytest.mark.parametrize("shops", [default_shops, webmall_shops])
def test_the_shops_of_a_mall_are_unlike_each_other(shops: Callable[[], tuple[ShopSpecification, ...]]) -> None:
    assert len({shop.style for shop in shops()}) == 4
    assert len({shop.capabilities.model_dump_json() for shop in shops()}) == 4


@pytest.mark.parametrize("shop", [*default_shops(), *webmall_shops()], ids=lambda shop: shop.identity.id)
def test_a_shop_is_complete(shop: ShopSpecification) -> None:
    identity = shop.identity
    assert identity.host == f"{identity.id}.example" != SOLUTION_HOST
    assert identity.currency == "EUR"
    assert identity.payment[0] == "card"
    assert identity.support_email.endswith(f"@{identity.host}")
    assert identity.tagline
    assert identity.description
    assert identity.address
    assert len({method.id for method in identity.shipping}) == len(identity.shipping) >= 2
    for promotion in identity.promotions:
        assert (promotion.percent is None) != (promotion.amount is None)
        assert promotion.code.isupper() or promotion.code.isalnum()
    assert identity.promotions
    assert shop.manual.startswith(f"# {identity.name}")
