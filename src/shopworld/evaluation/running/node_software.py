"""What is asked of a node before anything is played: its browser, its jail."""

from __future__ import annotations

from functools import partial

from shopworld.environments import find_browser
from shopworld.errors import BrowserMissing
from shopworld.jail import level


def software_of_a_run(*, browser: bool, jail: str | None) -> dict[str, str]:
    """What counts besides packages, by name.

    Args:
        browser: whether pages are met in a browser of ours.
        jail: what holds agents where the driver runs; None: there are none to be held.
    """
    found = {}
    if browser:
        try:
            found["browser"] = find_browser().version
        except BrowserMissing:
            found["browser"] = "none"
    if jail is not None:
        found["jail"] = str(level())
    return found


def asking(*, browser: bool, jail: str | None) -> partial[dict[str, str]]:
    """The same, to be called elsewhere."""
    return partial(software_of_a_run, browser=browser, jail=jail)
