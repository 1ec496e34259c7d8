"""Moves a tab to addresses and through its history, and keeps it on the web."""

from __future__ import annotations

import urllib.parse
from collections.abc import Collection

from shopworld.environments.browser.connection import CALL_TIMEOUT, CommandRefused
from shopworld.environments.browser.page import BrowserPage
from shopworld.environments.browser.web import BLANK, is_web
from shopworld.errors import ActionError

_WEB = ("http", "https")
_STANDARD_PORTS = {"http": 80, "https": 443}


def read_address(text: str, base: str, allowed_hosts: Collection[str] | None) -> str:
    """The address an agent may go to.

    Args:
        text: as the agent wrote it; without a scheme it is a host or a path of the present site.
        base: address of the present page.
        allowed_hosts: host names; None allows every host (the proxy still has its say).

    Raises:
        ActionError: it is no web address, or its host is not part of this world.
    """
    wanted = text.strip()
    if not wanted or any(ord(character) <= 32 or ord(character) == 127 for character in wanted):
        raise ActionError(f"goto got {text[:100]!r}, expected a web address such as {base!r}")
    try:
        address = urllib.parse.urlsplit(_with_scheme(wanted, base))
        host, port = (address.hostname or "").rstrip("."), address.port
    except ValueError as error:
        raise ActionError(f"goto got {text[:100]!r}, which is no address: {error}") from error
    if address.scheme not in _WEB or not host:
        raise ActionError(f"goto opens http addresses only, not {text[:100]!r}")
    if address.username is not None or address.password is not None:
        raise ActionError("goto takes no address with a user name or password in it")
    if port is not None and port != _STANDARD_PORTS[address.scheme]:
        raise ActionError(f"goto takes no address with a port, got {text[:100]!r}")
    if allowed_hosts is not None and host not in allowed_hosts:
        raise ActionError(f"goto cannot open {host!r}; these hosts can be reached: {', '.join(sorted(allowed_hosts))}")
    return address.geturl()


def _with_scheme(wanted: str, base: str) -> str:
    if wanted.startswith(("/", "?", "#", ".")):
        return urllib.parse.urljoin(base, wanted)
    scheme, colon, rest = wanted.partition(":")
    is_host_with_port = rest.split("/", 1)[0].isdigit() and "." in scheme
    if not colon or is_host_with_port or "/" in scheme:
        return f"http://{wanted}"
    return wanted


def go_to(page: BrowserPage, address: str) -> None:
    """Opens an address in the tab.

    Raises:
        ActionError: the browser cannot open it; the text says why.
    """
    before = page.document
    number = page.send("Page.navigate", url=address)
    page.wait(
        lambda: page.connection.answered(number) or page.document != before,
        timeout=CALL_TIMEOUT,
    )
    if not page.connection.answered(number) and page.document == before:
        page.connection.forget(number)
        page.post("Page.stopLoading")
        raise ActionError(f"{address} did not answer within {CALL_TIMEOUT:g} s")
    try:
        answer = page.answer(number)
    except CommandRefused as error:
        raise ActionError(f"{address} cannot be opened: {error.reason}") from error
    problem = answer.get("errorText", "")
    if problem:
        raise ActionError(f"{address} cannot be opened: {problem}")


def go_through_history(page: BrowserPage, offset: int) -> None:
    """Moves the tab through its history.

    Args:
        page: the tab.
        offset: -1 is back, 1 is forward.

    Raises:
        ActionError: there is no such page.
    """
    history = page.call("Page.getNavigationHistory")
    entries = history["entries"]
    index = history["currentIndex"] + offset
    if not 0 <= index < len(entries) or (entries[index]["url"] == BLANK and index == 0):
        raise ActionError(f"there is no {'previous' if offset < 0 else 'next'} page in this tab")
    moves = page.moves
    page.call("Page.navigateToHistoryEntry", entryId=entries[index]["id"])
    page.wait(lambda: page.moves != moves or page.busy, timeout=CALL_TIMEOUT)


def leave_forbidden_page(page: BrowserPage) -> str:
    """Takes a tab that shows something other than a web page back to an empty page; returns what it showed."""
    shown = page.url
    if is_web(shown):
        return ""
    page.call("Page.navigate", url=BLANK)
    return shown
