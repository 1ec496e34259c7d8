"""Reads listings and product pages from their accessibility tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shopworld.agents.skills.prices import prices_in
from shopworld.agents.tree import Node, below, find, parse_tree

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


def _current_price(nodes: Sequence[Node]) -> int | None:
    for node in _without_struck(nodes):
        found = prices_in(node.name) if node.role not in ("button", "link", "article", "listitem", "main") else []
        if found:
            return found[-1]
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
    return ListedOffer(link.id, link.name or heading.name, _current_price(inside), text)


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


def next_page(tree: str) -> Node | None:
    """The link to the next page of a listing, or None on the last."""
    return find(parse_tree(tree), "link", r"^next\b")


def page_text(tree: str) -> str:
    """Everything the main part of a page says, for comparing with a wish."""
    nodes = parse_tree(tree)
    main = next((node for node in nodes if node.role == "main"), None)
    return " ".join(node.name for node in (below(nodes, main) if main else nodes) if node.name)


def page_heading(tree: str) -> str:
    """The page's first heading: on a product page the title."""
    nodes = parse_tree(tree)
    main = next((node for node in nodes if node.role == "main"), None)
    for node in below(nodes, main) if main else nodes:
        if node.role == "heading":
            return node.name
    return ""


def page_price(tree: str) -> int | None:
    """The price of a product page, in cents."""
    nodes = parse_tree(tree)
    main = next((node for node in nodes if node.role == "main"), None)
    return _current_price(below(nodes, main) if main else nodes)
