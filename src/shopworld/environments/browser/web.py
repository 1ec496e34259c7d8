"""Which addresses are web pages."""

from __future__ import annotations

BLANK = "about:blank"
"""The address of an empty tab."""

_SHOWN = ("http://", "https://", "chrome-error://")


def is_web(address: str) -> bool:
    """Whether a tab may show that address: a web page, the browser's error page in place of one, or nothing."""
    return not address or address == BLANK or address.startswith(_SHOWN)
