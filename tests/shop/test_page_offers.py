"""The offers that a page leads to, read from its HTML by the addresses of its shop."""

from __future__ import annotations

import json
from html import escape
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.shop import addresses_of
from shopworld.shop.addressing import Scheme
from shopworld.shop.visit import offers_in

SCHEMES = get_args(Scheme)
SLUGS = st.text("abcxyz0189-_.~!$'()*+,;=:@& %äßü\"<>", min_size=1, max_size=12).filter(
    lambda slug: slug.strip(".") and not slug.endswith(".html")
)


@pytest.mark.parametrize("scheme", SCHEMES)
@given(slugs=st.lists(SLUGS, max_size=5))
def test_links_and_data_lead_to_offers_each_once_in_order(scheme: Scheme, slugs: list[str]) -> None:
    there = addresses_of(scheme)
    paths = [there.product(slug) for slug in slugs]
    links = "".join(f'<a class="card" href="{escape(path)}?ref=1#top">x</a>' for path in paths)
    items = {"@type": "ItemList", "itemListElement": [{"item": {"name": '"url": "/x"', "url": path}} for path in paths]}
    spaced, tight = json.dumps(items), json.dumps(items, separators=(",", ":")).replace("&", "\\u0026")
    expected = tuple(dict.fromkeys(slugs))
    assert offers_in(links, there) == expected
    for data in (spaced, tight):
        assert offers_in(f'<script type="application/ld+json">{data}</script>', there) == expected
        both = f'<a href="{there.cart}">Cart</a><script type="application/ld+json">{data}</script>{links}'
        assert offers_in(both, there) == expected


@pytest.mark.parametrize("scheme", SCHEMES)
def test_other_links_lead_to_no_offer(scheme: Scheme) -> None:
    there = addresses_of(scheme)
    pages = [there.home, there.all_products, there.category(["a", "b"]), there.search_for("x"), there.cart]
    pages += [
        there.checkout,
        there.contact,
        there.policy("faq"),
        there.article("news", "one"),
        there.order("7"),
        "#top",
    ]
    pages += ["http://other.example" + there.product("theirs"), "//other.example" + there.product("theirs")]
    pages += [addresses_of(other).product("theirs") for other in SCHEMES if other != scheme]
    html = "".join(f'<a href="{escape(page)}">x</a>' for page in pages)
    html += f'<img src="{there.product("one")}"><a data-href="{there.product("one")}">x</a>'
    html += f'<script>{{"url": "{there.product("one")}"}}</script>'
    assert offers_in(html, there) == ()


def test_a_product_within_a_collection_is_an_offer_where_the_scheme_has_collections() -> None:
    html = '<a href="/collections/all/products/one?variant=2">One</a>'
    assert offers_in(html, addresses_of("shopify")) == ("one",)
    assert offers_in(html, addresses_of("magento")) == ()


def test_data_that_a_theme_has_broken_breaks_no_page() -> None:
    broken = '{"url": "\\x", "other": {"url": "/products/one"}, "url": "/products/'
    html = f'<script type="application/ld+json">{broken}</script><a href="/products/two">Two</a>'
    assert offers_in(html, addresses_of("shopify")) == ("one", "two")
