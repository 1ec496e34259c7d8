"""Checking out by shop tools: fills in whatever fields the shop names, until the order is placed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shopworld.agents.script import Script
from shopworld.agents.skills import Purchaser
from shopworld.agents.tool_calls import call, result_of


def order_by_tools(shop: str, purchaser: Purchaser, *, delivery: str = "") -> Script[bool]:
    """From a filled cart to a placed order, by the tool `checkout`.

    Args:
        shop: its address.
        purchaser: who buys.
        delivery: id of the way of delivery to choose; empty: what is chosen already.

    Returns:
        Whether the shop confirmed the order.
    """
    seen = yield call("checkout", "Which fields are there?", shop=shop)
    for _ in range(3):
        form = result_of(seen)
        if not form or "order" in form:
            break
        labels = {field["label"]: field["name"] for field in form.get("fields", ())}
        separate = any("house number" in label.lower() for label in labels)
        values = {
            name: value
            for label, name in labels.items()
            if (value := purchaser.value_for(label, separate_house_number=separate)) is not None
        }
        for choice in form.get("delivery", ()):
            if choice["value"] == delivery or (not delivery and choice.get("selected")):
                values["delivery"] = choice["value"]
        if any(choice["value"] == "card" for choice in form.get("payment", ())):
            values["payment"] = "card"
        seen = yield call("checkout", "Fill it in.", shop=shop, values=values)
    return "order" in result_of(seen)


def buyable_options(product: dict[str, Any], preferred: Sequence[str] = ()) -> dict[str, str]:
    """What to choose of each option so that the product can be bought; nothing where there is no choice.

    Args:
        product: its page, as a tool told it.
        preferred: values that are taken where they can be had.
    """
    wanted = {value.casefold() for value in preferred}
    there = [one["options"] for one in product.get("variants", ()) if "stock" in str(one.get("stock", "")).lower()]
    fitting = [options for options in there if wanted & {str(value).casefold() for value in options.values()}]
    return dict(next(iter(fitting or there), {}))
