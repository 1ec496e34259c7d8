"""Writing to a shop by its contact form."""

from __future__ import annotations

from shopworld.agents.protocol import Move
from shopworld.agents.script import Script
from shopworld.agents.tree import find, parse_tree
from shopworld.environments import Observation


def send_message(at: Observation, *, name: str, email: str, text: str) -> Script[Observation]:
    """Fills in the contact form of the page at hand and sends it.

    Args:
        at: the page with the form.
        name: of the sender.
        email: where the shop may answer.
        text: the message.

    Returns:
        The observation after sending; unchanged where there is no such form.
    """
    for label, value in ((r"^(your |full )?name\b", name), (r"e-?mail", email), (r"message|how can we help", text)):
        fields = parse_tree(at.accessibility_tree)
        main = next((place for place, node in enumerate(fields) if node.role == "main"), 0)
        field = find(fields[main:], "textbox", label)
        if field is None:
            return at
        at = yield Move(f"fill({field.id!r}, {value!r})", f"{field.name}: {value}")
    button = find(parse_tree(at.accessibility_tree), "button", r"^send\b")
    if button is None:
        return at
    return (yield Move(f"click({button.id!r})", "Send it."))
