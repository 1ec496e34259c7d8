"""Cuts the text of a long page by rule, and says what was left out."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST_TEXT = 300
"""Characters of one element's text from which it is shortened, on a page that is too long."""
MOST_OPTIONS = 20
"""Options of one list that stay, on a page that is too long."""

_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")
_ROLE = re.compile(r"^\t*(?:\[[^\]]+\] )?([A-Za-z]+)")
_FRAMES = ("contentinfo", "navigation", "complementary")
"""Parts of a page around its content, in the order in which they are left out."""


@dataclass(frozen=True, slots=True)
class PageText:
    """What of a page is shown.

    Attributes:
        text: the lines that are shown.
        left_out: what is not, one sentence each.
        parts: in how many parts the rest is shown; 1: all at once.
        part: which one this is, from 1.
    """

    text: str
    left_out: tuple[str, ...] = ()
    parts: int = 1
    part: int = 1


def cut_page(tree: str, limit: int, part: int = 1) -> PageText:
    """Cuts a page to a number of characters.

    The rules are tried in order until the page is short enough: texts that repeat the element above them are left out;
    long texts are shortened; long lists of options are cut; footers, navigation and asides are folded. What is then
    still too long is shown in parts.

    Args:
        tree: the page's accessibility tree.
        limit: characters to show at most, 1,000 at least.
        part: which part to show, from 1; the last one, where there are fewer.
    """
    limit = max(1_000, limit)
    lines = tree.splitlines()
    left_out: list[str] = []
    if len(tree) > limit:
        lines = _without_repetitions(lines)
    if _size(lines) > limit:
        lines, shortened = _shorten_texts(lines)
        left_out += [f"{shortened} long texts are shortened; they end with …"] if shortened else []
    if _size(lines) > limit:
        lines, options = _cut_options(lines)
        left_out += [f"{options} options of long lists are left out"] if options else []
    for role in _FRAMES:
        if _size(lines) > limit:
            lines, folded = _fold(lines, role)
            left_out += [f"{folded} lines within {role} are left out"] if folded else []
    parts = _parts(lines, limit)
    part = min(max(1, part), len(parts))
    if len(parts) > 1:
        left_out.append(
            f"this is part {part} of {len(parts)}; scroll(0, 600) shows the next part, scroll(0, -600) the one before"
        )
    return PageText("\n".join(parts[part - 1]), tuple(left_out), len(parts), part)


def _size(lines: list[str]) -> int:
    return sum(map(len, lines)) + len(lines)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip("\t"))


def _role(line: str) -> str:
    match = _ROLE.match(line)
    return match[1] if match else ""


def _name(line: str) -> str:
    match = _QUOTED.search(line)
    return (match[1] or match[2] or "") if match else ""


def _without_repetitions(lines: list[str]) -> list[str]:
    kept: list[str] = []
    above: list[tuple[int, str]] = []
    for line in lines:
        depth = _depth(line)
        while above and above[-1][0] >= depth:
            above.pop()
        if above and _role(line) == "StaticText" and _name(line) == above[-1][1]:
            continue
        above.append((depth, _name(line)))
        kept.append(line)
    return kept


def _shorten_texts(lines: list[str]) -> tuple[list[str], int]:
    count = 0

    def shorten(match: re.Match[str]) -> str:
        nonlocal count
        whole = match[0]
        if len(whole) <= LONGEST_TEXT + 2:
            return whole
        count += 1
        return f"{whole[: LONGEST_TEXT + 1].rstrip(chr(92))}…{whole[0]}"

    return [_QUOTED.sub(shorten, line) for line in lines], count


def _cut_options(lines: list[str]) -> tuple[list[str], int]:
    kept: list[str] = []
    count = run = 0
    for line in lines:
        run = run + 1 if _role(line) in ("option", "menuitem", "MenuListOption") else 0
        if run > MOST_OPTIONS:
            count += 1
        else:
            kept.append(line)
    return kept, count


def _fold(lines: list[str], role: str) -> tuple[list[str], int]:
    """Keeps the line of each element of that role, without what is in it."""
    kept: list[str] = []
    count = 0
    within: int | None = None
    for line in lines:
        depth = _depth(line)
        if within is not None and depth > within:
            count += 1
            continue
        within = depth if _role(line) == role else None
        kept.append(line)
    return kept, count


def _parts(lines: list[str], limit: int) -> list[list[str]]:
    """Whole lines, in parts of at most that size; a single longer line is a part of its own."""
    parts: list[list[str]] = [[]]
    size = 0
    for line in lines:
        if parts[-1] and size + len(line) + 1 > limit:
            parts.append([])
            size = 0
        parts[-1].append(line)
        size += len(line) + 1
    return parts
