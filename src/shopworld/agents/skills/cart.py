"""Putting the product at hand into the cart."""

from __future__ import annotations

from shopworld.agents.protocol import Move
from shopworld.agents.script import Script
from shopworld.agents.tree import Node, find, find_all, parse_tree
from shopworld.environments.observation import Observation

_CHOOSE = ("choose", "select", "please")


def _unchosen(nodes: tuple[Node, ...]) -> Node | None:
    """A drop-down of the product's form that still says «Choose…»."""
    for node in find_all(nodes, "combobox"):
        if node.properties.get("value", "").lower().startswith(_CHOOSE):
            return node
    return None


def add_to_cart(at: Observation, quantity: int = 1) -> Script[Observation]:
    """From a product page: sets the quantity, adds the product, and stays where the shop leads.

    Returns:
        The observation after adding; unchanged where there is no button to add.
    """
    nodes = parse_tree(at.accessibility_tree)
    button = find(nodes, "button", r"^(add .*(cart|basket|bag)|add to|buy now)")
    if button is None or button.disabled:
        return at
    if quantity != 1:
        field = find(nodes, ("spinbutton", "textbox"), r"quantity")
        if field is not None:
            at = yield Move(f"fill({field.id!r}, '{quantity}')", f"I want {quantity}.")
            nodes = parse_tree(at.accessibility_tree)
    choice = _unchosen(nodes)
    if choice is not None:
        at = yield Move(f"press({choice.id!r}, 'ArrowDown')", "Choose the first option.")
        nodes = parse_tree(at.accessibility_tree)
    button = find(nodes, "button", r"^(add .*(cart|basket|bag)|add to|buy now)") or button
    at = yield Move(f"click({button.id!r})", "Put it into the cart.")
    return at
