"""Putting the product at hand into the cart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shopworld.agents.protocol import Move
from shopworld.agents.script import Script
from shopworld.agents.tree import Node, below, find, parse_tree
from shopworld.environments import Observation

_ADD = r"^(add .*(cart|basket|bag)|add to|buy now)"
_UNCHOSEN = ("choose", "select", "please")
_MOST_CHOICES = 4
_SOLD_OUT = ("sold out", "out of stock", "unavailable")


def _form(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """The nodes of the first form that can add something, below its outermost element; empty where there is none."""
    for node in nodes:
        if node.role == "form":
            inside = below(nodes, node)
            if find(inside, "button", _ADD) is not None:
                return inside
    button = find(nodes, "button", _ADD)
    return tuple(nodes) if button is not None else ()


def _best(options: Sequence[Node], preferred: Sequence[str]) -> Node | None:
    """The option that says one of the preferred words, else the first that can be had."""
    free = [one for one in options if not one.disabled and not any(word in one.name.lower() for word in _SOLD_OUT)]
    said = [one for word in preferred for one in free if word.lower() == one.name.lower()]
    wanted = iter(said or [one for word in preferred for one in free if word.lower() in one.name.lower()])
    return next(wanted, free[0] if free else None)


def _choices(form: Sequence[Node], preferred: Sequence[str]) -> Iterator[Move]:
    """Moves that make the choices that are still open: size, colour, …"""
    for node in form:
        if node.role == "combobox" and node.properties.get("value", "").lower().startswith(_UNCHOSEN):
            options = [one for one in below(form, node) if one.role == "option"]
            option = _best([one for one in options if not one.name.lower().startswith(_UNCHOSEN)], preferred)
            if option is not None:
                yield Move(f"select_option({node.id!r}, {option.name!r})", f"{node.name}: {option.name}.")
        elif node.role in ("group", "radiogroup"):
            radios = [one for one in below(form, node) if one.role == "radio" and one.id]
            radio = _best(radios, preferred)
            if radio is not None and all(one.properties.get("checked") == "false" for one in radios):
                yield Move(f"click({radio.id!r})", f"{node.name}: {radio.name}.")


def add_to_cart(at: Observation, quantity: int = 1, *, preferred: Sequence[str] = ()) -> Script[Observation]:
    """From a product page: makes the choices, sets the quantity, adds the product, and stays where the shop leads.

    Args:
        at: the product's page.
        quantity: pieces.
        preferred: words that the chosen variant should have, e.g. a colour; else the first that can be had is taken.

    Returns:
        The observation after adding; unchanged where there is no button to add.
    """
    form = _form(parse_tree(at.accessibility_tree))
    if not form:
        return at
    for _ in range(_MOST_CHOICES):
        move = next(_choices(form, preferred), None)
        if move is None:
            break
        at = yield move
        form = _form(parse_tree(at.accessibility_tree)) or form
    field = find(form, ("spinbutton", "textbox"), r"quantity")
    if quantity != 1 and field is not None:
        at = yield Move(f"fill({field.id!r}, '{quantity}')", f"I want {quantity}.")
        form = _form(parse_tree(at.accessibility_tree)) or form
    button = find(form, "button", _ADD)
    if button is None or button.disabled:
        return at
    return (yield Move(f"click({button.id!r})", "Put it into the cart."))
