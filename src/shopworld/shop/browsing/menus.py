"""Menus of a shop's own content: from what they lead to, to links; and what shops with many entries do with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from shopworld.shop.addressing import Addresses
from shopworld.shop.content import MenuItem
from shopworld.shop.pages import FooterGroup, Link, MenuNode

MENU_WIDTH = 118
"""Characters that a header's menu has room for on a row of its own; what is beyond comes together in one entry."""
MENU_WIDTH_BESIDE_LOGO = 62
"""The same where the menu shares the row with logo and search field."""
MENU_WIDTH_BESIDE_ICONS = 80
"""The same where search is an icon."""
_WIDTH_OF_SPACE = 4


def address_of_item(item: MenuItem, addresses: Addresses) -> str:
    """Where a menu entry leads; empty for a heading."""
    match item.type:
        case "home":
            return addresses.home
        case "all_products":
            return addresses.all_products
        case "collection":
            return addresses.category((item.handle,))
        case "product":
            return addresses.product(item.handle)
        case "page":
            return addresses.contact if item.handle == "contact" else addresses.page(item.handle)
        case "policy":
            return addresses.policy(item.handle)
        case "blog":
            return addresses.blog(item.handle)
        case "search":
            return addresses.search
        case _:
            return ""


def menu_nodes(items: Sequence[MenuItem], addresses: Addresses, depth: int) -> tuple[MenuNode, ...]:
    """The entries of a menu with those below, `depth` levels in all; a heading with nothing below is left out."""
    nodes = []
    for item in items:
        children = menu_nodes(item.children, addresses, depth - 1) if depth > 1 else ()
        url = address_of_item(item, addresses) or (children[0].url if depth == 1 and children else "")
        if url or children:
            nodes.append(MenuNode(item.title, url, 0, current=False, children=children))
    return tuple(nodes)


def fitted(nodes: tuple[MenuNode, ...], depth: int, width: int) -> tuple[MenuNode, ...]:
    """The menu with no more entries than a header has room for; the others stand below `More`.

    Args:
        nodes: of the whole menu.
        depth: levels that the menu may have; with one only, all entries stay.
        width: characters that there is room for.
    """
    ends = list(accumulate(len(node.label) + _WIDTH_OF_SPACE for node in nodes))
    if depth < 2 or not ends or ends[-1] <= width:
        return nodes
    room = sum(end + len("More") + _WIDTH_OF_SPACE <= width for end in ends)
    kept, others = nodes[:room], nodes[room:]
    below = tuple(_cut(node, depth - 1) for node in others)
    return (*kept, MenuNode("More", "", 0, current=any(node.current for node in others), children=below))


def marked(nodes: tuple[MenuNode, ...], url: str) -> tuple[MenuNode, ...]:
    """The menu with the entry of that address, and those above it, marked as current."""
    result = []
    for node in nodes:
        children = marked(node.children, url)
        current = node.url == url or any(child.current for child in children)
        result.append(replace(node, current=current, children=children))
    return tuple(result)


def footer_groups(items: Sequence[MenuItem], addresses: Addresses) -> tuple[FooterGroup, ...]:
    """The groups of a footer menu: entries with others below are groups, the rest is one group."""
    groups, single = [], []
    for item in items:
        links = tuple(Link(one.title, address_of_item(one, addresses)) for one in item.children)
        if links:
            groups.append(FooterGroup(item.title, tuple(link for link in links if link.url)))
        elif url := address_of_item(item, addresses):
            single.append(Link(item.title, url))
    if single:
        groups.append(FooterGroup("Information", tuple(single)))
    return tuple(groups)


def _cut(node: MenuNode, depth: int) -> MenuNode:
    children = tuple(_cut(child, depth - 1) for child in node.children) if depth > 1 else ()
    return replace(node, children=children, cards=())
