"""Further candidates are shown where none of the first fits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from model_server import Body, ModelServer, Say, prompt_of

from shopworld.agents.see_act import SeeActAgent
from shopworld.environments import Observation
from shopworld.models import Models, ModelSettings

LINKS = "\n".join(f"\t[{number}] link 'Lamp {number}'" for number in range(1, 121))
SEEN = Observation("http://a.example/", "Lamps", accessibility_tree=f"RootWebArea ''\n{LINKS}", screenshot=b"picture")


@pytest.mark.parametrize(("wanted", "calls", "action"), [("Lamp 45", 3, "click('45')"), ("Chair", 4, "")])
def test_none_shows_the_next_group_three_times_at_most(wanted: str, calls: int, action: str) -> None:
    def policy(body: Body) -> Say:
        if "response_format" not in body:
            return Say("Open what I want.")
        listed = prompt_of(body).partition("These are the candidates:")[2].splitlines()
        found: Any = next((line.partition(".")[0] for line in listed if line.endswith(f"link '{wanted}'")), None)
        return Say(json.dumps({"element": found, "action": "CLICK" if found else "NONE", "value": None}))

    with ModelServer(policy) as server:
        models = Models(ModelSettings(base_url=server.base_url))
        try:
            agent = SeeActAgent(models.open("vllm/x"))
            agent.begin("Buy a lamp.", seed=0)
            move = agent.act(SEEN)
        finally:
            models.close()
    assert (move.action, move.extra["model_calls"]) == (action, calls)
    assert move.extra["candidates_refused"] == calls - (2 if action else 1)
    assert move.thought == "Open what I want."
    if not action:
        assert "no element of the page fitted" in move.extra["problem"]
