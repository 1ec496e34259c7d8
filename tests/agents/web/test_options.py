"""Names of the web agent and its configurations."""

from __future__ import annotations

import sys

import pytest

from shopworld.agents import AgentName, make_agent
from shopworld.agents.web import WEBMALL_PRESETS, WebOptions
from shopworld.agents.web.options import AXES
from shopworld.cli.run.models import agents_by_interfaces, agents_with_models
from shopworld.environments.observation import Pictures
from shopworld.errors import AgentError, RunError
from shopworld.evaluation.running.declaring import declare
from shopworld.evaluation.running.outside import AgentCommand
from shopworld.models import ModelName, PriceList


def test_names_say_what_is_seen() -> None:
    assert WebOptions.parse("") == WebOptions()
    assert WebOptions.parse("vision") == WebOptions(axtree=False, vision=True)
    assert WebOptions.parse("vision-memory-axtree").name == "web-axtree-memory-vision"
    for wrong in ("-", "memory", "axtree-axtree", "html"):
        with pytest.raises(AgentError):
            WebOptions.parse(wrong)


def test_webmalls_eight_configurations_are_there_with_prices() -> None:
    assert len(WEBMALL_PRESETS) == 8
    prices = PriceList.read()
    for name in WEBMALL_PRESETS.values():
        parsed = AgentName.parse(name)
        assert WebOptions.parse(parsed.base.removeprefix("web-")).name == parsed.base
        assert prices.price(str(ModelName.parse(parsed.model))) is not None
    assert WEBMALL_PRESETS["webmall-gpt-4.1-axtree-memory"] == "web-axtree-memory@openai/gpt-4.1"


def test_options_of_the_command_become_names() -> None:
    def names(*agents: str, models: tuple[str, ...] = (), **axes: bool) -> tuple[str, ...]:
        axtree, memory, vision = (axes.get(one, False) for one in AXES)
        return agents_with_models(agents, models, axtree=axtree, memory=memory, vision=vision)

    assert names("web", models=("openai/gpt-5",), axtree=True, memory=True) == ("web-axtree-memory@openai/gpt-5",)
    assert names("web", models=("a/b", "c/d"), vision=True) == ("web-vision@a/b", "web-vision@c/d")
    assert names("web", "keyword", models=("vllm/llama:8b",)) == ("web-axtree@vllm/llama:8b", "keyword")
    assert names("webmall-claude-sonnet-4-vision") == ("web-vision@anthropic/claude-sonnet-4-20250514",)
    assert names("my_agent:MyAgent", "web-axtree@x/y") == ("my_agent:MyAgent", "web-axtree@x/y")
    with pytest.raises(RunError, match="no agent needs one"):
        names("keyword", models=("a/b",))
    with pytest.raises(RunError, match="set up the agent web"):
        names("keyword", memory=True)


def test_models_with_colons_are_no_subprocess_agents_and_pictures_are_for_those_who_look() -> None:
    assert not declare("web-axtree@ollama/llama3.2:3b").outside
    assert declare("foreign_agents:Polite").outside
    assert declare("web-axtree-vision@a/b").pictures is Pictures.MARKED
    assert declare("web-axtree@a/b-vision").pictures is Pictures.NONE
    assert declare("keyword").pictures is Pictures.NONE
    for wrong in ("web-", "web-html", "web-memory@a/b"):
        with pytest.raises(AgentError, match="web"):
            declare(wrong)


def test_an_agent_without_its_model_says_what_to_give() -> None:
    with pytest.raises(AgentError, match="needs a language model") as raised:
        make_agent("web-axtree")
    assert "--model" in str(raised.value.hint)
    with pytest.raises(AgentError, match="made for a browser"):
        make_agent("web-axtree@a/b", "tools")


def test_a_model_goes_to_everybody_who_asks_one() -> None:
    listed = {
        "asking": AgentCommand(command=(sys.executable, "a.py"), model=True),
        "silent": AgentCommand(command=(sys.executable, "b.py")),
    }
    agents = [
        "keyword",
        "foreign_agents:Polite",
        "foreign_model_agents:Asking",
        "asking",
        "silent+tools",
        "command:python c.py --x a@b",
    ]
    names = agents_with_models(
        agents, ["vllm/m", "openai/n"], axtree=False, memory=False, vision=False, commands=listed
    )
    assert names == (
        "keyword",
        "foreign_agents:Polite",
        "foreign_model_agents:Asking@vllm/m",
        "foreign_model_agents:Asking@openai/n",
        "asking@vllm/m",
        "asking@openai/n",
        "silent+tools",
        "command:python c.py --x a@b@vllm/m",
        "command:python c.py --x a@b@openai/n",
    )
    assert [AgentName.parse(name).model for name in names[-2:]] == ["vllm/m", "openai/n"]
    by_interfaces = agents_by_interfaces(names[-1:], ["tools"])
    assert by_interfaces == ("command:python c.py --x a@b+tools@openai/n",)
    assert AgentName.parse(by_interfaces[0]) == AgentName("command:python c.py --x a@b", "openai/n", "tools")
    with pytest.raises(RunError, match="no agent needs one"):
        agents_with_models(["foreign_agents:Polite"], ["vllm/m"], axtree=False, memory=False, vision=False)
    with pytest.raises(AgentError, match="no agent is called 'keywrd'") as raised:
        agents_with_models(["keywrd"], ["vllm/m"], axtree=False, memory=False, vision=False)
    assert "Did you mean 'keyword'?" in str(raised.value.hint)
