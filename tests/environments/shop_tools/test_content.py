"""Tools tell what stands on the pages that a visitor sees, and nothing else."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from shopworld.catalog import Catalog
from shopworld.environments.shop_tools.content import page_content, pages_content, text_of
from shopworld.environments.shop_tools.visitor import MallVisitor, ShopAnswer
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import Mall
from shopworld.shop import PageViewed

KEYS_OF_OURS = {"url", "shop", "page", "pages", "can_add", "more_reviews", "required", "selected", "verified", "step"}


def _leaves(content: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(content, dict):
        for key, value in content.items():
            yield from _leaves(value, key)
    elif isinstance(content, list):
        for value in content:
            yield from _leaves(value, name)
    elif name not in KEYS_OF_OURS:
        yield name, str(content)


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", unescape(text))


@pytest.fixture
def visitor(small_mall: Mall) -> Iterator[MallVisitor]:
    visitor = MallVisitor(small_mall)
    visitor.episode = Episode(EpisodeIdentity("agent", "task"), "label")
    yield visitor
    visitor.close()


def _pages(visitor: MallVisitor, host: str) -> Iterator[ShopAnswer]:
    """A page of each kind."""
    home = visitor.get(f"http://{host}/")
    yield home
    listing = visitor.get(f"http://{host}/shop/")
    yield listing
    yield visitor.get(f"http://{host}/?s=usb+cable&orderby=price")
    yield visitor.get(f"http://{host}/?s=zzzzqqqq")
    yield visitor.get(f"http://{host}/contact/")
    yield visitor.get(f"http://{host}/policies/shipping-policy/")
    yield visitor.get(f"http://{host}/policies/refund-policy/")
    yield visitor.get(f"http://{host}/nowhere/")
    for card in page_content(listing)["products"][:6]:
        product = visitor.get(card["url"])
        yield product
        page: Any = product.page
        if page.can_add and not page.selectors:
            form = {"offer": str(page.number), "quantity": "1", "return_path": "/cart/"}
            yield visitor.post(f"http://{host}/cart/add", form)
    yield visitor.get(f"http://{host}/checkout/")


@pytest.mark.parametrize("number", range(4))
def test_everything_told_stands_on_the_rendered_page(visitor: MallVisitor, small_mall: Mall, number: int) -> None:
    host, shop_id = list(small_mall.hosts.items())[number]
    renderer = small_mall.storefronts[shop_id].shop.renderer
    kinds = set()
    for seen in _pages(visitor, host):
        assert seen.page is not None
        kinds.add(type(seen.page).__name__)
        html = renderer.render(seen.page).decode()
        shown = _squeezed(LexborHTMLParser(html).text(separator=" ")) + _squeezed(html)
        for name, leaf in _leaves(page_content(seen)):
            for line in leaf.splitlines():
                assert _squeezed(line) in shown, (seen.address, name, line)
    assert kinds >= {"HomePage", "ListingPage", "ProductPage", "CartPage", "CheckoutPage", "ContactPage", "InfoPage"}


@pytest.fixture(scope="module")
def garments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mall]:
    """A generated shop: composed templates, Shopify's addresses, variants, articles, stores."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[2] / "shop")
        shop = importlib.import_module("garment_shop")
    folder = tmp_path_factory.mktemp("garments") / "catalog"
    shop.build_catalog(folder)
    with Catalog.open(folder) as catalog:
        yield Mall("garments", catalog, (shop.specification(),), solution_host="solution.example")


def test_everything_told_stands_on_the_pages_of_a_generated_shop(garments: Mall) -> None:
    host, shop_id = next(iter(garments.hosts.items()))
    renderer = garments.storefronts[shop_id].shop.renderer
    visitor = MallVisitor(garments)
    visitor.episode = Episode(EpisodeIdentity("agent", "task"), "label")
    home = visitor.get(f"http://{host}/")
    listing = visitor.get(f"http://{host}/collections/all")
    links = [one["url"] for one in pages_content(home, home.page.shell)["pages"]] if home.page else []
    products = [one["url"] for one in page_content(listing)["products"]]
    others = [
        f"http://{host}{path}"
        for path in ("/search?q=tee", "/cart", "/nowhere", "/pages/contact", "/pages/store-locator")
    ]
    kinds = set()
    for seen in (home, listing, *map(visitor.get, (*links, *products, *others))):
        if seen.page is None:
            continue
        kinds.add(type(seen.page).__name__)
        html = renderer.render(seen.page).decode()
        shown = _squeezed(LexborHTMLParser(html).text(separator=" ")) + _squeezed(html)
        for name, leaf in _leaves(page_content(seen)):
            for line in leaf.splitlines():
                assert _squeezed(line) in shown, (seen.address, name, line)
    visitor.close()
    assert kinds >= {"HomePage", "ListingPage", "ProductPage", "CartPage", "InfoPage", "ContactPage", "StoresPage"}


def test_what_the_catalog_alone_knows_is_not_told(visitor: MallVisitor, small_mall: Mall) -> None:
    """The catalog holds one product id for the same thing in all shops, and attributes that a shop may not print."""
    for host, shop_id in small_mall.hosts.items():
        for card in page_content(visitor.get(f"http://{host}/shop/"))["products"][:8]:
            told = json.dumps(page_content(visitor.get(card["url"])))
            offer = small_mall.catalog.offer_by_slug(shop_id, card["url"].rstrip("/").rpartition("/")[2])
            assert offer is not None
            assert f'"{offer.product_id}"' not in told
            assert "product_id" not in told
            assert "attributes" not in told


def test_html_becomes_lines_of_text() -> None:
    assert (
        text_of("<h2>Returns</h2><p>30   days,<br>free &amp; easy</p><script></script>")
        == "Returns\n30 days,\nfree & easy"
    )
    assert text_of("") == ""


def test_a_page_as_data_is_recorded_as_in_a_browser_but_for_what_it_leads_to(
    visitor: MallVisitor, small_mall: Mall
) -> None:
    import asyncio

    from shopworld.mall.reply import call

    host = next(iter(small_mall.hosts))
    seen = visitor.get(f"http://{host}/shop/")
    rendered = Episode(EpisodeIdentity("agent", "task"), "label")
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "server": (host, 80),
        "client": None,
        "scheme": "http",
        "method": "GET",
        "root_path": "",
        "path": "/shop/",
        "raw_path": b"/shop/",
        "query_string": b"",
        "headers": [(b"host", host.encode())],
        "shopworld.episode": rendered,
    }
    site = small_mall.sites.at(host)
    assert site is not None
    assert visitor.episode is not None
    reply = asyncio.run(call(site.application, scope, b"", origin=f"http://{host}"))
    assert reply.body.startswith(b"<!")
    assert seen.body == b""
    viewed, *others = (event.payload for event in rendered.events)
    assert isinstance(viewed, PageViewed)
    assert viewed.offers, "what a tool tells of a page stands in the event of the tool"
    assert [event.payload for event in visitor.episode.events] == [viewed.model_copy(update={"offers": ()}), *others]
