"""Recognises pages that a site shows to programs instead of its shop."""

from __future__ import annotations

import re

_TELLING = (
    (re.compile(r"<title>\s*(?:just a moment|attention required)", re.I), "a challenge of a content network"),
    (
        re.compile(r"(?:verify|verifying|confirm|prove)\W+(?:that\s+)?you(?:'re| are)\W+(?:a\s+)?human", re.I),
        "a check for humans",
    ),
    (
        re.compile(r"(?:are you a robot|not a robot|robot check|unusual traffic|automated (?:access|requests))", re.I),
        "a check for robots",
    ),
    (re.compile(r"enable javascript and cookies to continue", re.I), "a challenge that needs cookies"),
    (re.compile(r"(?:access denied|request (?:was )?blocked|you have been blocked)", re.I), "a refusal"),
    (re.compile(r"<(?:title|h1)[^>]*>[^<]*captcha", re.I), "a captcha"),
    (re.compile(r"enter (?:the )?(?:store )?password|opening soon", re.I), "a password page"),
)
_REFUSALS = (401, 403, 405, 406, 407, 429, 430, 503)
_SHORT = 20_000
"""A wall is a small page; a large page that speaks of robots is a page about toys."""


def wall_of(status: int, text: str) -> str:
    """What kind of wall a page is, for people; empty where it is none."""
    if status in _REFUSALS:
        kind = next((kind for pattern, kind in _TELLING if pattern.search(text[:_SHORT])), "")
        return f"status {status}" + (f", {kind}" if kind else "")
    if len(text) <= _SHORT and 0 < text.count("<") < 400:
        kind = next((kind for pattern, kind in _TELLING if pattern.search(text)), "")
        links = len(re.findall(r"<a\s", text, re.I))
        if kind and links < 12:
            return kind
    return ""
