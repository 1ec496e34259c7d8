"""One tab: its protocol session, what it is loading, and when it has come to rest."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shopworld.environments.browser.connection import CALL_TIMEOUT, CallTimeout, CommandRefused, Connection, Message
from shopworld.environments.browser.login import ProxyLogin
from shopworld.environments.browser.scripts import script
from shopworld.errors import EnvironmentFault

SETTLE_TIMEOUT = 10.0
"""Seconds. Only pages that are busy for ever reach it; on a loaded machine others must not."""
_LONGEST_REFRESH = 2.0
"""Seconds of delay of a `<meta http-equiv=refresh>` that is still waited for."""
_CALM_FRAMES = 2
_IGNORED_DISPOSITIONS = ("newTab", "newWindow", "download")


@dataclass(frozen=True, slots=True)
class Dialog:
    """A dialog that the page opened and that was accepted."""

    kind: str
    text: str


class BrowserPage:
    """One tab.

    Args:
        connection: the browser's.
        session: protocol session of the tab.
        target: the tab's target id.
        viewport: width and height in CSS pixels.
        paused: whether the tab waits for the debugger before its first document.
        login: at the proxy of the tab's context, where it asks for one.
        drawn: whether somebody may look at the tab; else nothing is rastered, and rest comes a frame earlier.
    """

    def __init__(
        self,
        connection: Connection,
        session: str,
        target: str,
        viewport: tuple[int, int],
        *,
        paused: bool,
        login: ProxyLogin | None = None,
        drawn: bool = True,
    ) -> None:
        self.connection = connection
        self.session = session
        self.target = target
        self.url = "about:blank"
        self.title = ""
        self.document = 0
        """Counts the documents of the main frame; moves on with every navigation to a new one."""
        self.moves = 0
        """Counts the navigations of the main frame, within a document too."""
        self.settled = False
        """Whether the last `settle` saw the page come to rest."""
        self.changes: int | None = None
        """At the last `settle`: moves on when the document's elements may have changed; None where nobody counts."""
        self.dialogs: list[Dialog] = []
        self.opening: list[str] = []
        """Addresses of the windows that this tab has asked for and that have not appeared yet."""
        self.dragged: Message | None = None
        self.crashed = False
        self._login = login
        self._drawn = drawn
        self._loading: set[str] = set()
        self._requested: set[str] = set()
        self._scheduled: set[str] = set()
        self._frames: dict[str, str] = {}
        connection.subscribe(session, self._on_event)
        self._set_up(viewport, paused)

    def _set_up(self, viewport: tuple[int, int], paused: bool) -> None:
        width, height = viewport
        self.post("Page.enable")
        self.post("Page.addScriptToEvaluateOnNewDocument", source=_scripts(self._drawn))
        self.post("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.post("Emulation.setFocusEmulationEnabled", enabled=True)
        self.post("Page.setInterceptFileChooserDialog", enabled=True)
        if self._login is not None:
            self._login.watch(self.session)
        self._prepared = self.send("Runtime.runIfWaitingForDebugger" if paused else "Page.enable")

    def leave(self) -> None:
        """Hears of the tab no more."""
        self.connection.unsubscribe(self.session, self._on_event)

    def wait_until_prepared(self) -> None:
        """Waits until the tab has taken in its settings. A navigation sent before that might lose them."""
        self.answer(self._prepared)

    def call(self, method: str, /, **parameters: Any) -> Message:
        """Sends a command to this tab and waits for its answer."""
        return self.answer(self.send(method, **parameters))

    def send(self, method: str, /, **parameters: Any) -> int:
        """Sends a command to this tab; `answer` takes the number."""
        return self.connection.send(method, self.session, **parameters)

    def post(self, method: str, /, **parameters: Any) -> None:
        """Sends a command to this tab whose answer nobody wants."""
        self.connection.post(method, self.session, **parameters)

    def answer(self, number: int, *, timeout: float = CALL_TIMEOUT) -> Message:
        """Waits for the answer; a crash of the tab ends the wait.

        Raises:
            EnvironmentFault: the tab has crashed, the browser is gone, or no answer came in time.
        """
        if not self.wait(lambda: self.connection.answered(number), timeout=timeout):
            raise CallTimeout(f"the page at {self.url} did not answer within {timeout:g} s")
        return self.connection.answer(number)

    def wait(self, condition: Callable[[], bool], *, timeout: float) -> bool:
        """Handles messages until the condition holds; False after `timeout` seconds.

        Raises:
            EnvironmentFault: the tab has crashed, or the browser is gone.
        """
        held = self.connection.wait(lambda: self.crashed or condition(), timeout=timeout)
        if self.crashed:
            raise EnvironmentFault(f"the page at {self.url} has crashed")
        return held

    @property
    def busy(self) -> bool:
        """Whether a frame is being loaded, or a navigation has been asked for."""
        return bool(self._loading or self._requested or self._scheduled)

    @property
    def frames(self) -> list[str]:
        """Ids of the frames below the main one."""
        return [frame for frame in self._frames if frame != self.target]

    def settle(self, *, pictures: bool = False, timeout: float = SETTLE_TIMEOUT) -> None:
        """Waits until the page has come to rest, at most `timeout` seconds.

        Rest means: no frame loads, no navigation has been asked for, no short timer and no request is pending, and two
        animation frames have passed since; one where nothing is drawn and neither the page nor a frame in it works by
        frames, or by tasks that are not counted.

        Args:
            pictures: whether to wait for the pictures in view too.
            timeout: seconds.
        """
        deadline = time.monotonic() + timeout
        self.settled, self.changes = False, None
        while (remaining := deadline - time.monotonic()) > 0:
            if not self.wait(lambda: not self.busy, timeout=remaining):
                return
            if self._rests(deadline, pictures) and not self.busy:
                self.settled = True
                return

    def _rests(self, deadline: float, pictures: bool) -> bool:
        """Waits for rest within the present document; False where it was left or time is up."""
        remaining = max(0.0, deadline - time.monotonic())
        flag = "true" if pictures else "false"
        frames = _CALM_FRAMES if self._drawn or pictures else 1
        number = self.send(
            "Runtime.evaluate",
            expression=f"__shopworld.settled({remaining * 1000:.0f}, {flag}, {frames})",
            awaitPromise=True,
            returnByValue=True,
        )
        if not self.wait(lambda: self.connection.answered(number), timeout=remaining + CALL_TIMEOUT):
            raise EnvironmentFault(f"the page at {self.url} does not answer any more")
        try:
            answer = self.connection.answer(number)
        except CommandRefused:
            return False
        value = answer["result"].get("value")
        if not isinstance(value, list):
            # A document that was there before the tab was taken over: count from now on.
            self.call("Runtime.evaluate", expression=script("settle"))
            return False
        self.url, self.title = str(value[0]), str(value[1])
        self.changes = value[3]
        return bool(value[2])

    def forget_drag(self) -> None:
        """Drops what an earlier drag carried."""
        self.dragged = None

    def _on_event(self, method: str, parameters: Message) -> None:
        handler = _HANDLERS.get(method)
        if handler is not None:
            handler(self, parameters)

    def _started_loading(self, parameters: Message) -> None:
        self._loading.add(parameters["frameId"])
        self._requested.discard(parameters["frameId"])

    def _stopped_loading(self, parameters: Message) -> None:
        self._loading.discard(parameters["frameId"])
        self._requested.discard(parameters["frameId"])

    def _requested_navigation(self, parameters: Message) -> None:
        if parameters.get("disposition") not in _IGNORED_DISPOSITIONS:
            self._requested.add(parameters["frameId"])

    def _scheduled_navigation(self, parameters: Message) -> None:
        if parameters.get("delay", 0) <= _LONGEST_REFRESH:
            self._scheduled.add(parameters["frameId"])

    def _cleared_navigation(self, parameters: Message) -> None:
        self._scheduled.discard(parameters["frameId"])

    def _started_navigating(self, parameters: Message) -> None:
        self._requested.discard(parameters["frameId"])
        self._scheduled.discard(parameters["frameId"])

    def _navigated(self, parameters: Message) -> None:
        frame = parameters["frame"]
        self._frames[frame["id"]] = frame["url"]
        self._scheduled.discard(frame["id"])
        self._requested.discard(frame["id"])
        if "parentId" not in frame:
            self.document += 1
            self.moves += 1
            self.url = frame["url"] + frame.get("urlFragment", "")

    def _navigated_within(self, parameters: Message) -> None:
        self._requested.discard(parameters["frameId"])
        if parameters["frameId"] == self.target:
            self.moves += 1
            self.url = parameters["url"]

    def _detached(self, parameters: Message) -> None:
        frame = parameters["frameId"]
        self._frames.pop(frame, None)
        self._loading.discard(frame)
        self._requested.discard(frame)
        self._scheduled.discard(frame)

    def _opened_dialog(self, parameters: Message) -> None:
        self.dialogs.append(Dialog(parameters["type"], parameters.get("message", "")))
        self.post("Page.handleJavaScriptDialog", accept=True, promptText=parameters.get("defaultPrompt", ""))

    def _opens_window(self, parameters: Message) -> None:
        self.opening.append(parameters["url"])

    def _started_dragging(self, parameters: Message) -> None:
        self.dragged = parameters["data"]

    def _has_crashed(self, parameters: Message) -> None:
        self.crashed = True

    def _intercepted(self, parameters: Message) -> None:
        if self._login is not None:
            self._login.let_pass(self.session, parameters)

    def _challenged(self, parameters: Message) -> None:
        if self._login is not None:
            self._login.answer(self.session, parameters)


def _scripts(drawn: bool) -> str:
    """What runs before every document's own scripts."""
    return "".join(script(name) for name in (("settle",) if drawn else ("settle", "undrawn", "changes")))


_HANDLERS: dict[str, Callable[[BrowserPage, Message], None]] = {
    "Page.frameStartedLoading": BrowserPage._started_loading,
    "Page.frameStoppedLoading": BrowserPage._stopped_loading,
    "Page.frameStartedNavigating": BrowserPage._started_navigating,
    "Page.frameRequestedNavigation": BrowserPage._requested_navigation,
    "Page.frameScheduledNavigation": BrowserPage._scheduled_navigation,
    "Page.frameClearedScheduledNavigation": BrowserPage._cleared_navigation,
    "Page.navigatedWithinDocument": BrowserPage._navigated_within,
    "Page.frameNavigated": BrowserPage._navigated,
    "Page.frameDetached": BrowserPage._detached,
    "Page.javascriptDialogOpening": BrowserPage._opened_dialog,
    "Page.windowOpen": BrowserPage._opens_window,
    "Input.dragIntercepted": BrowserPage._started_dragging,
    "Inspector.targetCrashed": BrowserPage._has_crashed,
    "Fetch.requestPaused": BrowserPage._intercepted,
    "Fetch.authRequired": BrowserPage._challenged,
}
