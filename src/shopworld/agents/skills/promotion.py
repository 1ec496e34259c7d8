"""Entering a promotion code in the cart."""

from __future__ import annotations

from shopworld.agents.protocol import Move
from shopworld.agents.script import Script
from shopworld.agents.tree import find, parse_tree
from shopworld.environments import Observation


def enter_code(at: Observation, shop_address: str, code: str) -> Script[Observation]:
    """Opens the cart and applies a promotion code.

    Args:
        at: the observation now, anywhere.
        shop_address: e.g. `http://techtalk.example/`.
        code: to enter.

    Returns:
        The observation of the cart; without the code where there is no field for one.
    """
    at = yield Move(f"goto({shop_address.rstrip('/') + '/cart/'!r})", "Open the cart.")
    field = find(parse_tree(at.accessibility_tree), "textbox", r"promo|coupon|voucher|discount code")
    if field is None:
        return at
    at = yield Move(f"fill({field.id!r}, {code!r})", f"{field.name}: {code}")
    button = find(parse_tree(at.accessibility_tree), "button", r"^apply\b|^redeem\b")
    if button is None:
        return (yield Move(f"press({field.id!r}, 'Enter')", "Apply it."))
    return (yield Move(f"click({button.id!r})", button.name))
