"""The browser environment: an episode in a real Chromium, one observation for each action."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shopworld.closing import Closing
from shopworld.environments.action_parser import parse_action
from shopworld.environments.browser.connection import CommandRefused
from shopworld.environments.browser.context import BrowserContext
from shopworld.environments.browser.identifiers import ElementIdentifiers
from shopworld.environments.browser.input import PageElement, scroll
from shopworld.environments.browser.navigation import (
    go_through_history,
    go_to,
    leave_forbidden_page,
    read_address,
)
from shopworld.environments.browser.page import SETTLE_TIMEOUT, BrowserPage
from shopworld.environments.browser.process import BrowserProcess
from shopworld.environments.browser.view import View, read_view
from shopworld.environments.browser.visibility import visible_boxes
from shopworld.environments.observation import Message, Observation, Tab
from shopworld.episode import Ending, Episode
from shopworld.errors import ActionError, EnvironmentFault, EpisodeError

if TYPE_CHECKING:
    from shopworld.mall import Proxy

_LONGEST_WAIT = 10.0
_READ_ATTEMPTS = 5


class BrowserEnvironment(Closing):
    """An agent's way to meet the shops: actions in, observations out.

    One environment uses one browser process, and one context of it for each episode. It never looks at checks.

    Args:
        browser: the browser; it is started on demand and replaced after a fault.
        viewport: width and height in CSS pixels.
        screenshots: whether observations carry a JPEG of the viewport.
        marks: whether they carry one with element ids drawn on.
        allowed_hosts: host names that `goto` may open; None leaves it to the proxy.
        settle_timeout: seconds after which a page that does not come to rest is observed as it is.
    """

    def __init__(
        self,
        browser: BrowserProcess,
        *,
        viewport: tuple[int, int] = (1280, 720),
        screenshots: bool = False,
        marks: bool = False,
        allowed_hosts: Collection[str] | None = None,
        settle_timeout: float = SETTLE_TIMEOUT,
    ) -> None:
        self.browser = browser
        self.viewport = viewport
        self._screenshots = screenshots
        self._marks = marks
        self._allowed_hosts = None if allowed_hosts is None else frozenset(allowed_hosts)
        self._settle_timeout = settle_timeout
        self._context: BrowserContext | None = None
        self._spare: BrowserContext | None = None
        self._episode: Episode | None = None
        self._identifiers: dict[BrowserPage, ElementIdentifiers] = {}
        self._views: dict[BrowserPage, View] = {}
        self._observation = Observation("", "")
        self._acted: PageElement | None = None

    @property
    def ended(self) -> bool:
        """Whether the episode has an ending."""
        return self._episode is not None and self._episode.ending is not None

    @property
    def events_told(self) -> int:
        """All events of the episode so far: an observation comes after everything that an action did."""
        return len(self._episode.events) if self._episode is not None else 0

    def open(self, episode: Episode, proxy: Proxy | str, start_url: str, goal: str) -> Observation:
        """Begins an episode in a fresh browser context.

        Args:
            episode: what the agent says is recorded here.
            proxy: the episode's forward proxy with its credentials, or `host:port` of one that asks for none.
            start_url: the first page.
            goal: the user's message.

        Returns:
            the first observation, step 0.

        Raises:
            EnvironmentFault: the browser does not work, or the first page cannot be opened.
        """
        self._dispose()
        self._episode = episode
        self._identifiers, self._views, self._acted = {}, {}, None
        self._observation = Observation("", "", messages=(Message("user", goal),))
        try:
            self._context = self._fresh_context(proxy)
            page = self._context.open_tab()
            try:
                go_to(page, start_url)
            except ActionError as error:
                raise EnvironmentFault(f"the first page cannot be opened: {error}") from error
            return self._observe("", step=0)
        except EnvironmentFault:
            self._give_up()
            raise

    def step(self, action: str) -> Observation:
        """Carries out the first action in the text and observes the page when it has come to rest.

        A wrong action changes nothing; the next observation says what was wrong with it. Every call counts as a step.
        What ends the episode by the agent's word, or from outside, leaves the page as it was last observed; a page that
        ends it is observed.

        Raises:
            EpisodeError: the episode has not begun, or has ended.
            EnvironmentFault: the page crashed, a call hung, or the browser is gone. The browser is replaced for the
                next episode.
        """
        if self._episode is None:
            raise EpisodeError("the environment was not started")
        if self._episode.ending is not None:
            raise EpisodeError(f"the episode has ended ({self._episode.ending}); no action can follow")
        if self._context is None:
            raise EpisodeError("the environment was closed, or gave up after a fault; start a new episode")
        step = self._observation.step + 1
        self._acted = None
        try:
            problem = self._act(action)
            # A page that took an answer is observed, though its word may have come before the action returned.
            if self.ended and self._episode.ending is not Ending.SUBMITTED:
                self._observation = replace(self._observation, last_action_error=problem, step=step, acted=None)
                return self._observation
            return self._observe(problem, step=step)
        except EnvironmentFault:
            self._give_up()
            raise

    def prepare(self, proxy: str) -> None:
        """Makes the browser context of the next episode, between two of them, if a browser runs.

        Args:
            proxy: that the next episode is expected to have; with another one, a context is made when it begins.
        """
        if self._context is not None or self._spare is not None or not self.browser.running:
            return
        try:
            self._spare = self._new_context(proxy)
            self._spare.ask_for_tab()
        except EnvironmentFault:
            self._give_up()

    def leave(self) -> None:
        """Disposes of the episode's browser context; the browser stays for the next one."""
        self._dispose()

    def close(self) -> None:
        """Leaves; the browser is its owner's to end."""
        self.leave()
        if self._spare is not None:
            self._spare.close()
            self._spare = None

    def _fresh_context(self, proxy: Proxy | str) -> BrowserContext:
        """The context that was made before, where it is what is asked for, or a new one."""
        spare, self._spare = self._spare, None
        if spare is not None:
            wanted = (self.browser.connection(), proxy, self._drawn)
            if (spare.connection, spare.proxy, spare.drawn) == wanted:
                return spare
            spare.close()
        return self._new_context(proxy)

    def _new_context(self, proxy: Proxy | str) -> BrowserContext:
        return BrowserContext(self.browser.connection(), proxy, self.viewport, drawn=self._drawn)

    @property
    def _drawn(self) -> bool:
        return self.browser.images or self._screenshots or self._marks

    def _dispose(self) -> None:
        if self._context is not None:
            self._context.close()
            self._context = None

    def _give_up(self) -> None:
        """After a fault: the browser is killed, the next episode starts a new one."""
        self._context = self._spare = None
        self.browser.discard()

    @property
    def _tabs(self) -> BrowserContext:
        assert self._context is not None
        return self._context

    def _act(self, text: str) -> str:
        """Runs one action; returns what was wrong with it, or empty text."""
        try:
            action = parse_action(text)
            _PERFORMERS[action.name](self, action.arguments)
        except ActionError as error:
            return str(error)
        if action.refused:
            return (
                f"only the first action was run: {action}; one action a step is allowed, "
                f"these were not run: {'; '.join(call[:80] for call in action.refused[:5])}"
            )
        return ""

    def _observe(self, problem: str, *, step: int) -> Observation:
        context = self._tabs
        view = self._settled_view()
        page = context.page
        notes = [problem] if problem else []
        for tab in context.pages:
            notes.extend(f"The page opened a dialog ({d.kind}): {d.text!r}. It was accepted." for d in tab.dialogs)
            tab.dialogs.clear()
        notes.extend(
            f"The page asked for a window with {address[:100]!r}. It was refused." for address in context.refused
        )
        context.refused.clear()
        left = leave_forbidden_page(page)
        if left:
            notes.append(f"{left[:100]} is no web page and was left")
            view = self._settled_view()
        marked = self._draw_marks(page, view) if self._marks else None
        self._observation = replace(
            self._observation,
            url=page.url,
            title=page.title,
            tabs=self._describe_tabs(),
            focused_element=view.focused,
            last_action_error="\n".join(notes),
            accessibility_tree=view.text,
            screenshot=view.screenshot if self._screenshots else None,
            marked_screenshot=marked,
            step=step,
            acted=self._acted.box if self._acted is not None else None,
        )
        return self._observation

    def _settled_view(self) -> View:
        """Lets the active tab come to rest and reads it, again where it was left meanwhile."""
        pictures = self._screenshots or self._marks
        for _ in range(_READ_ATTEMPTS):
            page = self._tabs.page
            page.settle(pictures=pictures, timeout=self._settle_timeout)
            self._tabs.follow_new_tabs()
            if self._tabs.page is not page:
                continue
            identifiers = self._identifiers.setdefault(page, ElementIdentifiers())
            try:
                view = read_view(page, identifiers, screenshot=pictures, last=self._views.get(page))
            except CommandRefused:
                continue
            self._views[page] = view
            return view
        raise EnvironmentFault(f"the page at {self._tabs.page.url} never stands still")

    def _draw_marks(self, page: BrowserPage, view: View) -> bytes | None:
        from shopworld.environments.browser.marks import draw_marks  # loads Pillow, which few runs need

        if view.screenshot is None:
            return None
        boxes = visible_boxes(page, view.frames, self.viewport)
        marks = ((self._identifiers[page].id_of(node), box) for node, box in boxes)
        return draw_marks(view.screenshot, [mark for mark in marks if mark[0]])

    def _describe_tabs(self) -> tuple[Tab, ...]:
        context = self._tabs
        return tuple(Tab(tab.url, tab.title, tab is context.active) for tab in context.pages)

    def _element(self, identifier: Any) -> PageElement:
        page = self._tabs.page
        identifiers = self._identifiers.get(page)
        node = identifiers.node_of(identifier) if identifiers is not None else None
        if node is None:
            raise ActionError(
                f"there is no element [{identifier}] on this page; expected an id from the present observation"
            )
        element = PageElement(page, node, identifier)
        self._acted = self._acted or element
        return element

    def _say(self, role: str, text: str) -> None:
        message = Message(role, text)
        self._observation = replace(self._observation, messages=(*self._observation.messages, message))

    def _noop(self, arguments: dict[str, Any]) -> None:
        wait = min(max(0.0, arguments["wait_ms"] / 1000), _LONGEST_WAIT)
        if wait:
            self._tabs.page.wait(lambda: False, timeout=wait)

    def _send_message(self, arguments: dict[str, Any]) -> None:
        from shopworld.mall import MessageSent  # loads the mall's server, which importing agents do not need

        assert self._episode is not None
        self._episode.record(MessageSent(role="assistant", text=arguments["text"]))
        self._say("assistant", arguments["text"])
        self._episode.end(Ending.MESSAGE)

    def _report_infeasible(self, arguments: dict[str, Any]) -> None:
        from shopworld.mall import ReportedInfeasible

        assert self._episode is not None
        self._episode.record(ReportedInfeasible(reason=arguments["reason"]))
        self._say("infeasible", arguments["reason"])
        self._episode.end(Ending.INFEASIBLE)

    def _scroll(self, arguments: dict[str, Any]) -> None:
        scroll(self._tabs.page, arguments["delta_x"], arguments["delta_y"], self.viewport)

    def _fill(self, arguments: dict[str, Any]) -> None:
        self._element(arguments["bid"]).fill(arguments["value"])

    def _select_option(self, arguments: dict[str, Any]) -> None:
        options = arguments["options"]
        self._element(arguments["bid"]).select([options] if isinstance(options, str) else options)

    def _click(self, arguments: dict[str, Any]) -> None:
        self._element(arguments["bid"]).click(button=arguments["button"], modifiers=arguments["modifiers"])

    def _double_click(self, arguments: dict[str, Any]) -> None:
        self._element(arguments["bid"]).click(button=arguments["button"], modifiers=arguments["modifiers"], count=2)

    def _hover(self, arguments: dict[str, Any]) -> None:
        self._element(arguments["bid"]).hover()

    def _press(self, arguments: dict[str, Any]) -> None:
        self._element(arguments["bid"]).press(arguments["key_comb"])

    def _focus(self, arguments: dict[str, Any]) -> None:
        self._element(arguments["bid"]).focus()

    def _clear(self, arguments: dict[str, Any]) -> None:
        self._element(arguments["bid"]).fill("")

    def _drag_and_drop(self, arguments: dict[str, Any]) -> None:
        self._element(arguments["from_bid"]).drag_to(self._element(arguments["to_bid"]))

    def _upload_file(self, arguments: dict[str, Any]) -> None:
        raise ActionError("upload_file is refused: there are no files in this world")

    def _go_back(self, arguments: dict[str, Any]) -> None:
        go_through_history(self._tabs.page, -1)

    def _go_forward(self, arguments: dict[str, Any]) -> None:
        go_through_history(self._tabs.page, 1)

    def _go_to(self, arguments: dict[str, Any]) -> None:
        page = self._tabs.page
        go_to(page, read_address(arguments["url"], page.url, self._allowed_hosts))

    def _close_tab(self, arguments: dict[str, Any]) -> None:
        context = self._tabs
        page = context.page
        context.close_tab(page)
        self._identifiers.pop(page, None)
        self._views.pop(page, None)
        if not context.pages:
            context.open_tab()

    def _focus_tab(self, arguments: dict[str, Any]) -> None:
        pages = self._tabs.pages
        index = arguments["index"]
        if not 0 <= index < len(pages):
            raise ActionError(f"there is no tab {index}; expected a number from 0 to {len(pages) - 1}")
        self._tabs.activate(pages[index])

    def _new_tab(self, arguments: dict[str, Any]) -> None:
        self._tabs.open_tab()


_PERFORMERS: dict[str, Callable[[BrowserEnvironment, dict[str, Any]], None]] = {
    "noop": BrowserEnvironment._noop,
    "send_msg_to_user": BrowserEnvironment._send_message,
    "report_infeasible": BrowserEnvironment._report_infeasible,
    "scroll": BrowserEnvironment._scroll,
    "fill": BrowserEnvironment._fill,
    "select_option": BrowserEnvironment._select_option,
    "click": BrowserEnvironment._click,
    "dblclick": BrowserEnvironment._double_click,
    "hover": BrowserEnvironment._hover,
    "press": BrowserEnvironment._press,
    "focus": BrowserEnvironment._focus,
    "clear": BrowserEnvironment._clear,
    "drag_and_drop": BrowserEnvironment._drag_and_drop,
    "upload_file": BrowserEnvironment._upload_file,
    "go_back": BrowserEnvironment._go_back,
    "go_forward": BrowserEnvironment._go_forward,
    "goto": BrowserEnvironment._go_to,
    "tab_close": BrowserEnvironment._close_tab,
    "tab_focus": BrowserEnvironment._focus_tab,
    "new_tab": BrowserEnvironment._new_tab,
}
