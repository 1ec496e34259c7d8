"""Pages as a browser makes them, for those that show little to whoever does not run their scripts."""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Callable
from types import TracebackType

from shopworld.arena.explore.browser_session import BrowserSession, Rules
from shopworld.arena.explore.controls import controls
from shopworld.arena.explore.obstacles import clear_the_way
from shopworld.arena.explore.prefetch import Fetcher
from shopworld.arena.explore.sight import Sight
from shopworld.arena.explore.words import AGE, COOKIES
from shopworld.environments import BrowserProcess
from shopworld.errors import ActionError, ArenaError, EnvironmentFault

_MOST_ROUNDS = 40
_MOST_OPENED = 12
_MORE = re.compile(r"\b(?:load|show|view|see)\b.{0,20}\b(?:more|all)\b|^more(?: products| results| items)?$", re.I)
_YES = re.compile(r"\b(?:accept|agree|allow|yes|enter|continue|ok(?:ay)?|i am|confirm|akzeptieren|accepter)\b", re.I)
_NO = re.compile(r"\b(?:no|not|leave|exit|under|reject|decline)\b", re.I)
_WRITE = """(() => {
  const nodes = [], voids = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
  const plain = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const write = (node) => {
    if (node.nodeType === 3) return plain(node.data);
    if (node.nodeType !== 1) return "";
    const tag = node.localName;
    if (tag === "style" || tag === "noscript" || tag === "template") return "";
    if (tag === "script" && !(node.type || "").includes("json")) return "";
    if (tag === "slot") return [...node.assignedNodes({ flatten: true })].map(write).join("");
    nodes.push(node);
    let open = `<${tag} data-shopworld-node="${nodes.length - 1}"`;
    for (const one of node.attributes) open += ` ${one.name}="${plain(one.value).replace(/"/g, "&quot;")}"`;
    if (voids.has(tag)) return `${open}>`;
    const inner = tag === "script" ? node.textContent : [...(node.shadowRoot || node).childNodes].map(write).join("");
    const style = getComputedStyle(node);
    const struck = style.textDecorationLine.includes("line-through") && !["s", "del", "strike"].includes(tag);
    return `${open}>${struck ? `<s>${inner}</s>` : inner}</${tag}>`;
  };
  window.__shopworldNodes = nodes;
  return "<!doctype html>" + write(document.documentElement);
})()"""
_SIZE = "document.body ? document.body.getElementsByTagName('*').length + document.body.innerText.length : 0"


