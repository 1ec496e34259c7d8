"""A stand-in for a language model that writes journeys: reads the shop from the prompt, as a model would."""

from __future__ import annotations

import json
import re
from typing import Any

from model_server import Body, Say, prompt_of

Journey = dict[str, Any]


def section(prompt: str, heading: str) -> list[str]:
    """The names in one list of the prompt, without what stands in brackets behind them."""
    found = re.search(rf"^{re.escape(heading)}.*\n((?:- .*\n?)*)", prompt, re.MULTILINE)
    assert found is not None, heading
    return [re.sub(r" \(.*\)$", "", line[2:]) for line in found[1].splitlines()]


def asked_ids(body: Body) -> list[str]:
    """The ids that the last message asks for."""
    last = body["messages"][-1]["content"]
    text = last if isinstance(last, str) else "".join(part["text"] for part in last)
    if "with the ids" in text:
        return re.findall(r"journey-\d+", text)
    return re.findall(r"^(journey-\d+):", text, re.MULTILINE)


def journey(prompt: str, name: str) -> Journey:
    """A journey that is right: reads a page, then buys the product of its number."""
    number = int(name.rpartition("-")[2])
    products, pages = section(prompt, "Products"), section(prompt, "Pages")
    page, product = pages[number % len(pages)], products[number % len(products)]
    return {
        "id": name,
        "intent": f"My cousin told me about this shop. First I want to read the page {page} in peace. After that "
        f"please get me the {product}, which I have wanted for a long time.",
        "steps": [{"do": "read_page", "name": page}, {"do": "buy_product", "name": product}],
        "quantity": 1,
    }


def say(journeys: list[Journey]) -> Say:
    """The answer."""
    return Say(json.dumps({"journeys": journeys}))


def good_author(body: Body) -> Say:
    """Writes what is asked for, and all of it right."""
    return say([journey(prompt_of(body), name) for name in asked_ids(body)])
