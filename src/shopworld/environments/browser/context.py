"""One episode's browser context: cookies, proxy and tabs that nothing else shares."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from shopworld.environments.browser.connection import Connection, Message
from shopworld.environments.browser.login import ProxyLogin
from shopworld.environments.browser.page import BrowserPage
from shopworld.environments.browser.web import is_web
from shopworld.errors import EnvironmentFault

if TYPE_CHECKING:
    from shopworld.mall import Proxy

_TAB_TIMEOUT = 10.0
_POPUP_TIMEOUT = 1.0
_PAGES_ONLY = [{"type": "page"}, {"exclude": True}]


class BrowserContext:
    """An isolated context with its own proxy, and its tabs in order of opening.

    Args:
        connection: the browser's.
        proxy: the forward proxy that all requests go through, loopback included, or `host:port` of one that asks for no
            credentials; None for none.
        viewport: width and height in CSS pixels.
        drawn: whether somebody may look at its pages; else nothing is rastered. What is observed is the same.

    Attributes:
        proxy: as given.
        drawn: as given.
    """

    def __init__(
        self,
        connection: Connection,
        proxy: Proxy | str | None,
        viewport: tuple[int, int],
        *,
        drawn: bool = True,
    ) -> None:
        self.connection = connection
        self.viewport = viewport
        self.proxy, self.drawn = proxy, drawn
        self.identifier = ""
        self._asked = 0
        self.pages: list[BrowserPage] = []
        self.active: BrowserPage | None = None
        self.refused: list[str] = []
        """Addresses of windows that pages asked for and that are no web pages."""
        connection.subscribe("", self._on_event)
        connection.post(
            "Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True, filter=_PAGES_ONLY
        )
        self._login = None if proxy is None or isinstance(proxy, str) else ProxyLogin(connection, proxy)
        server = f"http://{proxy}" if isinstance(proxy, str) else proxy.server if proxy is not None else ""
        way = {"proxyServer": server, "proxyBypassList": "<-loopback>"} if server else {}
        created = connection.call("Target.createBrowserContext", disposeOnDetach=True, **way)
        self.identifier = created["browserContextId"]
        connection.post("Browser.setDownloadBehavior", behavior="deny", browserContextId=self.identifier)

    @property
    def page(self) -> BrowserPage:
        """The active tab.

        Raises:
            EnvironmentFault: every tab is gone.
        """
        if self.active is None:
            raise EnvironmentFault("the browser has no open tab")
        return self.active

    def ask_for_tab(self) -> None:
        """Asks for an empty tab without waiting for it: the next `open_tab` takes it."""
        self._asked = self.connection.send("Target.createTarget", url="about:blank", browserContextId=self.identifier)

    def open_tab(self) -> BrowserPage:
        """Opens an empty tab and makes it the active one."""
        if not self._asked:
            self.ask_for_tab()
        number, self._asked = self._asked, 0
        target = self.connection.answer(number)["targetId"]
        if not self.connection.wait(lambda: self._find(target) is not None, timeout=_TAB_TIMEOUT):
            raise EnvironmentFault(f"the browser opened no tab within {_TAB_TIMEOUT:g} s")
        self.page.wait_until_prepared()
        return self.page

    def close_tab(self, page: BrowserPage) -> None:
        """Closes a tab; the tab opened last becomes the active one."""
        self.connection.post("Target.closeTarget", targetId=page.target)
        if not self.connection.wait(lambda: page not in self.pages, timeout=_TAB_TIMEOUT):
            raise EnvironmentFault(f"the tab at {page.url} does not close")

    def activate(self, page: BrowserPage) -> None:
        """Makes a tab the active one."""
        self.active = page
        page.post("Page.bringToFront")

    def follow_new_tabs(self) -> None:
        """Waits for the tabs that pages have asked for; the newest is then the active one."""
        openers = [page for page in self.pages if page.opening]
        if openers:
            self.connection.wait(lambda: not any(page.opening for page in openers), timeout=_POPUP_TIMEOUT)
            for page in openers:
                page.opening.clear()

    def close(self) -> None:
        """Disposes of the context with all its tabs."""
        for page in self.pages:
            page.leave()
        self.connection.unsubscribe("", self._on_event)
        self.pages = []
        self.active = None
        with contextlib.suppress(EnvironmentFault):
            self.connection.post("Target.disposeBrowserContext", browserContextId=self.identifier)

    def _find(self, target: str) -> BrowserPage | None:
        return next((page for page in self.pages if page.target == target), None)

    def _on_event(self, method: str, parameters: Message) -> None:
        if method == "Target.attachedToTarget":
            self._attached(parameters)
        elif method == "Target.detachedFromTarget":
            self._detached(parameters["sessionId"])

    def _attached(self, parameters: Message) -> None:
        info = parameters["targetInfo"]
        if info.get("browserContextId") != self.identifier:
            return
        opener = self._find(info.get("openerId", "")) or self.active
        address = opener.opening.pop(0) if opener is not None and opener.opening else ""
        if not is_web(address):
            self.refused.append(address)
            self.connection.post("Runtime.runIfWaitingForDebugger", parameters["sessionId"])
            self.connection.post("Target.closeTarget", targetId=info["targetId"])
            return
        page = BrowserPage(
            self.connection,
            parameters["sessionId"],
            info["targetId"],
            self.viewport,
            paused=parameters["waitingForDebugger"],
            login=self._login,
            drawn=self.drawn,
        )
        self.pages.append(page)
        self.active = page

    def _detached(self, session: str) -> None:
        page = next((page for page in self.pages if page.session == session), None)
        if page is None:
            return
        page.leave()
        self.pages.remove(page)
        if self.active is page:
            self.active = self.pages[-1] if self.pages else None
            if self.active is not None:
                self.active.post("Page.bringToFront")
