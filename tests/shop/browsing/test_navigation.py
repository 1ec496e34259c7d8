"""Where a shop's links lead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from corner_shop import Shopper, make_specification
from selectolax.lexbor import LexborHTMLParser

from shopworld.catalog import Catalog
from shopworld.shop.browsing.navigation import Navigation
from shopworld.shop.pages import MenuNode


@pytest.fixture
def navigation(catalog: Catalog) -> Navigation:
    return Navigation(make_specification(), catalog.category_tree("corner"))


def nodes(menu: tuple[MenuNode, ...]) -> Iterator[MenuNode]:
    for node in menu:
        yield node
        yield from nodes(node.children)


def test_the_menu_is_as_deep_as_the_shop_wants(navigation: Navigation) -> None:
    assert [node.label for node in nodes(navigation.menu)] == ["Hardware", "Cables", "Input", "Storage"]


def test_the_way_to_a_category_is_marked(navigation: Navigation) -> None:
    marked = [node.label for node in nodes(navigation.menu_at(("Hardware", "Storage", "SSDs"))) if node.current]
    assert marked == ["Hardware", "Storage"]
    assert not any(node.current for node in nodes(navigation.menu))


def test_breadcrumbs_lead_from_home_to_the_category(navigation: Navigation) -> None:
    crumbs = navigation.breadcrumbs(("Hardware", "Storage"))
    assert [link.url for link in crumbs] == ["/", "/product-category/hardware/", "/product-category/hardware/storage/"]


def test_a_category_is_found_by_its_address(navigation: Navigation) -> None:
    found = navigation.at(("hardware", "storage", "ssds"))
    assert found is not None
    assert found.path == ("Hardware", "Storage", "SSDs")
    assert navigation.at(("ssds",)) is found
    assert navigation.at(("storage", "hardware")) is None


def test_a_footer_has_as_many_groups_as_the_shop_wants(navigation: Navigation) -> None:
    assert [group.title for group in navigation.footer_groups] == ["Shop", "Customer service", "Legal"]
    assert all(group.links for group in navigation.footer_groups)


def test_every_link_of_the_shop_leads_somewhere(shopper: Shopper) -> None:
    waiting, seen = ["/"], {"/"}
    while waiting and len(seen) < 150:
        answer = shopper.get(waiting.pop())
        assert answer.status_code == 200, answer.url
        for node in LexborHTMLParser(answer.text).css("a[href]"):
            address = (node.attributes.get("href") or "").partition("#")[0]
            if address.startswith("/") and address not in seen:
                seen.add(address)
                waiting.append(address)
    assert len(seen) > 50
