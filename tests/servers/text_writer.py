"""A model that writes texts of shops: what it is asked for, it says in other words; with faults on request."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from model_server import Body, Say, prompt_of

Item = dict[str, Any]
Text = dict[str, Any]
Write = Callable[[Item], Text | None]


def items_of(body: Body) -> list[Item]:
    """The texts that a request asks for."""
    found: list[Item] = json.loads(prompt_of(body).partition("Write these:\n")[2])
    return found


def well(item: Item) -> Text:
    """A text that may stand."""
    if "paragraphs" in item:
        return {
            "key": item["key"],
            "title": "",
            "paragraphs": [f"So that you know: {one}" for one in item["paragraphs"]],
        }
    if "stars" in item:
        opinions = " ".join(f"The {name} is {how}." for name, how in item["opinions"].items())
        words = f"My own words about {item['key']}." if not any(one.isdigit() for one in item["key"]) else item["text"]
        return {"key": item["key"], "title": "As I see it", "paragraphs": [f"{words} {opinions} Honestly."]}
    if "some_products" in item:
        return {"key": item["key"], "title": "", "paragraphs": [f"{item['text']} Have a look at {item['name']}."]}
    return {
        "key": item["key"],
        "title": f"The {item['title']}",
        "paragraphs": [f"Meet {item['title']}, a friend for years.", item["text"]],
    }


def writer(write: Write = well) -> Callable[[Body], Say]:
    """A policy that writes each text by a function; None leaves it out."""

    def policy(body: Body) -> Say:
        texts = [text for text in map(write, items_of(body)) if text is not None]
        return Say(json.dumps({"texts": texts}), cost=0.01)

    return policy
