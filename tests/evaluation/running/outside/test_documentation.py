"""The examples of the documentation shop."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from model_server import ModelServer, Say, in_turn, prompt_of
from tool_world import make_tool_world

from shopworld.agents import Move
from shopworld.environments import Observation, find_browser
from shopworld.errors import BrowserMissing
from shopworld.evaluation import RunSettings, prepare, run
from shopworld.evaluation.agent_commands import AgentCommand
from shopworld.evaluation.records import Status
from shopworld.evaluation.running.agent_subprocess import AgentSubprocess
from shopworld.evaluation.running.outside.agent import CommandAgent
from shopworld.evaluation.running.outside.messages import read_answer
from shopworld.mall import Home
from shopworld.models import ChatRequest, Models, ModelSettings

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
    os.killpg(agent.process_group, 0)  # it is there, and waits
    agent.end("limit")
    agent.end("limit")
    assert _is_gone(agent.process_group)


def _is_gone(group: int) -> bool:
    """Whether a process group is gone; a dead member counts until somebody reaps it."""
    for _ in range(5000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def test_the_agent_with_a_model_of_the_documentation_asks_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "documented_asker.py").write_text(example("python", "class Asker"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with (
        ModelServer(in_turn(Say(" click('12') "))) as server,
        contextlib.closing(Models(ModelSettings(base_url=server.base_url))) as models,
        contextlib.closing(AgentSubprocess("documented_asker:Asker@vllm/small")) as agent_process,
    ):
        assert agent_process.declaration().environment("mall") == "browser"
        agent = agent_process.agent("browser", models.open("vllm/small"))
        agent.begin("Find it.", seed=1)
        move = agent.act(Observation("http://shop-a.example/", accessibility_tree="[12] link 'Buy'"))
        assert (move.action, move.extra["model_calls"]) == ("click('12')", 1)
        assert "Find it.\n\n[12] link 'Buy'" in prompt_of(server.requests[0])


def test_the_lines_of_the_documentation_are_what_is_read() -> None:
    lines = re.findall(r"^← (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    question, action = [read_answer(line.encode()) for line in lines]
    assert isinstance(question, ChatRequest)
    assert "Brisk SSD" in question.messages[0].text
    assert action == Move("click('12')")
