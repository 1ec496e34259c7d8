"""The script in a real Chromium: what it adds, and that nothing is missing without it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count

import pytest
from corner_shop import HOST, SHOP, make_specification
from starlette.responses import Response

from shopworld.catalog import Catalog
from shopworld.environments import BrowserEnvironment, BrowserProcess, Observation
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import MallServer, Site, Sites
from shopworld.mall.reply import Application, Receive, Scope, Send
from shopworld.shop import Storefront
from shopworld.shop.look.designs import load_design

pytestmark = pytest.mark.browser

_numbers = count()


@dataclass
class OneShop:
    """A mall of one shop."""

    name: str
    sites: Sites


class Window:
    """A browser window on one shop, driven as an agent drives it."""

    def __init__(self, environment: BrowserEnvironment, episode: Episode, proxy: str) -> None:
        self._environment = environment
        self.episode = episode
        self.seen: Observation = environment.open(episode, proxy, f"http://{HOST}/", "try the script")
        if self.has("button 'Accept all'"):
            self.click("button 'Accept all'")

    @property
    def tree(self) -> str:
        return self.seen.accessibility_tree

    def has(self, pattern: str) -> bool:
        return re.search(rf"\] {pattern}", self.tree, re.IGNORECASE) is not None

    def find(self, pattern: str) -> str:
        found = re.search(rf"\[(\w+)\] {pattern}", self.tree, re.IGNORECASE)
        assert found is not None, f"{pattern!r} is not in\n{self.tree}"
        return found[1]

    def do(self, action: str) -> None:
        self.seen = self._environment.step(action)
        assert self.seen.last_action_error == "", action

    def click(self, pattern: str) -> None:
        self.do(f"click({self.find(pattern)!r})")

    def press(self, pattern: str, key: str) -> None:
        self.do(f"press({self.find(pattern)!r}, {key!r})")

    def open(self, path: str) -> None:
        self.do(f"goto('http://{HOST}{path}')")


OpenWindow = Callable[..., Window]


def without_script(application: Application) -> Application:
    """The application, but for the script."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].endswith(".js"):
            await Response(status_code=404)(scope, receive, send)
        else:
            await application(scope, receive, send)

    return answer


@pytest.fixture
def open_window(browser: BrowserProcess, catalog: Catalog) -> Iterator[OpenWindow]:
    """Opens a window on the corner shop in a design."""
    with ExitStack() as stack:

        def make(design_name: str, *, script: bool = True) -> Window:
            design = load_design(design_name)
            shop = make_specification().model_copy(update={"capabilities": design.capabilities, "style": design.style})
            application = Storefront(shop, catalog).application
            served = application if script else without_script(application)
            mall = OneShop("one", Sites([Site(SHOP, shop.identity.name, HOST, served)]))
            server = stack.enter_context(MallServer(mall))
            identity = EpisodeIdentity("tester", "script", trial=next(_numbers))
            episode = Episode(identity, identity.label(b"a secret of the tests"))
            server.open(server.slots[0], episode)
            environment = stack.enter_context(BrowserEnvironment(browser))
            return Window(environment, episode, server.slots[0].proxy_address)

        yield make


def test_a_drawer_opens_after_adding_and_escape_closes_it(open_window: OpenWindow) -> None:
    window = open_window("athletic")
    window.open("/shop/")
    window.click("button 'Add to cart: .*'")
    assert window.has("dialog 'Your cart'")
    assert not window.has("main")
    window.press("link 'Close cart'", "Escape")
    assert not window.has("dialog")
    assert window.has("main")
    window.click("link 'Cart")
    assert window.has("dialog 'Your cart'")
    window.click("link 'Close cart'")
    assert window.has("link 'Cart.*expanded=False")


def test_a_popover_opens_and_closes(open_window: OpenWindow) -> None:
    window = open_window("engineer")
    window.open("/shop/")
    window.click("button 'Add to cart: .*'")
    assert window.has("link 'Checkout'")
    assert window.has("main")
    window.click("link 'Close cart'")
    assert not window.has("link 'Checkout'")


