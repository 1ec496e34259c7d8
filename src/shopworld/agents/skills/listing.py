"""Reads listings and product pages from their accessibility tree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shopworld.agents.protocol import Move
from shopworld.agents.tree import Node, below, find, find_all, parse_tree
from shopworld.money import amounts_in

_CARDS = ("article", "listitem")
_STRUCK = ("deletion",)


@dataclass(frozen=True, slots=True)
class ListedOffer:
    """An offer in a listing.

    Attributes:
        link: id of the element that leads to its page.
        title: as printed.
        price: in cents, what is charged now; None where none is printed.
        text: everything its card says.
    """

    link: str
    title: str
    price: int | None
    text: str


def _without_struck(nodes: Sequence[Node]) -> list[Node]:
    kept: list[Node] = []
    struck_depth: int | None = None
    for node in nodes:
        if struck_depth is not None and node.depth > struck_depth:
            continue
        struck_depth = node.depth if node.role in _STRUCK else None
        if struck_depth is None:
            kept.append(node)
    return kept


def current_price(nodes: Sequence[Node]) -> int | None:
    """The first price in cents that is not struck through; None where there is none."""
    for node in _without_struck(nodes):
        found = amounts_in(node.name) if node.role not in ("button", "link", "article", "listitem", "main") else []
        if found:
            return found[-1].cents
    return None


def _card(nodes: Sequence[Node], card: Node) -> ListedOffer | None:
    inside = below(nodes, card)
    heading = next((node for node in inside if node.role == "heading"), None)
    if heading is None:
        return None
    link = next((node for node in below(inside, heading) if node.role == "link" and node.id), None)
    if link is None:
        link = next((node for node in inside if node.role == "link" and node.id and node.name == heading.name), None)
    if link is None:
        return None
    text = " ".join(node.name for node in inside if node.role == "StaticText")
    return ListedOffer(link.id, link.name or heading.name, current_price(inside), text)


def read_listing(tree: str) -> list[ListedOffer]:
    """The offers of a listing, in order; empty where the page is none.

    A card is an `article` or `listitem` with a heading that links to the offer's page.
    """
    nodes = parse_tree(tree)
    main = next((node for node in nodes if node.role == "main"), None)
    nodes = below(nodes, main) if main is not None else nodes
    offers: list[ListedOffer] = []
    end = -1
    for node in nodes:
        if node.role not in _CARDS or node.position <= end:
            continue
        offer = _card(nodes, node)
        if offer is not None:
            offers.append(offer)
            inside = below(nodes, node)
            end = inside[-1].position if inside else node.position
    return offers


def sort_by_price(tree: str) -> Move | None:
    """The move that puts the cheapest first; None where the listing has no such choice."""
    nodes = parse_tree(tree)
    for box in find_all(nodes, "combobox", r"sort|order"):
        for option in below(nodes, box):
            if option.role == "option" and re.search(r"price.*(low to high|ascending)", option.name, re.IGNORECASE):
                return Move(f"select_option({box.id!r}, {option.name!r})", "The cheapest first.")
    return None


def next_page(tree: str) -> Node | None:
    """The link to the next page of a listing, or None on the last."""
    return find(parse_tree(tree), "link", r"^next\b")
