"""Searching a shop through its search field, wherever the design has put it."""

from __future__ import annotations

from shopworld.agents.protocol import Move
from shopworld.agents.script import Script
from shopworld.agents.tree import find, parse_tree
from shopworld.environments import Observation

_FIELDS = ("searchbox", "textbox", "combobox")
_SEARCH = r"search|^find|looking for"


def search_shop(shop_address: str, text: str, at: Observation, *, stay: bool = False) -> Script[Observation]:
    """Goes to the shop, types into its search field and sends it.

    Args:
        shop_address: e.g. `http://techtalk.example/`.
        text: what to search for.
        at: the observation now.
        stay: whether the page at hand already is one of that shop, so that its own field can be used.

    Returns:
        The observation of the results (or of the shop's page, where no search field was found).
    """
    field = find(parse_tree(at.accessibility_tree), _FIELDS, _SEARCH) if stay else None
    if field is None:
        # An open cart drawer hides the rest of the page.
        at = yield Move(f"goto({shop_address!r})", f"Open {shop_address}.")
        field = find(parse_tree(at.accessibility_tree), _FIELDS, _SEARCH)
    if field is None:
        opener = find(parse_tree(at.accessibility_tree), ("button", "link", "DisclosureTriangle"), _SEARCH)
        if opener is None:
            return at
        at = yield Move(f"click({opener.id!r})", "Open the search field.")
        field = find(parse_tree(at.accessibility_tree), _FIELDS, _SEARCH)
        if field is None:
            return at
    at = yield Move(f"fill({field.id!r}, {text!r})", f"Search for {text!r}.")
    field = find(parse_tree(at.accessibility_tree), _FIELDS, _SEARCH) or field
    at = yield Move(f"press({field.id!r}, 'Enter')", "Send the search.")
    return at