def test_suggestions_come_while_typing_and_go_by_escape(open_window: OpenWindow) -> None:
    window = open_window("workshop")
    window.do(f"fill({window.find('searchbox')!r}, 'ombra')")
    assert window.has("region 'Suggestions'")
    assert window.has("link '.*Ombra")
    window.press("searchbox", "Escape")
    assert not window.has("region 'Suggestions'")
    window.press("searchbox", "Enter")
    assert window.seen.url == f"http://{HOST}/?s=ombra"


def test_a_stepper_in_the_cart_sends_the_quantity(open_window: OpenWindow) -> None:
    window = open_window("boutique")
    window.open("/shop/")
    window.click("button 'Add to cart: .*'")
    window.open("/cart/")
    window.click("button 'Increase quantity")
    assert window.has("spinbutton 'Quantity of .* value=2")
    window.click("button 'Decrease quantity")
    assert window.has("spinbutton 'Quantity of .* value=1")


def test_a_filter_sends_itself_without_empty_fields(open_window: OpenWindow) -> None:
    window = open_window("athletic")
    window.open("/shop/")
    window.click("checkbox 'Kestrin")
    assert "brand=Kestrin" in window.seen.url
    assert "price_min" not in window.seen.url
    assert window.has("checkbox 'Kestrin.*checked='?true")
    assert not window.has("button 'Apply filters'")


def test_a_slider_that_was_not_moved_is_not_a_filter(open_window: OpenWindow) -> None:
    window = open_window("workshop")
    window.open("/shop/")
    window.click("checkbox 'Kestrin")
    assert "brand=Kestrin" in window.seen.url
    assert "price_m" not in window.seen.url


def test_a_sort_sends_itself(open_window: OpenWindow) -> None:
    window = open_window("engineer")
    window.open("/shop/")
    window.do(f"select_option({window.find('combobox .Sort by')!r}, 'Price: high to low')")
    assert "orderby=price-desc" in window.seen.url


def test_sections_become_tabs(open_window: OpenWindow) -> None:
    window = open_window("engineer")
    window.open("/product/kestrin-s1-ssd-500-gb/")
    assert window.has("tab 'Description'.*selected=True")
    assert not window.has("heading 'Does what it should'")
    window.click("tab 'Reviews'")
    assert window.has("heading 'Does what it should'")
    window.press("tab 'Reviews'", "ArrowLeft")
    assert window.has("tab 'Specifications'.*selected=True")


def test_a_chosen_variant_shows_its_price_and_stock(open_window: OpenWindow) -> None:
    window = open_window("athletic")
    window.open("/product/ombra-glide-mouse/")
    assert "€41.99" not in window.tree
    window.click("radio 'White")
    assert "€41.99" in window.tree
    assert "Only 2 left in stock" in window.tree


def test_more_products_come_onto_the_same_page(open_window: OpenWindow) -> None:
    window = open_window("boutique")
    window.open("/shop/")
    before = len(re.findall(r"\] heading '.*SSD", window.tree))
    window.click("link 'Load more products'")
    assert len(re.findall(r"\] heading '.*SSD", window.tree)) > before
    assert window.seen.url == f"http://{HOST}/shop/"
    assert not window.has("link 'Load more products'")


def test_everything_works_without_the_script(open_window: OpenWindow) -> None:
    window = open_window("athletic", script=False)
    window.open("/shop/")
    window.click("checkbox 'Kestrin")
    window.click("button 'Apply filters'")
    assert "brand=Kestrin" in window.seen.url
    window.click("button 'Add to cart: .*'")
    assert window.has("dialog 'Your cart'")
    window.click("link 'Close cart'")
    assert not window.has("dialog")
    window.click("link 'Cart")
    assert window.seen.url == f"http://{HOST}/cart/"
    window.do(f"fill({window.find('spinbutton')!r}, '3')")
    window.click("button 'Update quantity")
    assert window.has("spinbutton .* value=3")
