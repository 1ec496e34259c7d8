"""Commands by name and from a file."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from shopworld.errors import AgentError, InputError
from shopworld.evaluation.agent_commands import AgentCommand, outside_command, read_commands
from shopworld.evaluation.settings import RunSettings


def test_a_line_is_split_like_a_shell_would_and_never_interpreted() -> None:
    command = AgentCommand.parse("command:python 'my agent.py' --say \"$HOME; rm\" a@b")
    assert command is not None
    assert command.command == ("python", "my agent.py", "--say", "$HOME; rm", "a@b")
    assert not command.browser
    watched = AgentCommand.parse("browser-command:python x.py")
    assert watched is not None
    assert watched.browser
    assert AgentCommand.parse("keyword") is None
    assert AgentCommand.parse("my_agent:Command") is None


@pytest.mark.parametrize(("name", "text"), [("command:", "names no program"), ("command:a 'b", "cannot be split")])
def test_a_line_that_cannot_be_read_is_refused(name: str, text: str) -> None:
    with pytest.raises(AgentError, match=text):
        AgentCommand.parse(name)


def test_a_program_is_looked_for_before_anything_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    AgentCommand(command=(sys.executable,)).check("mine")
    with pytest.raises(AgentError, match="no program 'no-such-program'"):
        AgentCommand(command=("no-such-program",)).check("mine")
    with pytest.raises(AgentError, match="made for a browser, the suite needs the tool sandbox"):
        AgentCommand(command=(sys.executable,), browser=True).declaration("mine").environment("catalog")
    monkeypatch.delenv("A_KEY", raising=False)
    with pytest.raises(AgentError, match="A_KEY, which is not set"):
        AgentCommand(command=(sys.executable,), environment=("A_KEY",)).check("mine")


def test_a_file_names_commands_and_a_run_remembers_them(tmp_path: Path) -> None:
    path = tmp_path / "agents.toml"
    path.write_text('[agents.mine]\ncommand = ["python", "a.py"]\nenvironment = ["KEY"]\nstep_seconds = 60\n')
    commands = read_commands(path)
    assert commands == {"mine": AgentCommand(command=("python", "a.py"), environment=("KEY",), step_seconds=60)}
    assert outside_command("mine", commands) == commands["mine"]
    assert outside_command("keyword", commands) is None
    settings = RunSettings(suite="s", agents=("mine",), commands=commands)
    kept = tmp_path / "run.toml"
    kept.write_text(settings.to_toml())
    assert RunSettings.read(kept) == settings
    other = settings.model_copy(update={"commands": {"mine": AgentCommand(command=("python", "b.py"))}})
    assert settings.differences(settings) == []
    assert any(line.startswith("commands: ") for line in settings.differences(other))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("agents = 1", "agents"),
        ("[agents.mine]\ncommand = []", "agents.mine.command"),
        ("[agents.mine]\ncomand = ['a']", "agents.mine"),
        ("[agents.keyword]\ncommand = ['a']", "built-in"),
        ("[agents.web-mine]\ncommand = ['a']", "built-in"),
        ("[agents.'a b']\ncommand = ['a']", "no name"),
        ("[agents", "not TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_its_field(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "agents.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_commands(path)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_commands(tmp_path / "none.toml")
