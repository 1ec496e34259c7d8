"""Submitting on the solution page."""

from __future__ import annotations

from shopworld.agents.protocol import Move
from shopworld.agents.script import Script
from shopworld.agents.tree import find, parse_tree
from shopworld.environments import Observation


def submit_answer(solution_address: str, answer: str) -> Script[Observation]:
    """Fills the answer into the solution page's field and presses its button."""
    at = yield Move(f"goto({solution_address!r})", "Open the solution page.")
    field = find(parse_tree(at.accessibility_tree), "textbox")
    if field is None:
        at = yield Move(f"send_msg_to_user({answer!r})", "There is no field; say it.")
        return at
    at = yield Move(f"fill({field.id!r}, {answer!r})", "Enter the result.")
    button = find(parse_tree(at.accessibility_tree), "button", r"submit")
    if button is None:
        at = yield Move(f"press({field.id!r}, 'Enter')", "Send it.")
        return at
    at = yield Move(f"click({button.id!r})", "Submit it.")
    return at
