"""An agent that acts at random: the floor under every other agent."""

from __future__ import annotations

import random

from shopworld.agents.protocol import Agent, Move
from shopworld.agents.tree import Node, parse_tree
from shopworld.environments import Observation

_WORDS = ("cable", "black", "usb", "camera", "ssd", "monitor", "wireless", "gaming", "watch", "1")
_ROLES = ("link", "button", "textbox", "searchbox", "combobox", "checkbox", "radio", "option")


class RandomAgent(Agent):
    """Clicks, types and scrolls at random, from a seed."""

    environments = ("browser",)

    def __init__(self) -> None:
        self._random = random.Random(0)

    def begin(self, goal: str, *, seed: int) -> None:
        """Takes the seed; the goal is not read."""
        self._random = random.Random(f"random:{seed}:{goal}")

    def act(self, observation: Observation) -> Move:
        """A random action on a random element."""
        choices = [node for node in parse_tree(observation.accessibility_tree) if node.id and node.role in _ROLES]
        if not choices or self._random.random() < 0.1:
            return Move(self._random.choice(("scroll(0, 400)", "scroll(0, -400)", "go_back()")))
        return Move(self._action_on(self._random.choice(choices)))

    def _action_on(self, node: Node) -> str:
        if node.role in ("textbox", "searchbox"):
            return f"fill({node.id!r}, {self._random.choice(_WORDS)!r})"
        return f"click({node.id!r})"
