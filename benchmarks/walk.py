"""The walk that both sides of the browser benchmark take: plain data, importable without Shopworld.

Each step names its target by role and a pattern over the accessibility tree's text, so that both sides act on the same
elements whatever ids they give them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """One action of the walk: `click` on the first node whose line matches `target`, or `scroll`."""

    action: str
    target: str = ""


LISTING_WALK = (
    Step("scroll"),
    Step("click", r"link '(Next|Next page|2|Page 2)'"),
    Step("scroll"),
    Step("click", r"link '(Previous|Previous page|1|Page 1)'"),
)
"""Around two pages of a listing of 24 offers; half of the steps load a page."""

LINE = re.compile(r"^\s*\[(?P<id>[^\]]+)\] (?P<text>.*)$")


def action_text(step: Step, tree: str) -> str:
    """The step as BrowserGym-style action text, its target looked up in the tree.

    Raises:
        LookupError: no node of the tree matches.
    """
    if step.action == "scroll":
        return "scroll(0, 400)"
    for line in tree.splitlines():
        match = LINE.match(line)
        if match and re.match(step.target, match["text"]):
            return f"click('{match['id']}')"
    raise LookupError(f"no node matches {step.target!r} in a tree of {len(tree.splitlines())} lines")


def names_in(tree: str) -> list[str]:
    """Role and name of every node, in order: what both sides must observe alike."""
    found = []
    for line in tree.splitlines():
        text = re.sub(r"^\s*(\[[^\]]+\] )?", "", line)
        match = re.match(r"(\w+) '((?:[^'\\]|\\.)*)'", text)
        if match:
            found.append(f"{match[1]} {match[2]}")
    return found
