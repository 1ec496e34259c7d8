"""The random agent: random, but the same from the same seed."""

from __future__ import annotations

from shopworld.agents import make_agent
from shopworld.environments import Observation
from shopworld.environments.action_parser import parse_action

TREE = "\n".join(
    [
        "RootWebArea 'Shop', focused",
        *(f"\t[{number}] link 'Thing {number}', clickable" for number in range(2, 40)),
        "\t[40] textbox 'Search', clickable",
        "\t[41] StaticText 'no element'",
    ]
)


def _walk(seed: int, goal: str = "Find a mouse.") -> list[str]:
    agent = make_agent("random")
    agent.begin(goal, seed=seed)
    return [agent.act(Observation("http://shop.example/", "Shop", accessibility_tree=TREE)).action for _ in range(40)]


def test_the_same_seed_gives_the_same_walk() -> None:
    assert _walk(1) == _walk(1)


def test_another_seed_or_goal_gives_another_walk() -> None:
    assert len({tuple(_walk(1)), tuple(_walk(2)), tuple(_walk(1, "Find a cable."))}) == 3


def test_every_action_can_be_parsed() -> None:
    for action in _walk(5):
        parse_action(action)
