"""Storefront families: the same manual, written as by another company, and whole in each."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from selectolax.lexbor import LexborHTMLParser

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.verify import VERIFIERS, verify_shop
from shopworld.arena.verify.shopper import clear_the_way
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.errors import ShopError
from shopworld.shop import BEHAVIOURS, ShopFolder, addresses_of, family_names, load_family

WITHOUT_BROWSER = [one for one in VERIFIERS if one.name not in ("visual", "conformance")]
OTHERS = [one for one in family_names() if one != "classic"]


def pages_of(shop: ShopFolder) -> dict[str, str]:
    """One page of each kind, as they are served."""
    with VerifiedShop(shop) as subject:
        shopper, there, data = subject.shopper("reader"), subject.addresses, shop.data
        clear_the_way(shopper)
        paths = {
            "home": there.home,
            "listing": there.all_products,
            "product": there.product(data.products[0].handle),
            "cart": there.cart,
            "contact": there.contact,
            "policy": there.policy("shipping-policy"),
            "not there": there.product("no-such-thing"),
        }
        return {name: shopper.get(path).text for name, path in paths.items()}


@pytest.mark.parametrize("family", OTHERS)
def test_a_shop_of_every_family_is_verified(
    family: str, shop_of: Callable[[str], ShopFolder], manual: SpecificationBundle
) -> None:
    found = verify_shop(shop_of(family).path, manual, verifiers=WITHOUT_BROWSER)
    assert [one for one in found if one.severity == "error"] == []


def test_families_write_their_pages_each_in_their_own_way(shop_of: Callable[[str], ShopFolder]) -> None:
    shapes = {}
    for family in OTHERS:
        for name, html in pages_of(shop_of(family)).items():
            tags = [node.tag or "" for node in LexborHTMLParser(html).css("body *")]
            shapes[family, name] = {tuple(tags[at : at + 4]) for at in range(len(tags) - 3)}
    for one, other in ((a, b) for a in OTHERS for b in OTHERS if a < b):
        for name in ("home", "listing", "product", "cart"):
            first, second = shapes[one, name], shapes[other, name]
            assert len(first & second) / len(first | second) < 0.5, (one, other, name)


def test_each_family_has_addresses_of_its_own(shop_of: Callable[[str], ShopFolder]) -> None:
    schemes = {family: load_family(family).addresses for family in family_names()}
    assert len(set(schemes.values())) == len(schemes)
    for family in OTHERS:
        assert shop_of(family).specification.identity.addresses == schemes[family]
        there = addresses_of(schemes[family])
        assert there.canonical("/cart") == there.cart
        assert there.canonical("/checkout/") == there.checkout


def test_folio_has_no_class_on_any_page(shop_of: Callable[[str], ShopFolder]) -> None:
    for name, html in pages_of(shop_of("folio")).items():
        written = [node.html for node in LexborHTMLParser(html).css("[class]") if not _from_texts(node.html or "")]
        assert written == [], name


def _from_texts(html: str) -> bool:
    """Whether an element stands in the shop's own texts, which come with classes of their own."""
    return 'class="rte' in html or 'class="shopify' in html


def test_a_listing_drawn_by_the_client_tells_its_products_as_data(shop_of: Callable[[str], ShopFolder]) -> None:
    shop = shop_of("pronto")
    with VerifiedShop(shop) as subject:
        shopper, there = subject.shopper("client"), subject.addresses
        clear_the_way(shopper)
        page = shopper.get(there.all_products)
        seen = len(shopper.episode.events)
        tree = LexborHTMLParser(page.text)
        assert tree.css("[data-cards] > li") == []
        data = tree.css_first('script[type="application/ld+json"]')
        assert data is not None
        told = json.loads(data.text())
        sold = {there.product(one.handle) for one in shop.data.products if one.status == "active"}
        assert {one["item"]["url"] for one in told["itemListElement"]} <= sold
        assert told["numberOfItems"] == len(sold)
        assert len(told["itemListElement"]) == min(len(sold), subject.capabilities.collection.page_size)
        assert seen  # the page was recorded; asking for its data again is no second visit
        answer = shopper.get(there.all_products, accept="application/json")
        assert [one["url"] for one in json.loads(answer.text)["cards"]] == [
            one["item"]["url"] for one in told["itemListElement"]
        ]
        assert len(shopper.episode.events) == seen


def test_scripts_do_what_is_declared_and_no_more(shop_of: Callable[[str], ShopFolder]) -> None:
    known = {attribute for one in BEHAVIOURS for attribute in one.attributes}
    for family in OTHERS:
        with VerifiedShop(shop_of(family)) as subject:
            renderer = subject.storefront.shop.renderer
            script, _ = renderer.asset(renderer.script_url.removeprefix("/static/")) or (b"", "")
            used = set(re.findall(r"\[(data-[a-z-]+)", script.decode()))
            assert used <= known | {f"data-card-{one}" for one in _CARD} | {
                *("data-stars", "data-adds", "data-chooses", "data-with-script", "data-without-script")
            }, family


_CARD = ("title", "brand", "price", "regular", "rating", "stock", "badge")


def test_a_family_that_there_is_not_is_refused() -> None:
    with pytest.raises(ShopError, match="no storefront family 'baroque'"):
        load_family("baroque")


@pytest.mark.parametrize("family", family_names())
def test_seeds_decide_what_the_manual_leaves_open(family: str) -> None:
    drawn = [load_family(family).drawn(seed) for seed in range(40)]
    assert load_family(family).drawn(1) == drawn[1]
    for name, values in load_family(family).traits.items():
        assert {one[name] for one in drawn} == set(values)
