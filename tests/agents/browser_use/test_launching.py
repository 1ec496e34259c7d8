"""How the program that drives browser-use is started."""

from __future__ import annotations

import sys

import pytest

from shopworld.agents import make_agent
from shopworld.agents.browser_use import PYTHON_VARIABLE, BrowserUseProgram
from shopworld.agents.browser_use.launching import CLIENT
from shopworld.cli.run.models import agents_with_models
from shopworld.environments import find_browser
from shopworld.errors import AgentError, BrowserMissing, ModelError
from shopworld.evaluation.agent_commands import program_commands
from shopworld.evaluation.running.declaring import declare, declare_all


@pytest.fixture(autouse=True)
def browser() -> str:
    try:
        return str(find_browser().path)
    except BrowserMissing as error:
        pytest.skip(str(error))


def test_the_command_names_model_end_point_key_and_browser(browser: str) -> None:
    program = BrowserUseProgram.for_agent("browser_use@openai/gpt-5", max_steps=15, environment={"OPENAI_API_KEY": "k"})
    assert program is not None
    assert program.environment == ("OPENAI_API_KEY",)
    python, client, *rest = program.command
    assert (python, client) == (sys.executable, str(CLIENT))
    options = dict(zip(rest[::2], rest[1::2], strict=True))
    assert options == {
        "--provider": "openai",
        "--model": "gpt-5",
        "--key-variable": "OPENAI_API_KEY",
        "--max-steps": "15",
        "--browser": browser,
    }


def test_a_key_goes_to_its_own_provider_only() -> None:
    keys = {"OPENAI_API_KEY": "k", PYTHON_VARIABLE: sys.executable}
    own = BrowserUseProgram.for_agent("browser_use-text@vllm/x", base_url="http://127.0.0.1:1/v1", environment=keys)
    assert own is not None
    assert own.environment == ()
    assert "--key-variable" not in own.command
    assert own.command[own.command.index("--base-url") + 1] == "http://127.0.0.1:1/v1"
    assert "--no-pictures" in own.command


def test_what_is_wrong_with_its_name_or_its_python_is_said() -> None:
    assert BrowserUseProgram.for_agent("web@openai/gpt-5") is None
    for wrong in ("browser_use", "browser_use-fast@openai/gpt-5"):
        with pytest.raises(AgentError, match="expected browser_use@provider/model"):
            BrowserUseProgram.for_agent(wrong)
    with pytest.raises(ModelError, match="no provider"):
        BrowserUseProgram.for_agent("browser_use@nobody/x")
    with pytest.raises(AgentError, match="which is no program"):
        BrowserUseProgram.for_agent("browser_use@openai/x", environment={PYTHON_VARIABLE: "/no/python"})
    with pytest.raises(AgentError, match="only a run can start"):
        make_agent("browser_use@openai/gpt-5")


def test_the_command_line_makes_it_a_program_of_the_run() -> None:
    names = agents_with_models(
        ["browser_use", "keyword"], ["vllm/a", "vllm/b"], axtree=False, memory=False, vision=False
    )
    assert names == ("browser_use@vllm/a", "browser_use@vllm/b", "keyword")
    commands = program_commands(names, {})
    assert list(commands) == ["browser_use@vllm/a", "browser_use@vllm/b"]
    assert all(one.browser for one in commands.values())
    declaration = declare(names[0], commands)
    assert declaration.own_browser
    assert not declaration.needs_model
    with pytest.raises(AgentError, match="needs a language model"):
        declare_all(["browser_use"], "mall")
