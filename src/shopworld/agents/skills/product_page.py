"""Reads a product's page from its accessibility tree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shopworld.agents.skills.listing import current_price
from shopworld.agents.tree import Node, below, parse_tree

_OTHERS = re.compile(
    r"you may also like|related|similar|customers also|goes well with|recently viewed|reviews|questions|often bought",
    re.IGNORECASE,
)
_SPEAKING = ("StaticText", "heading", "cell", "gridcell", "rowheader", "term", "option", "radio")


@dataclass(frozen=True, slots=True)
class ReadProductPage:
    """What a product's page says.

    Attributes:
        title: its main heading.
        price: in cents, what is charged now; None where none is printed.
        text: everything said about the product itself: no reviews, no other products.
        category: the last category of the breadcrumb; empty where there is none.
        specifications: value by label, of the specification table.
    """

    title: str
    price: int | None
    text: str
    category: str
    specifications: dict[str, str]


def _about_the_product(nodes: Sequence[Node]) -> list[Node]:
    """The nodes without sections about other products and opinions."""
    kept: list[Node] = []
    skipped: int | None = None
    for node in nodes:
        if skipped is not None and node.depth > skipped:
            continue
        skipped = None
        if node.role == "region" and _OTHERS.search(node.name):
            skipped = node.depth
        elif node.role == "heading" and _OTHERS.match(node.name):
            # A section without a region: what follows on its level and deeper is left out.
            skipped = node.depth - 1
        else:
            kept.append(node)
    return kept


def _specifications(nodes: Sequence[Node]) -> dict[str, str]:
    found: dict[str, str] = {}
    label = ""
    for node in nodes:
        if node.role in ("rowheader", "term"):
            label = node.name.strip(" :")
        elif node.role in ("cell", "gridcell", "definition") and label:
            value = node.name or " ".join(one.name for one in below(nodes, node) if one.role == "StaticText")
            found.setdefault(label, value)
            label = ""
    return found


def read_product_page(tree: str) -> ReadProductPage:
    """Reads title, price, text, category and specifications; what is not there is empty."""
    nodes: Sequence[Node] = parse_tree(tree)
    main = next((node for node in nodes if node.role == "main"), None)
    nodes = _about_the_product(below(nodes, main) if main is not None else nodes)
    crumbs = next((node for node in nodes if node.role == "navigation"), None)
    links = [node.name for node in below(nodes, crumbs) if node.role == "link"] if crumbs is not None else []
    inside = {node.position for node in below(nodes, crumbs)} if crumbs is not None else set()
    rest = [node for node in nodes if node.position not in inside]
    return ReadProductPage(
        next((node.name for node in rest if node.role == "heading"), ""),
        current_price(rest),
        " ".join(node.name for node in rest if node.role in _SPEAKING and node.name),
        links[-1] if len(links) > 1 else "",
        _specifications(rest),
    )
