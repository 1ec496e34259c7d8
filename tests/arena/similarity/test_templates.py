"""Addresses of both schemes, and of other platforms, collapse to the same templates."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shopworld.arena.similarity.templates import (
    TemplateKind,
    shape_of,
    template_by_kind,
    template_of,
    unknown_template,
)
from shopworld.shop.schemes import addresses_of

SLUGS = st.from_regex(r"[a-z]{3,9}(-[a-z]{2,5})?", fullmatch=True)


@settings(max_examples=20)
@given(SLUGS, SLUGS)
def test_addresses_of_all_schemes_mean_the_same(slug: str, other: str) -> None:
    told = {}
    for scheme in ("shopify", "woocommerce", "magento", "prestashop", "words", "application"):
        one = addresses_of(scheme)
        pages = {
            "product": one.product(slug),
            "category": one.category((slug,)),
            "everything": one.all_products,
            "search": one.search,
            "cart": one.cart,
            "checkout": one.checkout,
            "order": one.order("7"),
            "contact": one.contact,
            "policy": one.policy("shipping-policy"),
            "article": one.article(slug, other),
            "wish list": one.wish_list,
            "comparison": one.compare,
            "maker": one.brand(slug),
            "account": one.account,
        }
        told[scheme] = {name: template_of(path) for name, path in pages.items()}
    for name, template in told["shopify"].items():
        # words of its own tell nothing before the page is seen; WooCommerce searches at the root
        others = {one[name] for one in told.values()} - {None, "/"}
        assert others == {template}, name


@settings(max_examples=20)
@given(SLUGS, SLUGS)
def test_both_schemes_of_ours_have_the_same_templates(slug: str, other: str) -> None:
    templates = [
        [
            template_of(one.home),
            template_of(one.product(slug)),
            template_of(one.category((slug,))),
            template_of(one.category((slug, other))),
            template_of(one.all_products),
            template_of(one.search_for(slug)),
            template_of(one.cart),
            template_of(one.checkout),
            template_of(one.order("7")),
            template_of(one.contact),
            template_of(one.policy("shipping-policy")),
            template_of(one.blog(slug)),
            template_of(one.article(slug, other)),
        ]
        for one in (addresses_of("shopify"), addresses_of("woocommerce"))
    ]
    assert templates[0] == templates[1]
    assert None not in templates[0]


@pytest.mark.parametrize(
    ("address", "template"),
    [
        ("/", "/"),
        ("/?s=mouse", "/search"),
        ("http://shop.example:80/products/mouse?variant=3", "/products/*"),
        ("/collections/mice/products/mouse", "/products/*"),
        ("/en-us/collections/mice", "/collections/*"),
        ("/de/cart", "/cart"),
        ("/en-gb/", "/"),
        ("/en-gb/catalogue/a-book_209/", None),
        ("/shop/page/2/", "/collections/*"),
        ("/basket", "/cart"),
        ("/blog/how-to", "/blogs/*/*"),
        ("/account/login", "/account"),
        ("/women", None),
        ("/de", None),
        ("/sales", None),
        ("/sales/summer", None),
        ("/sales/guest/form", "/order-status"),
        ("/sales/order/history", "/account"),
        ("/map", "/sitemap"),
        ("/map/europe", None),
        ("/en/track", "/order-status"),
        ("/track/outdoor-pants", None),
        ("/offers/red-mug", None),
        ("/support/how-to-clean", None),
        ("/sitemap/html", "/sitemap"),
    ],
)
def test_addresses(address: str, template: str | None) -> None:
    assert template_of(address) == template


def test_where_neither_tells_the_heading_does() -> None:
    for address, heading, template in (
        ("/gemerkt", "Wish list", "/wishlist"),
        ("/nebeneinander", "Compare products", "/compare"),
        ("/ich", "Sign in", "/account"),
        ("/wo", "Track an order", "/order-status"),
        ("/korb", "Your shopping bag", "/cart"),
        ("/recht/a", "Privacy policy", "/policies/*"),
        ("/mehr", "About us", "/pages/*"),
    ):
        assert template_by_kind(address, TemplateKind.OTHER, heading) == template
    assert template_by_kind("/karten", TemplateKind.LISTING, "Gift cards") == "/collections/*"
    assert template_by_kind("/merkzettel", TemplateKind.LISTING, "Your wish list") == "/wishlist"


def test_addresses_of_one_kind_have_one_shape() -> None:
    assert shape_of("/en/p/red-mug?color=3") == shape_of("/en/p/blue-mug")
    assert shape_of("/red-mug.html") == shape_of("/blue-mug.html") != shape_of("/red-mug")
    assert shape_of("/") == ()


def test_where_the_address_does_not_tell_the_page_does() -> None:
    assert template_by_kind("/nike-air", TemplateKind.PRODUCT) == "/products/*"
    assert template_by_kind("/women", TemplateKind.LISTING) == "/collections/*"
    assert template_by_kind("/club/rules", TemplateKind.OTHER) == "/club/*"
    assert template_by_kind("/en-gb/offers/", TemplateKind.OTHER) == "/offers"


@settings(max_examples=20)
@given(st.text())
def test_templates_of_unknown_addresses_never_look_like_used_pages(text: str) -> None:
    assert ":" not in unknown_template("/" + text.replace("//", "/"))
