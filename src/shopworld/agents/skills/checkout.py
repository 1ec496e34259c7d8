"""Checking out: fills whatever form the shop shows, step by step, until the order is placed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.agents.protocol import Move
from shopworld.agents.script import Script
from shopworld.agents.tree import Node, find, find_all, parse_tree
from shopworld.environments import Observation

_MOST_STEPS = 6
_RECEIVED = re.compile(r"order-received|order-confirmation|onepage/success|/thank-?s?(-you)?/", re.IGNORECASE)
"""Addresses of confirmed orders."""
_FORWARD = (
    r"^(place (the |your )?order|buy now|pay|complete|order now|continue|next|proceed|to payment|to delivery|review)"
)


@dataclass(frozen=True, slots=True)
class Purchaser:
    """Who buys, where to, and with what card; as the goal says it."""

    name: str
    email: str
    street: str
    house_number: str
    zip: str
    city: str
    state: str
    country: str
    card: str
    cvv: str
    expiry_date: str

    def value_for(self, label: str, *, separate_house_number: bool) -> str | None:
        """What belongs into the field of that label; None where nothing is known for it."""
        first, _, last = self.name.rpartition(" ")
        street = self.street if separate_house_number else f"{self.street} {self.house_number}"
        rules = (
            (r"e-?mail", self.email),
            (r"first name|given name", first),
            (r"last name|surname|family name", last),
            (r"name on (the )?card|card ?holder", self.name),
            (r"card number", self.card),
            (r"expir|valid (until|thru)", self.expiry_date),
            (r"cvv|cvc|security code", self.cvv),
            (r"house (number|no)", self.house_number),
            (r"street|address( line)? ?1|^address", street),
            (r"zip|post(al)? ?code|postcode", self.zip),
            (r"city|town", self.city),
            (r"state|province|region|county", self.state),
            (r"country", self.country),
            (r"^(full |your )?name\b", self.name),
        )
        for pattern, value in rules:
            if re.search(pattern, label, re.IGNORECASE):
                return value
        return None


def _fields(nodes: tuple[Node, ...]) -> list[Node]:
    found = find_all(nodes, ("textbox", "combobox", "spinbutton"))
    return [node for node in found if not re.search(r"search|promo|coupon|code|newsletter", _plain(node.name))]


def _plain(label: str) -> str:
    """A label without what would be taken for something else (`ZIP code`, `postcode`, `security code`)."""
    return re.sub(r"(zip|post(al)?|security|country) ?code", "", label.lower())


def _is_set(node: Node, value: str) -> bool:
    shown = node.properties.get("value", "")
    return bool(shown) and (shown == value or re.sub(r"\D", "", shown) == re.sub(r"\D", "", value) != "")


def _ticked(node: Node) -> bool:
    return node.properties.get("checked", "false") not in ("false", "False")


def _fill_page(at: Observation, purchaser: Purchaser, countries: dict[str, str]) -> Script[Observation]:
    """Fills all fields of the page at hand that are known and not yet right."""
    done: set[str] = set()
    card = next((one for one in find_all(parse_tree(at.accessibility_tree), "radio", r"card")), None)
    if card is not None and not _ticked(card):
        at = yield Move(f"click({card.id!r})", "Pay by card.")
    while True:
        nodes = parse_tree(at.accessibility_tree)
        fields = _fields(nodes)
        separate = any(re.search(r"house (number|no)", field.name, re.I) for field in fields)
        move = None
        for field in fields:
            value = purchaser.value_for(field.name, separate_house_number=separate)
            key = (
                f"{field.role}:{field.name}:{sum(1 for one in fields[: fields.index(field)] if one.name == field.name)}"
            )
            if value is None or key in done:
                continue
            done.add(key)
            if field.role == "combobox" and "autocomplete" not in field.properties:
                options = [value, *countries.get(value, "").split("|")] if value in countries else [value]
                label = _option(nodes, options)
                move = Move(f"select_option({field.id!r}, {label!r})", f"{field.name}: {label}")
            elif not _is_set(field, value):
                move = Move(f"fill({field.id!r}, {value!r})", f"{field.name}: {value}")
            if move is not None:
                break
        if move is None:
            return at
        at = yield move


def _option(nodes: tuple[Node, ...], wanted: list[str]) -> str:
    """The label of the option that is one of the wanted; the first wanted where none is printed."""
    names = [node.name for node in nodes if node.role in ("option", "MenuListOption")]
    for want in wanted:
        for name in names:
            if name.lower() == want.lower():
                return name
    for want in wanted:
        for name in names:
            if want and want.lower() in name.lower():
                return name
    return wanted[0]


_COUNTRIES = {
    "USA": "United States|United States (US)|United States of America|US",
    "UK": "United Kingdom|United Kingdom (UK)",
}


def check_out(at: Observation, shop_address: str, purchaser: Purchaser, *, delivery: str = "") -> Script[bool]:
    """From a filled cart to a placed order.

    Args:
        at: the observation now, anywhere in the shop.
        shop_address: e.g. `http://techtalk.example/`.
        purchaser: who buys.
        delivery: the way of delivery to choose, as the shop calls it; empty: what is chosen already.

    Returns:
        Whether the shop confirmed the order.
    """
    at = yield Move(f"goto({shop_address.rstrip('/') + '/checkout/'!r})", "Go to the checkout.")
    for _ in range(_MOST_STEPS):
        at = yield from _fill_page(at, purchaser, _COUNTRIES)
        choice = find(parse_tree(at.accessibility_tree), "radio", rf"^{re.escape(delivery)}") if delivery else None
        if choice is not None and not _ticked(choice):
            at = yield Move(f"click({choice.id!r})", f"Deliver by {delivery}.")
        button = find(parse_tree(at.accessibility_tree), "button", _FORWARD)
        if button is None:
            return False
        at = yield Move(f"click({button.id!r})", button.name)
        if _RECEIVED.search(at.url):
            return True
    return False
