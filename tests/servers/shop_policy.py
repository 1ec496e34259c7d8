"""Plays a model that shops well in the small mall, by whatever tools it is offered; it knows what it was told."""

from __future__ import annotations

import json
import re
from typing import Any

from model_server import Answer, Body, Say, prompt_of

BUYER = {
    "email": "jessica.morgan@example.com",
    "name": "Jessica Morgan",
    "first_name": "Jessica",
    "last_name": "Morgan",
    "street": "Maple Avenue",
    "house_number": "742",
    "zip": "60614",
    "city": "Chicago",
    "state": "IL",
    "country": "USA",
    "card_number": "4242424242424242",
    "card_expiry": "12/28",
    "card_cvv": "123",
}


def heard(body: Body) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Each call so far: name, arguments, result."""
    results = {
        message["tool_call_id"]: json.loads(message["content"].splitlines()[0])
        for message in body["messages"]
        if message["role"] == "tool"
    }
    return [
        (call["function"]["name"], json.loads(call["function"]["arguments"]), results.get(call["id"], {}))
        for message in body["messages"]
        for call in message.get("tool_calls") or ()
    ]


class ShopPolicy:
    """Finds, adds, orders and submits; gives the faults that it is loaded with in between."""

    def __init__(self, *faults: Answer) -> None:
        self.faults = list(faults)
        self.asked = 0

    def __call__(self, body: Body) -> Answer:
        self.asked += 1
        if self.faults and self.asked % 4 == 0:
            return self.faults.pop()
        name, arguments = self.decide(body)
        thinks = "Thought:" in prompt_of(body).partition("Rules:")[0]
        return Say("Thought: as planned" if thinks else "", ((name, arguments),), reasoning="I see.", cached=20)

    def decide(self, body: Body) -> tuple[str, dict[str, Any]]:
        goal = next(one["content"] for one in body["messages"] if one["role"] == "user")
        offered = {tool["function"]["name"] for tool in body["tools"]}
        title = re.findall(r"Brisk SSD \d TB", goal)[-1]
        shops = re.findall(r"http://[\w.-]+/", goal)[:4]
        targets = shops[:2] if "first two" in goal else shops[2:3]
        calls = heard(body)
        found = _addresses(calls, title)
        if not offered & {"search_products", "search", "ask"}:
            opened = [result["url"] for name, _, result in calls if name == "open_page"]
            targets, found = opened, {url: url for url in opened}
        for shop in targets:
            if not any(url.startswith(shop) for url in found):
                return _search(offered, shop, title)
        urls = [next(url for url in found if url.startswith(shop)) for shop in targets]
        if "Find" in goal:
            return "submit_answer", {"answer": "###".join(urls)}
        if not any(name == "add_to_cart" and result for name, _, result in calls):
            return "add_to_cart", {"url": urls[0]}
        if "Order" in goal:
            forms = [result for name, _, result in calls if name == "checkout"]
            if not forms:
                return "checkout", {"shop": urls[0]}
            if "order" not in forms[-1]:
                return "checkout", {"shop": urls[0], "values": _values(forms[-1])}
        return "submit_answer", {"answer": "Done"}


def _search(offered: set[str], shop: str, title: str) -> tuple[str, dict[str, Any]]:
    if "search_products" in offered:
        return "search_products", {"shop": shop, "query": title}
    if "search" in offered:
        return "search", {"query": title, "shop": shop, "k": 5}
    return "ask", {"shop": shop, "query": f"Do you have the {title}?"}


def _addresses(calls: list[tuple[str, dict[str, Any], dict[str, Any]]], title: str) -> dict[str, str]:
    rows = [row for _, _, result in calls for name in ("products", "results") for row in result.get(name, ())]
    return {row["url"]: row["url"] for row in rows if title in (row.get("title"), row.get("name"))}


def _values(form: dict[str, Any]) -> dict[str, str]:
    names = [field["name"] for field in form.get("fields", ())]
    values = {}
    for name in (*names, "card_number", "card_expiry", "card_cvv"):
        value = BUYER.get(name.removeprefix("billing_"))
        if value:
            values[name] = value
    if "billing_house_number" not in names and "billing_street" in values:
        values["billing_street"] = "Maple Avenue 742"
    return values
