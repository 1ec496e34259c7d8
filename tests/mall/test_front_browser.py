"""Browsing by hand in a real Chromium: from the front page into a shop, into its cart, and over again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from shopworld.environments import BrowserEnvironment, BrowserProcess
from shopworld.environments.browser.context import BrowserContext
from shopworld.environments.browser.page import BrowserPage
from shopworld.episode import Episode
from shopworld.mall import Mall, MallServer
from shopworld.shop import SHOP_STATE

pytestmark = pytest.mark.browser


def click(page: BrowserPage, selector: str) -> None:
    """Clicks the first element and waits for what comes of it."""
    page.call("Runtime.evaluate", expression=f"document.querySelector({selector!r}).click()")
    page.settle()


def test_a_visit_by_hand(mall: Mall, browser: BrowserProcess) -> None:
    with MallServer(mall, slots=0) as server:
        first = server.welcome()
        context = BrowserContext(browser.connection(), f"127.0.0.1:{server.door_port}", (1280, 800))
        page = context.open_tab()
        page.call("Page.navigate", url=server.front_address)
        page.settle()
        click(page, ".shop:nth-child(2) a")
        assert page.url == server.door_address("swiftlap", first)
        page.call("Page.navigate", url=f"{page.url}product/brisk-ssd-3-tb/")
        page.settle()
        click(page, "form[action='/cart/add'] button[aria-label^='Add to cart: Brisk SSD 3']")
        assert list(first.state(SHOP_STATE)["swiftlap"].lines) == [("swiftlap/3", None)]
        page.call("Page.navigate", url=server.front_address)
        page.settle()
        click(page, "form[action='/start-over'] button")
        assert page.url == server.front_address
        second = server.visitor
        assert second is not None
        assert second is not first
        click(page, ".shop:nth-child(2) a")
        assert page.url == server.door_address("swiftlap", second)
        assert list(second.state(SHOP_STATE)["swiftlap"].lines) == []
        context.close()


def test_an_agent_submits_its_answer(mall: Mall, browser: BrowserProcess, new_episode: Callable[[], Episode]) -> None:
    with MallServer(mall) as shops, BrowserEnvironment(browser) as environment:
        slot = shops.slots[0]
        episode = new_episode()
        shops.open(slot, episode)
        seen = environment.open(episode, slot.proxy_address, mall.solution_address, "submit")
        lines = [line.strip() for line in seen.accessibility_tree.splitlines()]
        (field,) = [line for line in lines if "textbox 'Your result'" in line]
        (button,) = [line for line in lines if "button 'Submit Final Result'" in line]
        environment.step(f"fill({field[1:].partition(']')[0]!r}, 'http://swiftlap.example/product/brisk-ssd-3-tb/')")
        environment.step(f"click({button[1:].partition(']')[0]!r})")
        assert environment.ended
        assert [event.kind for event in episode.events] == ["answer_submitted"]
        assert shops.close(slot) == ()