class RenderedPages:
    """Reads pages in a browser, as one visitor. Use it as a context manager.

    Args:
        browser: runs it; nothing is started before the first page is wanted.
        fetcher: of the site; its rules hold, and what it knows of the visitor is shared.
    """

    def __init__(self, browser: BrowserProcess, fetcher: Fetcher) -> None:
        self._browser, self._fetcher = browser, fetcher
        self._session: BrowserSession | None = None

    def __enter__(self) -> RenderedPages:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session is not None:
            self._session.__exit__(None, None, None)

    def page(self, url: str, *, to_the_end: bool = False) -> str:
        """A page's HTML as its scripts left it, with what its shadow trees hold.

        Args:
            url: its address.
            to_the_end: whether all is brought that comes by scrolling or by a button that offers more.

        Raises:
            ArenaError: it does not open.
        """
        session = self._open(url)
        try:
            if to_the_end:
                self._to_the_end(session)
            return session.evaluate(_WRITE) or ""
        except EnvironmentFault as error:
            raise ArenaError(f"a page cannot be read: {error.message}") from error

    def followed(self, url: str, node: str) -> str:
        """Where a click on an element of a page leads: `node` is its number there; empty where it leads nowhere.

        Raises:
            ArenaError: the page does not open.
        """
        session = self._open(url)
        try:
            session.evaluate(f"({_WRITE}, window.__shopworldNodes[{int(node)}].click())")
            session.look()
        except (EnvironmentFault, ActionError) as error:
            raise ArenaError(f"a product cannot be opened: {error.message}") from error
        return session.page.url if session.page.url != url else ""

    def opened(self, url: str) -> str:
        """A page's HTML with all that its menus bring when they are clicked on.

        Raises:
            ArenaError: it does not open.
        """
        session = self._open(url)
        entries = session.evaluate(_MENUS) or 0
        texts = []
        for number in range(min(int(entries), _MOST_OPENED)):
            session.evaluate(f"window.__shopworldMenus[{number}].click()")
            session.look()
            if session.page.url != url:
                session = self._open(url)
                session.evaluate(_MENUS)
                continue
            texts.append(session.evaluate(_WRITE) or "")
        return max(texts, key=len, default="")

    def pass_gate(self, url: str) -> str:
        """Answers what a site asks before it shows its shop, and shares the cookies with plain requests.

        Returns:
            what was asked: `age`, `cookies` or `other`; empty where the site asks nothing, or no answer helps.

        Raises:
            ArenaError: the page does not open.
        """
        session = self._open(url)
        sight = session.look()
        words, links = sight.root.text[:1500], len(sight.find("link"))
        for control in _answers(sight)[:4]:
            try:
                session.click(control)
            except (ActionError, ArenaError):
                session = self._open(url)
                continue
            after = self._open(url)
            shown = after.look()
            if len(shown.find("link")) > links + 2 and shown.root.text[:200] != words[:200]:
                self._fetcher.take_cookies(after.cookies())
                return "age" if AGE.search(words) else "cookies" if COOKIES.search(words) else "other"
            session = after
        return ""

    def _open(self, url: str) -> BrowserSession:
        if self._session is None:
            fetcher = self._fetcher
            rules = Rules(fetcher.site.owns, fetcher.allows, fetcher.pace.wait)
            self._session = BrowserSession(self._browser, rules, cookies=fetcher.cookies())
        if urllib.parse.urlsplit(url).fragment:
            self._session.leave()
        try:
            self._session.open(url)
        except (ActionError, EnvironmentFault) as error:
            raise ArenaError(f"a page does not open: {error.message}") from error
        return self._session

    def _to_the_end(self, session: BrowserSession) -> None:
        size, still = 0, 0
        address = session.page.url
        for _ in range(_MOST_ROUNDS):
            sight = session.scroll_to_end()
            button = next((one for one in controls(sight.main, "button") if _MORE.search(one.label)), None)
            if button is not None:
                try:
                    session.click(button)
                except ArenaError:
                    return
                except ActionError:
                    cleared = clear_the_way(session, sight)  # only now: what a first visitor sees is looked at later
                    if cleared is sight:
                        return
                    continue
                if session.page.url != address:
                    session.open(address)
                    return
            now = int(session.evaluate(_SIZE) or 0)
            still = still + 1 if now <= size else 0
            size = max(size, now)
            if still >= 2 or (still and button is None and session.evaluate("scrollY") == 0):
                return


_MENUS = """(() => {
  const able = [...document.querySelectorAll("body *")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top < 260 && box.width > 8 && box.width < 400 && box.height > 8 && box.height < 120 && one.innerText &&
      one.innerText.length < 40 && !one.closest("a[href], form, main") && getComputedStyle(one).cursor === "pointer";
  });
  window.__shopworldMenus = able.filter((one) => !able.some((other) => other !== one && one.contains(other)));
  return window.__shopworldMenus.length;
})()"""


def renderer(browser: BrowserProcess) -> Callable[[Fetcher], RenderedPages]:
    """How a prefetch reads pages in a browser."""
    return lambda fetcher: RenderedPages(browser, fetcher)


def _answers(sight: Sight) -> list:  # type: ignore[type-arg]
    """Controls of a page that asks something, the likeliest first."""
    able = [one for one in controls(sight.root, "button", "link") if one.label and not _NO.search(one.label)]
    return sorted(able, key=lambda one: not _YES.search(one.label))
