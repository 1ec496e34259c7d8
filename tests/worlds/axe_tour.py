"""Every kind of page and state of a shop, given to axe-core in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from shopworld.arena.verify.form import forms_of
from shopworld.arena.verify.shopper import VerifyingShopper, clear_the_way
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.environments.browser import BrowserContext, BrowserPage, go_to
from shopworld.shop import ShopFolder

_LONGEST = 180.0
"""Seconds for one page; a busy machine takes its time."""
WIDTHS = ((1280, 900), (390, 844))
_RUN = """axe.run(document, {resultTypes: ["violations"]}).then((found) => JSON.stringify(found.violations.map(
  (one) => [one.id, one.impact, one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))])))"""
_REFUSED = """(() => { const form = [...document.querySelectorAll("main form")].find((one) => one.noValidate);
  form.querySelector("button:not([type=button])").click(); return true; })()"""

_QUICKLY = "document.querySelector('button[name=quick]').click()"


@cache
def axe_source() -> str:
    """axe-core, as the package of the tests carries it."""
    found = find_spec("axe_playwright_python")
    assert found is not None
    assert found.submodule_search_locations
    return (Path(found.submodule_search_locations[0]) / "axe.min.js").read_text(encoding="utf-8")


def violations(shop: ShopFolder) -> Iterator[tuple[str, int, str, str, list[str]]]:
    """What axe-core finds: state, width, rule, impact, elements. Nothing where all is well."""
    with VerifiedShop(shop) as subject:
        states = list(_states(subject))
        for viewport in WIDTHS:
            context = BrowserContext(subject.browser.connection(), None, viewport)
            tab = context.open_tab()
            try:
                for state, visitor, path, act in states:
                    go_to(tab, subject.address(visitor).rstrip("/") + path)
                    _settle(tab)
                    if act:
                        tab.call("Runtime.evaluate", expression=act)
                        _settle(tab)
                    for rule, impact, nodes in _found(tab):
                        yield state, viewport[0], rule, impact, nodes
            finally:
                context.close()


def _settle(tab: BrowserPage) -> None:
    for _ in range(4):
        tab.settle(pictures=True)
        if tab.settled:
            return


def _found(tab: BrowserPage) -> list[Any]:
    tab.call("Runtime.evaluate", expression=axe_source())
    number = tab.send("Runtime.evaluate", expression=_RUN, awaitPromise=True, returnByValue=True)
    answer = tab.answer(number, timeout=_LONGEST)
    return list(json.loads(answer["result"]["value"]))


def _states(subject: VerifiedShop) -> Iterator[tuple[str, VerifyingShopper, str, str]]:
    there, data = subject.addresses, subject.folder.data
    newcomer, empty, buyer = (subject.shopper(name) for name in ("axe new", "axe empty", "axe buyer"))
    for one in (empty, buyer):
        clear_the_way(one)
    for product in [one for one in data.products if not one.has_options][:2] or data.products[:2]:
        page = buyer.get(there.product(product.handle))
        form = next((one for one in forms_of(page) if one.action == there.cart_add), None)
        if form is not None:
            form.send(buyer, form.filled())
    listing = max(data.collections, key=lambda one: len(one.product_handles))
    varied = next((one for one in data.products if one.has_options), data.products[0])
    yield "home, first visit", newcomer, there.home, ""
    yield "home", empty, there.home, ""
    yield "listing", empty, there.category((listing.handle,)), ""
    yield "everything, on sale", empty, there.all_with(availability="in-stock"), ""
    yield "nothing found", empty, there.search_for("zzzqqq"), ""
    yield "product", empty, there.product(varied.handle), ""
    yield "cart, empty", empty, there.cart, ""
    yield "cart", buyer, there.cart, ""
    yield "checkout", buyer, there.checkout, ""
    yield "checkout, refused", buyer, there.checkout, _REFUSED
    yield "contact", empty, there.contact, ""
    yield "contact, refused", empty, there.contact, _REFUSED
    yield "policy", empty, there.policy("shipping-policy"), ""
    yield "not there", empty, there.product("no-such-thing"), ""
    amenities = subject.capabilities.amenities or ()
    kept = buyer.get(there.product(varied.handle))
    for form in [one for one in forms_of(kept) if one.action in (there.wish_list_change, there.compare_change)]:
        form.send(buyer, form.filled())
    for name, path in (
        ("wish_list", there.wish_list),
        ("compare", there.compare),
        ("account", there.account),
        ("brand_pages", there.brands),
        ("order_status", f"{there.order_status}?number=1&email=a%40b.example"),
        ("gift_finder", f"{there.gift_finder}?budget=100"),
        ("quick_order", there.quick_order),
    ):
        if name in amenities:
            yield name.replace("_", " "), buyer, path, ""
    if "quick_view" in amenities:
        yield "quick view", empty, there.category((listing.handle,)), _QUICKLY
    content = subject.folder.specification.content
    for article in content.articles[:1] if content else ():
        yield "blog", empty, there.blog(article.blog), ""
        yield "article", empty, there.article(article.blog, article.handle), ""
