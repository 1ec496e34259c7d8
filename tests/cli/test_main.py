"""The command line as a whole: help at once, errors for people."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import shopworld
from shopworld.cli.main import _NOUNS, _VERBS


def shopworld_command(*arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Runs `shopworld` in an environment of its own."""
    command = [sys.executable, "-m", "shopworld", *arguments]
    environment = {**os.environ, "SHOPWORLD_HOME": str(home), "COLUMNS": "80"}
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=environment)


def test_help_names_every_command_and_its_version(tmp_path: Path) -> None:
    done = shopworld_command("--help", home=tmp_path)
    assert done.returncode == 0
    assert all(f"\n  {name} " in done.stdout for name in (*_NOUNS, *_VERBS))
    assert shopworld_command("--version", home=tmp_path).stdout == f"shopworld {shopworld.__version__}\n"


COMMANDS = (*_VERBS, *_NOUNS, "mall make", "tasks list")
HELP = """
import contextlib, io, json, sys
from shopworld.cli.main import app
said = {}
for command in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        app([*command.split(), "--help"], prog_name="shopworld", standalone_mode=False)
    said[command] = printed.getvalue()
print(json.dumps(said))
"""


@pytest.fixture(scope="session")
def explanations(made_once: Callable[[str, Callable[[Path], Any]], Any]) -> dict[str, str]:
    """What each command says of itself; an interpreter for all of them."""

    def ask(home: Path) -> Any:
        environment = {**os.environ, "SHOPWORLD_HOME": str(home), "COLUMNS": "80"}
        called = [sys.executable, "-c", HELP, json.dumps(COMMANDS)]
        done = subprocess.run(called, capture_output=True, text=True, timeout=300, env=environment)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    found: dict[str, str] = made_once("explanations", ask)
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_in_plain_text_of_80_columns(command: str, explanations: dict[str, str]) -> None:
    said = explanations[command]
    assert "Usage: shopworld" in said
    assert "Examples:" in said or command in _NOUNS
    lines = said.splitlines()
    assert max(map(len, lines)) <= 80
    assert not any(line.startswith(("╭", "│")) for line in lines)


def test_an_error_is_a_message_with_a_hint_and_no_traceback(tmp_path: Path) -> None:
    done = shopworld_command("run", "no-such-suite", "--agent", "noop", home=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert "no-such-suite" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_misspelt_command_names_the_right_one(tmp_path: Path) -> None:
    done = shopworld_command("reprot", home=tmp_path)
    assert done.returncode == 2
    assert "No such command 'reprot'. Did you mean 'report'?" in done.stderr


def test_a_home_that_is_no_folder_is_told_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("years of work")
    done = shopworld_command("mall", "make", home=tmp_path / "file")
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: {tmp_path}/file")
    assert "hint:" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "file").read_text() == "years of work"
