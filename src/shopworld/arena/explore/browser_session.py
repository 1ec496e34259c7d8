"""A visitor's browser: opens pages of one site at a polite pace, looks, clicks, types, and notes what happened."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from shopworld.arena.explore.sight import Sight, SightElement, read_sight
from shopworld.environments import BrowserProcess
from shopworld.environments.browser import BrowserContext, BrowserPage, CommandRefused, go_to, scroll
from shopworld.environments.browser import PageElement as Handle
from shopworld.errors import ActionError, ArenaError, EnvironmentFault

DESKTOP, PHONE = (1280, 800), (390, 844)
_READ_ATTEMPTS = 4
_SETTLE_SECONDS = 6.0
_JPEG_QUALITY = 60
_TALLEST_PICTURE = 8_000
_MOST_REQUESTS = 300
_MOST_SCROLLS = 20
_REQUESTS = """JSON.stringify(performance.getEntriesByType("resource").map(
  (one) => [one.name, one.initiatorType, one.responseStatus || 0]))"""
_TO_NODE = "function () { this.scrollIntoView({ block: 'center', inline: 'nearest' }); }"


@dataclass(frozen=True, slots=True)
class Rules:
    """What a session keeps to.

    Attributes:
        owns: whether an address belongs to the site.
        allows: whether robots.txt allows it.
        wait: waits for the next request's turn; raises where the budget is spent.
    """

    owns: Callable[[str], bool]
    allows: Callable[[str], bool]
    wait: Callable[[], None]


class BrowserSession:
    """One visitor with a fresh browser context. Use it as a context manager.

    Args:
        browser: runs it.
        rules: of the site.
        viewport: width and height of the window.
        settle: seconds after which a page that does not come to rest is read as it is.
        cookies: that the visitor brings along, as the protocol takes them.
    """

    def __init__(
        self,
        browser: BrowserProcess,
        rules: Rules,
        *,
        viewport: tuple[int, int] = DESKTOP,
        settle: float = _SETTLE_SECONDS,
        cookies: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.viewport = viewport
        self._rules = rules
        self._settle = settle
        self._context = BrowserContext(browser.connection(), None, viewport)
        self._context.open_tab()
        self.refused: list[str] = []
        """Documents that pages asked for and that the rules forbid; none of them was loaded."""
        self._guard(self.page)
        if cookies:
            self.page.call("Network.setCookies", cookies=[dict(one) for one in cookies])
        self.clear_the_way: Callable[[BrowserSession, Sight], Sight] | None = None
        """Dismisses what lies over a page that was opened; nothing at first."""

    def __enter__(self) -> BrowserSession:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._context.close()

    @property
    def page(self) -> BrowserPage:
        """The tab."""
        return self._context.page

    def open(self, address: str) -> Sight:
        """Opens a page and looks at it.

        Raises:
            ArenaError: it belongs to another site, robots.txt forbids it, or it does not open.
        """
        if not self._rules.owns(address):
            raise ArenaError(f"{address} is not part of the site")
        if not self._rules.allows(address):
            raise ArenaError("robots.txt forbids the page")
        self._rules.wait()
        try:
            go_to(self.page, address)
        except ActionError as error:
            raise ArenaError(f"a page does not open: {error.message}") from error
        sight = self.look()
        return self.clear_the_way(self, sight) if self.clear_the_way is not None else sight

    def look(self) -> Sight:
        """The page as it is, once it has come to rest.

        Raises:
            EnvironmentFault: the browser is gone.
        """
        for _ in range(_READ_ATTEMPTS):
            self.page.settle(timeout=self._settle)
            self._stay_in_one_tab()
            try:
                return read_sight(self.page, self.viewport)
            except CommandRefused:
                continue
        raise EnvironmentFault("the page never stands still")

    def click(self, element: SightElement) -> Sight:
        """Clicks on an element and looks again; a click that led to another site is taken back.

        Raises:
            ActionError: it cannot be clicked on.
            ArenaError: it led away.
        """
        before = self.page.url
        self._rules.wait()
        self._handle(element).click()
        return self._after(before)

    def hover(self, element: SightElement) -> Sight:
        """Moves the mouse over an element and looks again."""
        self._handle(element).hover()
        return self.look()

    def fill(self, element: SightElement, text: str) -> Sight:
        """Replaces a field's content and looks again."""
        self._handle(element).fill(text)
        return self.look()

    def type(self, element: SightElement, text: str) -> Sight:
        """Types into a field key by key, as people do, and looks again."""
        handle = self._handle(element)
        handle.fill("")
        for character in text:
            handle.press(character)
        return self.look()

    def press(self, element: SightElement, key: str) -> Sight:
        """Presses a key in an element and looks again."""
        before = self.page.url
        self._rules.wait()
        self._handle(element).press(key)
        return self._after(before)

    def select(self, element: SightElement, option: str) -> Sight:
        """Chooses an option of a list by its name and looks again."""
        before = self.page.url
        self._rules.wait()
        self._handle(element).select([option])
        return self._after(before)

    def scroll_through(self) -> Sight:
        """Scrolls to the end in steps, so that what waits to be looked at comes, then back up, and looks."""
        for _ in range(_MOST_SCROLLS):
            scroll(self.page, 0, self.viewport[1] * 0.9, self.viewport)
            self.page.settle(timeout=self._settle)
            if self.evaluate("innerHeight + scrollY >= document.documentElement.scrollHeight - 2"):
                break
        return self.scroll(-1_000_000)

    def scroll_to_end(self) -> Sight:
        """Scrolls to the end of the page and looks again."""
        return self.scroll(1_000_000)

    def scroll(self, down: float) -> Sight:
        """Turns the mouse wheel and looks again."""
        scroll(self.page, 0, down, self.viewport)
        return self.look()

    def resize(self, viewport: tuple[int, int]) -> Sight:
        """Gives the window another size and looks again."""
        self.viewport = viewport
        width, height = viewport
        self.page.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )
        return self.look()

    def picture(self, sight: Sight | None = None, *, whole: bool = False) -> bytes:
        """A JPEG of the window, or of the whole page."""
        parameters: dict[str, Any] = {"format": "jpeg", "quality": _JPEG_QUALITY, "optimizeForSpeed": True}
        if whole and sight is not None:
            height = min(max(sight.height, self.viewport[1]), _TALLEST_PICTURE)
            parameters |= {
                "captureBeyondViewport": True,
                "clip": {"x": 0, "y": 0, "width": self.viewport[0], "height": height, "scale": 1},
            }
        content: str = self.page.call("Page.captureScreenshot", **parameters)["data"]
        return base64.b64decode(content)

    def requests(self) -> list[dict[str, str | int]]:
        """What the present document has asked for: address, by what, status."""
        found = json.loads(self.evaluate(_REQUESTS) or "[]")
        return [{"url": url, "by": kind, "status": status} for url, kind, status in found[:_MOST_REQUESTS]]

    def cookies(self) -> list[dict[str, Any]]:
        """The visitor's cookies, as the protocol gives them."""
        found: list[dict[str, Any]] = self.page.call("Network.getCookies")["cookies"]
        return [{name: one[name] for name in ("name", "value", "domain", "path")} for one in found]

    def leave(self) -> None:
        """Leaves the page for an empty one, so that an address that differs in its fragment is loaded anew."""
        self.page.call("Page.navigate", url="about:blank")
        self.page.settle(timeout=self._settle)

    def _guard(self, page: BrowserPage) -> None:
        """Refuses documents of other sites and those that robots.txt forbids, whoever asks for them."""

        def decide(method: str, parameters: dict[str, Any]) -> None:
            if method != "Fetch.requestPaused":
                return
            url, request = parameters["request"]["url"], parameters["requestId"]
            if url.startswith(("http:", "https:")) and not (self._rules.owns(url) and self._rules.allows(url)):
                self.refused.append(url)
                page.post("Fetch.failRequest", requestId=request, errorReason="Aborted")
            else:
                page.post("Fetch.continueRequest", requestId=request)

        page.connection.subscribe(page.session, decide)
        page.call("Fetch.enable", patterns=[{"resourceType": "Document", "requestStage": "Request"}])

    def evaluate(self, expression: str) -> Any:
        """What a script says of the page; None where it says nothing."""
        return self.page.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def _handle(self, element: SightElement) -> Handle:
        label = re.sub(r"\s+", " ", element.label)[:40]
        node = element.node
        if element.role == "text" and element.parent is not None:
            node = element.parent.node
        handle = Handle(self.page, node, label or element.role)
        found = self.page.call("DOM.resolveNode", backendNodeId=node)
        self.page.call("Runtime.callFunctionOn", functionDeclaration=_TO_NODE, objectId=found["object"]["objectId"])
        return handle

    def _after(self, before: str) -> Sight:
        sight = self.look()
        if not self._rules.owns(sight.url):
            go_to(self.page, before)
            self.look()
            raise ArenaError("a click led to another site and was taken back")
        return sight

    def _stay_in_one_tab(self) -> None:
        self._context.follow_new_tabs()
        while len(self._context.pages) > 1:
            self._context.close_tab(self._context.pages[-1])
