"""Pages that fail, links that are dead, goods that nobody finds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from breakable_shop import BreakableShop

from shopworld.arena.verify import AREAS, Finding
from shopworld.arena.verify.page import kind_of
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.shop.folder import read_shop_folder
from shopworld.shop.schemes import SHOPIFY, WOOCOMMERCE

Ask = Callable[..., list[Finding]]


def test_the_walk_visits_every_page_once(right_shop: Path) -> None:
    with VerifiedShop(read_shop_folder(right_shop)) as subject:
        crawl, data = subject.crawl, subject.folder.data
        assert crawl.whole
        assert {page.answer.status for page in crawl} == {200}
        products = {page.path for page in crawl.of_kind("product")}
        assert {f"/products/{one.handle}" for one in data.products} <= products
        assert {f"/collections/{one.handle}" for one in data.collections} <= set(crawl.pages)
        assert "/collections/all?page=4" in crawl.pages


def test_of_other_areas_only_a_few_pages_are_visited(right_shop: Path) -> None:
    with VerifiedShop(read_shop_folder(right_shop), areas=[AREAS[1]]) as subject:
        assert not subject.crawl.whole
        assert len(subject.crawl.of_kind("product")) == 6
        assert len(subject.crawl.of_kind("listing")) > 8


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "home"),
        ("/collections/all?page=2", "listing"),
        ("/products/a-shirt", "product"),
        ("/cart", "cart"),
        ("/checkout/order-received/1", "checkout"),
        ("/search?q=x", "search"),
        ("/policies/refund-policy", "info"),
        ("/pages/contact", "info"),
        ("/blogs/journal/one", "info"),
        ("/nothing", "other"),
    ],
)
def test_addresses_tell_what_a_page_is(path: str, kind: str) -> None:
    assert kind_of(path, SHOPIFY) == kind


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "home"),
        ("/?s=drive", "search"),
        ("/shop/page/2/", "listing"),
        ("/product-category/hardware/", "listing"),
        ("/product/a-drive/", "product"),
        ("/contact/", "info"),
    ],
)
def test_addresses_of_the_other_scheme_too(path: str, kind: str) -> None:
    assert kind_of(path, WOOCOMMERCE) == kind


def test_a_template_that_fails_is_named_with_its_area(shop: BreakableShop, ask: Ask) -> None:
    shop.template("pages/contact.html", "{% block main %}", '{% block main %}{% include "nothing.html" %}')
    [found] = ask(shop, "routes")
    assert (found.area, found.place) == ("info", "/pages/contact")
    assert "answers 500" in found.what
    assert "nothing.html" in found.what
    assert found.cure


def test_a_picture_that_is_not_there_is_named(shop: BreakableShop, ask: Ask) -> None:
    shop.template("footers/composed.html", '<p class="footer-name">', '<img src="/media/logo.png" alt=""><p>')
    assert any("loads /media/logo.png, which answers 404" in one.what for one in ask(shop, "routes"))


def test_what_comes_from_elsewhere_is_named(shop: BreakableShop, ask: Ask) -> None:
    shop.template("footers/composed.html", '<p class="footer-name">', '<img src="https://cdn.example/x.png" alt=""><p>')
    assert any("is not on the shop's own host" in one.what for one in ask(shop, "routes", areas=("info",)))


@pytest.mark.parametrize(
    ("link", "what"),
    [
        ('<a href="/pages/gone">Gone</a>', "the link 'Gone' leads to /pages/gone, which answers 404"),
        ('<a href="#gone">Gone</a>', "the link 'Gone' leads to #gone, and the page has no such place"),
        ('<a href="">Gone</a>', "the link 'Gone' leads nowhere: it is written ''"),
        ('<a href="javascript:void(0)">Gone</a>', "leads nowhere: it is written 'javascript:void(0)'"),
        ('<a href="https://elsewhere.example/">Gone</a>', "leads out of the shop, to https://elsewhere.example/"),
    ],
)
def test_a_dead_link_is_told_once(shop: BreakableShop, ask: Ask, link: str, what: str) -> None:
    shop.template("footers/composed.html", '<p class="footer-name">', f"{link}<p>")
    [found] = ask(shop, "links", areas=("shell", "info"))
    assert found.area == "shell"
    assert what in found.what
    assert " more" in found.place


def test_mail_and_phone_are_no_dead_links(shop: BreakableShop, ask: Ask) -> None:
    shop.template(
        "footers/composed.html",
        '<p class="footer-name">',
        '<a href="mailto:a@b.example">M</a><a href="tel:+1">T</a><p>',
    )
    assert ask(shop, "links", areas=("shell", "info")) == []


def test_a_link_in_a_text_belongs_to_the_page(shop: BreakableShop, ask: Ask) -> None:
    shop.template("pages/info.html", "{{ page.body_html|safe }}", '<a href="/collections/gone">all</a>')
    found = ask(shop, "links", areas=("info",))
    assert {one.area for one in found} == {"info"}


def test_products_beyond_a_first_page_without_a_next_are_lost(shop: BreakableShop, ask: Ask) -> None:
    shop.write("theme/templates/pagination/numbered.html", "")
    found = [one for one in ask(shop, "reach") if one.place.startswith("/collections/")]
    assert {one.area for one in found} == {"collections"}
    assert any("its pages show 4 of " in one.what for one in found)


def test_a_collection_in_no_menu_is_lost(shop: BreakableShop, ask: Ask) -> None:
    shop.data("navigation.json", lambda menus: menus.update({"main-menu": menus["main-menu"][:1], "utility": []}))
    shop.write("theme/templates/fragments/composed/subcategories.html", "")
    found = ask(shop, "reach")
    assert any(one.what.startswith("nothing leads to the collection") for one in found)
    assert all("navigation.json" in one.cure for one in found if "the collection" in one.what)


def test_a_text_that_nothing_links_to_is_lost(shop: BreakableShop, ask: Ask) -> None:
    shop.data(
        "pages.json",
        lambda pages: pages.append({"handle": "secret", "title": "Secret", "body_html": "<p>Nobody reads this.</p>"}),
    )
    shop.write("theme/templates/fragments/info_links.html", "")
    [found] = ask(shop, "reach")
    assert (found.area, found.place) == ("info", "/pages/secret")
