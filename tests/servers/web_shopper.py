"""Plays a model that shops well in the small mall through its pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from model_server import Body, Say, prompt_of

from shopworld.agents.tree import Node, find, parse_tree

WANTED = "Brisk SSD 2 TB"


def element(nodes: Sequence[Node], role: str, name: str = "") -> str:
    """The id of the first element of that role and name."""
    found = find(nodes, role, name) if name else find(nodes, role)
    assert found is not None, (role, name)
    return found.id


class Shopper:
    """Plays a model that shops well: everything it knows comes from the prompt. Every few answers fail on the way."""

    def __init__(self) -> None:
        self.faults: list[Any] = []
        self.asked = 0

    def __call__(self, body: Body) -> Any:
        self.asked += 1
        if self.faults and self.asked % 3 == 0:
            return self.faults.pop()
        prompt = prompt_of(body)
        if "RootWebArea" not in prompt:
            return Say("<think>I see a picture.</think><action>report_infeasible('I only looked.')</action>")
        thought, note, action = self.decide(prompt)
        return Say(f"<think>{thought}</think>\n<memory>{note}</memory>\n<action>{action}</action>", cached=50)

    def decide(self, prompt: str) -> tuple[str, str, str]:
        address = re.findall(r"^Address: (\S+)", prompt, re.MULTILINE)[-1]
        nodes = parse_tree(prompt[prompt.rindex("RootWebArea") :].partition("\n\nThe picture")[0])
        shops = re.findall(r"http://\S+?/(?=[,.])", prompt.partition("Submit at")[0])[:2]
        solution = re.findall(r"Submit at (\S+)\.", prompt)[0]
        notes = re.findall(r"^Memory: (.*)$", prompt, re.MULTILINE)
        known = [one for one in dict.fromkeys(" ".join(notes).split()) if one.startswith("http")]
        if "/product/" in address and address not in known:
            known.append(address)
        note = " ".join(known)
        if len(known) == 2:
            if not address.startswith(solution):
                return "Both are found.", note, f"goto({solution!r})"
            if not re.search(r"^Action: fill\('\d+', 'http", prompt, re.MULTILINE):
                return "Write them down.", note, f"fill({element(nodes, 'textbox')!r}, {' ### '.join(known)!r})"
            return "Submit.", note, f"click({element(nodes, 'button', 'Submit')!r})"
        shop = shops[len(known)]
        if not address.startswith(shop):
            return "To the next shop.", note, f"goto({shop!r})"
        if "s=" not in address:
            box = element(nodes, "searchbox")
            if f"Action: fill({box!r}" not in prompt.rpartition("## Step")[2]:
                return "Search.", note, f"fill({box!r}, {WANTED!r})"
            return "Search.", note, f"press({box!r}, 'Enter')"
        return "Open it.", note, f"click({element(nodes, 'link', f'^{WANTED}$')!r})"
