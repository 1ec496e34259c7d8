"""Agents by name."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from shopworld.agents import AGENT_NAMES, ORACLE, Move, make_agent, make_oracle
from shopworld.environments import Observation
from shopworld.errors import AgentError
from shopworld.evaluation.running.declaring import declare

SEEN = Observation("http://shop.example/", "Shop")


@pytest.mark.parametrize("name", [name for name in AGENT_NAMES if name != ORACLE])
def test_every_built_in_agent_answers_with_an_action_or_says_that_it_needs_a_model(name: str) -> None:
    declaration = declare(name)
    if declaration.needs_model:
        with pytest.raises(AgentError, match=r"needs a language model|only a run can start"):
            make_agent(name, declaration.environments[0])
        return
    for environment in declaration.environments:
        agent = make_agent(name, environment)
        agent.begin("Find all offers for a mouse.", seed=3)
        assert isinstance(agent.act(SEEN), Move)


def test_the_oracle_is_not_made_from_a_name_alone() -> None:
    with pytest.raises(AgentError, match="make_oracle"):
        make_agent(ORACLE)


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(AgentError, match="'shopper'") as caught:
        make_agent("shopper")
    assert "keyword" in str(caught.value.hint)
    assert "module:Class" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no_such_module_at_all:Agent", "no_such_module_at_all"),
        ("own_agents:Missing", "Missing"),
        ("own_agents:Demanding", "argument"),
        ("own_agents:Silent", "begin"),
        ("own_agents:Breaking", "broken inside"),
    ],
)
def test_what_is_wrong_with_an_agent_is_said(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_agents.py").write_text(
        "class Demanding:\n    def __init__(self, key): ...\n"
        "class Silent:\n    def act(self, observation): ...\n"
        "class Breaking:\n    def __init__(self): raise RuntimeError('broken inside')\n"
    )
    monkeypatch.delitem(sys.modules, "own_agents", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AgentError, match=message):
        make_agent(name)


def test_the_oracle_needs_offers_that_exist(mall: Any, making: Any) -> None:
    with pytest.raises(AgentError, match="no-such-slug"):
        make_oracle(mall, making.answer_task("Find it.", "no-such-slug"))
