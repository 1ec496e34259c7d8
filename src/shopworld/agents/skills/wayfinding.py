"""Following links by what they say, and using the filters and the sort field of a listing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote, urlsplit

from shopworld.agents.protocol import Move
from shopworld.agents.script import Script
from shopworld.agents.tree import Node, below, find, find_all, parse_tree
from shopworld.environments import Observation

_OPENERS = ("DisclosureTriangle", "DisclosureTriangleGrouped", "button")
_MOST_LINKS = 3
_MOST_MENUS = 10
_MOST_MENUS_OF_UNKNOWN_WAYS = 6
_MOST_OVERLAYS = 4
_NO_MENU = r"^(search|previous|next|pause|play|dismiss|close|add|subscribe|sign up|account|cart|accept|decline)\b"
_CLOSING = r"^close (newsletter )?pop-up|^no,? thanks$|^yes, i am \d+|^(accept|allow|reject|decline)( all)?( cookies)?$"


def is_at(at: Observation, address: str) -> bool:
    """Whether the page at hand is the one of that address, whatever its query says."""
    here, there = urlsplit(at.url), urlsplit(address)
    return here.netloc == there.netloc and unquote(here.path).rstrip("/") == unquote(there.path).rstrip("/")


def close_overlays(at: Observation) -> Script[Observation]:
    """Closes whatever lies over the page: pop-ups, the age gate, the cookie banner."""
    for _ in range(_MOST_OVERLAYS):
        button = find(parse_tree(at.accessibility_tree), "button", _CLOSING)
        if button is None:
            break
        at = yield Move(f"click({button.id!r})", f"{button.name}.")
    return at


def follow(home: str, label: str, address: str, at: Observation, *, via: Sequence[str] = ()) -> Script[Observation]:
    """Follows links from the shop's first page until the page of an address is shown.

    Args:
        home: address of the shop.
        label: what the link says.
        address: where it leads.
        at: the observation now.
        via: names of the menus that it stands in, outermost first.

    Returns:
        The observation of that page; of another one where no link was found.
    """
    if is_at(at, address):
        return at
    at = yield Move(f"goto({home!r})", f"Look for {label!r}.")
    at = yield from _click_through(home, label, address, at)
    if is_at(at, address):
        return at
    names = [one.name for one in find_all(_navigation(at), _OPENERS)]
    wanted = [name for name in names if name in via]
    for name in [*wanted, *(one for one in names if one not in wanted)][:_MOST_MENUS]:
        opener = find(_navigation(at), _OPENERS, rf"^{re.escape(name)}$")
        if opener is None:
            continue
        at = yield Move(f"click({opener.id!r})", f"Open {name!r}.")
        for inner in via:
            below_it = find(_navigation(at), _OPENERS, rf"^{re.escape(inner)}$")
            if inner != name and below_it is not None and below_it.properties.get("expanded") == "False":
                at = yield Move(f"click({below_it.id!r})", f"Open {inner!r}.")
        at = yield from _click_through(home, label, address, at)
        if is_at(at, address):
            return at
    return at


def go_down(label: str, address: str, at: Observation) -> Script[Observation]:
    """From a page to one that it links to; unchanged where no link leads there.

    Args:
        label: what the link says.
        address: where it leads.
        at: the page that the link is on.
    """
    if is_at(at, address):
        return at
    return (yield from _click_through(at.url, label, address, at))


def _click_through(home: str, label: str, address: str, at: Observation) -> Script[Observation]:
    """Tries the links on the page that say so; back to where it was after each that leads elsewhere."""
    for number in range(_MOST_LINKS):
        links = _links(parse_tree(at.accessibility_tree), label)
        if number >= len(links):
            break
        at = yield Move(f"click({links[number].id!r})", f"Follow {links[number].name!r}.")
        if is_at(at, address):
            break
        at = yield Move(f"goto({home!r})", "Not there.")
    return at


def _links(nodes: Sequence[Node], label: str) -> list[Node]:
    """Links that say the label, those that say nothing else first."""
    name = r"\s+".join(map(re.escape, label.split()))
    exact = list(find_all(nodes, "link", rf"^{name}$"))
    longer = list(find_all(nodes, "link", rf"^((shop|see|view|all) )*{name}(,? \(?\d+( products?)?\)?)?$"))
    return exact + [one for one in longer if one not in exact]


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
    for _ in range(_MOST_MENUS_OF_UNKNOWN_WAYS + 1):
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


def set_filter(label: str, value: str, at: Observation) -> Script[Observation]:
    """Chooses a value of a filter on a listing.

    Args:
        label: of the filter.
        value: as printed.
        at: the listing.
    """
    move = _choice(at, label, value)
    for opener in (rf"^{re.escape(label)}\b", r"^(show )?(all )?filters?\b|^filter (and|&) sort|^refine"):
        if move is not None:
            break
        node = find(_content(at), _OPENERS, opener)
        if node is not None:
            at = yield Move(f"click({node.id!r})", f"Open {node.name!r}.")
            move = _choice(at, label, value)
    if move is None:
        return at
    before = at.url
    at = yield move
    button = find(_content(at), "button", r"^(apply|show results|show products|update|filter)\b")
    if at.url == before and button is not None:
        at = yield Move(f"click({button.id!r})", button.name)
    return at


def _choice(at: Observation, label: str, value: str) -> Move | None:
    nodes = _content(at)
    said = rf"^{re.escape(value)}(,? \(?\d[\d,.]*( products?)?\)?)?$"
    box = find(nodes, "combobox", rf"^{re.escape(label)}$")
    if box is not None:
        option = next((one for one in below(nodes, box) if re.search(said, one.name, re.IGNORECASE)), None)
        return Move(f"select_option({box.id!r}, {option.name!r})", f"{label}: {value}.") if option else None
    for group in find_all(nodes, ("group", "radiogroup", "region"), rf"^{re.escape(label)}$"):
        node = find(below(nodes, group), ("checkbox", "radio", "link", "button"), said)
        if node is not None:
            return Move(f"click({node.id!r})", f"{label}: {value}.")
    node = find(nodes, ("checkbox", "radio"), said)
    return Move(f"click({node.id!r})", f"{label}: {value}.") if node is not None else None


def set_sort(label: str, at: Observation) -> Script[Observation]:
    """Sorts a listing.

    Args:
        label: of the sort, as printed.
        at: the listing.
    """
    nodes = _content(at)
    box = find(nodes, "combobox", r"sort|order")
    if box is None:
        return at
    before = at.url
    at = yield Move(f"select_option({box.id!r}, {label!r})", f"Sort: {label}.")
    button = find(_content(at), "button", r"^(apply|sort|go|update|show (results|products))\b")
    if at.url == before and button is not None:
        at = yield Move(f"click({button.id!r})", button.name)
    return at


def _content(at: Observation) -> tuple[Node, ...]:
    """What stands on the page below its header."""
    nodes = parse_tree(at.accessibility_tree)
    main = next((place for place, node in enumerate(nodes) if node.role == "main"), 0)
    return nodes[main:]
