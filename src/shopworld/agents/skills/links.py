"""Finding a page by what the links to it say, where no address is known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from shopworld.agents.protocol import Move
from shopworld.agents.script import Script
from shopworld.agents.tree import Node, find, find_all, parse_tree
from shopworld.environments import Observation

_OPENERS = ("DisclosureTriangle", "DisclosureTriangleGrouped", "button")
_NO_MENU = r"^(search|previous|next|pause|play|dismiss|close|add|subscribe|sign up|account|cart|accept|decline)\b"
_MOST_MENUS = 6


def open_link(home: str, pattern: str, at: Observation, *, under: str = "") -> Script[tuple[Observation, bool]]:
    """From the shop's first page, follows the first link whose name matches; opens menus where none is in sight.

    Args:
        home: address of the shop.
        pattern: regular expression for the whole name of the link, case ignored.
        at: the observation now.
        under: name of the menu that the link stands in, or of the page that has it, where that is known.

    Returns:
        The observation afterwards, and whether a link was followed.
    """
    at = yield Move(f"goto({home!r})", "To the first page, where the links are.")
    tried: set[str] = set()
    for _ in range(_MOST_MENUS + 1):
        link = _link(parse_tree(at.accessibility_tree), pattern)
        if link is not None:
            at = yield Move(f"click({link.id!r})", f"Follow {link.name!r}.")
            return at, True
        menu = next(_menus(_navigation(at), under, tried), None)
        if menu is None:
            break
        tried.add(menu.name)
        at = yield Move(f"click({menu.id!r})", f"See what is under {menu.name!r}.")
    parent = _link(parse_tree(at.accessibility_tree), re.escape(under)) if under else None
    if parent is not None:
        at = yield Move(f"click({parent.id!r})", f"Perhaps it is on the page of {under!r}.")
        link = _link(parse_tree(at.accessibility_tree), pattern)
        if link is not None:
            at = yield Move(f"click({link.id!r})", f"Follow {link.name!r}.")
            return at, True
    return at, False


def _link(nodes: Sequence[Node], pattern: str) -> Node | None:
    exact = find(nodes, "link", rf"^(?:{pattern})$")
    return exact or find(nodes, "link", rf"^(?:(?:shop|see|view|all) )*(?:{pattern})(?:,? \(?\d+(?: products?)?\)?)?$")


def _menus(nodes: Sequence[Node], under: str, tried: set[str]) -> Iterator[Node]:
    """What can be opened and has not been, the named menu first."""
    closed = [
        one
        for one in find_all(nodes, _OPENERS)
        if one.properties.get("expanded", "").lower() == "false"
        and one.name not in tried
        and not re.search(_NO_MENU, one.name, re.IGNORECASE)
    ]
    yield from sorted(closed, key=lambda one: one.name.casefold() != under.casefold())


def _navigation(at: Observation) -> tuple[Node, ...]:
    """What stands above the page's own content."""
    nodes = parse_tree(at.accessibility_tree)
    main = next((place for place, node in enumerate(nodes) if node.role == "main"), len(nodes))
    return nodes[:main]
