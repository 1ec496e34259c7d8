"""Agents by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from shopworld.agents import AGENT_NAMES, ORACLE, Move, make_agent, make_oracle
from shopworld.agents.registry import find_installed, find_source, installed_agents
from shopworld.environments import Observation
from shopworld.errors import AgentError
from shopworld.evaluation.running.declaring import declare

CODE = """
import os
from shopworld.agents import Move

class Shopper:
    environments = ("browser",)
    def begin(self, goal, *, seed):
        self.goal = goal
    def act(self, observation):
        return Move("send_msg_to_user('Done')", f"{self.goal} {os.getpid()}")
"""
Install = Callable[..., None]

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


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package with one module that registers agents."""

    def of(package: str, **agents: str) -> None:
        site = tmp_path / package
        info = site / f"{package}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = "".join(f"{name} = {value}\n" for name, value in agents.items())
        (info / "entry_points.txt").write_text(f"[shopworld.agents]\n{lines}")
        (site / f"{package}_module.py").write_text(CODE)
        monkeypatch.syspath_prepend(site)

    yield of
    for name in [one for one in sys.modules if one.endswith("_module") and one.startswith("acme")]:
        del sys.modules[name]


def test_an_installed_agent_is_found_by_its_name(install: Install) -> None:
    install("acme", shopper="acme_module:Shopper", keyword="acme_module:Shopper")
    assert {"shopper", "keyword"} <= set(installed_agents())
    assert find_installed("shopper") == "acme_module:Shopper"
    assert find_installed("nobody") == ""
    assert find_source("shopper").outside
    assert find_source("acme_module:Shopper").outside
    agent = make_agent("shopper")
    agent.begin("Find it.", seed=1)
    assert agent.act(Observation()).action == "send_msg_to_user('Done')"


def test_built_in_agents_come_first(install: Install) -> None:
    install("acme", keyword="acme_module:Shopper")
    assert not find_source("keyword").outside
    assert type(make_agent("keyword")).__module__.startswith("shopworld.")
    assert not find_source("web-axtree@openai/gpt-5").outside


def test_a_name_of_two_packages_is_refused(install: Install) -> None:
    install("acme", shopper="acme_module:Shopper")
    install("acme_two", shopper="acme_two_module:Shopper")
    with pytest.raises(AgentError, match=r"acme \(acme_module:Shopper\), acme[_-]two"):
        make_agent("shopper")


def test_what_is_wrong_with_an_installed_agent_is_said(install: Install) -> None:
    install("acme", shopper="acme_module:Nobody", tool_shopper="acme_module:Shopper")
    with pytest.raises(AgentError, match="'shopper' cannot be made"):
        make_agent("shopper")
    with pytest.raises(AgentError, match="made for a browser"):
        make_agent("tool_shopper", "tools")
    with pytest.raises(AgentError) as caught:
        make_agent("nobody_at_all")
    assert "Installed: shopper, tool_shopper" in str(caught.value.hint)
