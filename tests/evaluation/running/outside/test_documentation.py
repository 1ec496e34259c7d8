"""The examples of the documentation shop."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from tool_world import make_tool_world

from shopworld.environments import find_browser
from shopworld.errors import BrowserMissing
from shopworld.evaluation import RunSettings, prepare, run
from shopworld.evaluation.records import Status
from shopworld.evaluation.running.outside.agent import CommandAgent
from shopworld.evaluation.running.outside.commands import AgentCommand
from shopworld.mall import Home

PAGE = Path(__file__).parents[4] / "docs" / "agents.md"


def example(language: str, mark: str) -> str:
    """The example in that language that holds that text."""
    found = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (code,) = [one for one in found if mark in one]
    assert len(code.splitlines()) <= 36
    return str(code)


@pytest.mark.browser
def test_the_python_program_of_the_documentation_runs(home: Home, tmp_path: Path, watcher: Any) -> None:
    try:
        find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))
    path = tmp_path / "my_agent.py"
    path.write_text(example("python", "for line in sys.stdin"), encoding="utf-8")
    settings = RunSettings(suite="small", agents=(f"command:{sys.executable} -S {path}",), filters=("search_1",))
    (result,) = run(prepare(settings, home=home), tmp_path / "run", workers=1, watcher=watcher)
    assert result.status is Status.PASSED, (result.error, result.checks)


def test_the_javascript_program_of_the_documentation_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, watcher: Any
) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    home = Home(tmp_path / "home")
    make_tool_world(home)
    path = tmp_path / "my_agent.js"
    path.write_text(example("javascript", "readline"), encoding="utf-8")
    settings = RunSettings(suite="chargers", agents=(f"command:{node} {path}",))
    results = run(prepare(settings, home=home), tmp_path / "run", workers=1, watcher=watcher)
    assert [one.status for one in results] == [Status.FAILED, Status.FAILED]
    assert all(one.tools is not None and one.tools.product for one in results)
    assert [one.tools.calls for one in results if one.tools] == [{"search_products": 1, "recommend_product": 1}] * 2


def test_an_example_that_is_not_started_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "my_agent.py"
    path.write_text(example("python", "for line in sys.stdin"), encoding="utf-8")
    agent = CommandAgent("mine", AgentCommand(command=(sys.executable, str(path))), "browser", tmp_path)
    agent.begin("Find it.", seed=1)
    agent.end("limit")
    agent.end("limit")
