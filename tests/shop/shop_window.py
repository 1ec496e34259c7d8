"""A window of a real Chromium on one shop, whose pages can be asked for what a visitor sees."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any

from shopworld.catalog import Catalog
from shopworld.environments import BrowserProcess
from shopworld.environments.browser.connection import CommandRefused
from shopworld.environments.browser.context import BrowserContext
from shopworld.environments.browser.navigation import go_to
from shopworld.episode import Episode, EpisodeIdentity, Payload
from shopworld.mall import MallServer, Site, Sites
from shopworld.mall.reply import Application
from shopworld.shop import ShopSpecification, Storefront

DESKTOP, PHONE = (1280, 800), (390, 844)
_SCRIPT = """
const named = (selector, name) => [...document.querySelectorAll(selector)].find((one) =>
  (one.getAttribute("aria-label") ?? one.textContent).trim().startsWith(name));
const box = (node) => node.getBoundingClientRect().toJSON();
const style = (node, name) => getComputedStyle(node)[name];
const wait = (time) => new Promise((done) => setTimeout(done, time));
"""
_numbers = itertools.count()


@dataclass
class OneShop:
    """A mall of one shop."""

    name: str
    sites: Sites


class Window:
    """A browser window on one shop."""

    def __init__(self, context: BrowserContext, host: str) -> None:
        self._page = context.open_tab()
        self._host = host

    def open(self, path: str) -> Window:
        """Goes to a page."""
        go_to(self._page, f"http://{self._host}{path}")
        self._page.settle(pictures=True)
        return self

    def until(self, script: str) -> Any:
        """Asks again and again, also while the page changes, until the answer is true of something; at most 10 s.

        Of a page that has arrived in part nothing is asked: what comes last in it is not there yet.
        """
        for _ in range(100):
            with suppress(CommandRefused):
                if answer := self.tell(f'if (document.readyState === "loading") return null; {script}'):
                    return answer
            self._page.settle()
            time.sleep(0.1)
        raise AssertionError(f"never came true: {script}")

    def tell(self, script: str) -> Any:
        """What a script in the page answers; it knows `named`, `box`, `style` and `wait`."""
        answer = self._page.call(
            "Runtime.evaluate",
            expression=f"(async () => {{ {_SCRIPT} return JSON.stringify(await (async () => {{ {script} }})()); }})()",
            awaitPromise=True,
            returnByValue=True,
        )
        assert "exceptionDetails" not in answer, answer
        return json.loads(answer["result"].get("value") or "null")

    @property
    def overflow(self) -> int:
        """Pixels by which the page is wider than its window."""
        return int(self.tell("return document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def as_it_is(application: Application) -> Application:
    """The application itself."""
    return application


def open_shop(
    stack: ExitStack,
    browser: BrowserProcess,
    specification: ShopSpecification,
    catalog: Catalog,
    viewport: tuple[int, int] = DESKTOP,
    events: Sequence[Payload] = (),
    served: Callable[[Application], Application] = as_it_is,
) -> Window:
    """A window on a shop of its own; the stack closes both.

    Args:
        stack: that closes them.
        browser: that is used.
        specification: of the shop.
        catalog: that holds its offers.
        viewport: width and height in CSS pixels.
        events: that have happened in the shop before.
        served: what stands between the shop and the mall.
    """
    identity = specification.identity
    application = served(Storefront(specification, catalog).application)
    site = Site(identity.id, identity.name, identity.host, application)
    server = stack.enter_context(MallServer(OneShop("one", Sites([site]))))
    who = EpisodeIdentity("tester", "window", trial=next(_numbers))
    episode = Episode(who, who.label(b"a secret of the tests"))
    for event in events:
        episode.record(event, shop=identity.id)
    server.open(server.slots[0], episode)
    context = BrowserContext(browser.connection(), server.slots[0].proxy_address, viewport)
    stack.callback(context.close)
    return Window(context, identity.host)
