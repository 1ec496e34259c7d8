"""Says in words what an action changed on the page."""

from __future__ import annotations

from collections import Counter

MOST_LINES = 8
"""New lines that are told of."""
_LONGEST_LINE = 120


def describe_change(before: str, after: str, *, moved_to: str = "") -> str:
    """What is new on a page.

    Args:
        before: its text before the action.
        after: its text now.
        moved_to: the address, where it is another one now.
    """
    if moved_to:
        return f"another page was opened: {moved_to}"
    left = Counter(map(_line, before.splitlines()))
    new: list[str] = []
    for line in map(_line, after.splitlines()):
        if left[line] > 0:
            left[line] -= 1
        elif line:
            new.append(line)
    gone = sum(left.values())
    if not new:
        return f"{gone} lines of the page are gone, nothing is new" if gone else "nothing changed on the page"
    shown = "; ".join(line[:_LONGEST_LINE] for line in new[:MOST_LINES])
    more = len(new) - MOST_LINES
    return f"new on the page: {shown}" + (f"; and {more} lines more" if more > 0 else "")


def _line(line: str) -> str:
    """A line without its place and without its id, which says nothing of a change."""
    text = line.strip()
    return text.partition("] ")[2] if text.startswith("[") else text
