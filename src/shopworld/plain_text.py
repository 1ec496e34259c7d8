"""Somebody else's words for a terminal or a log: text, and nothing that a terminal obeys."""

from __future__ import annotations

import re

_COLOUR = re.compile(r"\x1b\[[0-9;:]*m")
_RETURN = re.compile(r"\r+\n?")
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters but for tab and line feed, and what turns the direction of writing."""


def plain(text: str) -> str:
    """The text without colours, each other character that a terminal obeys written as its number: `\\x1b`."""
    return _OBEYED.sub(_written, _RETURN.sub("\n", _COLOUR.sub("", text)))


def plain_line(text: str) -> str:
    """The same in one line, so that it cannot pass for a line of ours."""
    return " ".join(plain(text).split())


def _written(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
