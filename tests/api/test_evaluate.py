"""Agents of every kind in one call, as a script, a notebook and a program have it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import shopworld as sw
from shopworld.errors import AgentError, RunError

NOTEBOOK = """
import shopworld as sw

class Mine:
    environments = ("shop_tools",)

    def begin(self, goal, *, seed):
        self.shops = [one.strip(",.") for one in goal.split() if one.startswith("http://")]

    def act(self, seen):
        answer = " ### ".join(f"{shop}product/brisk-ssd-2-tb/" for shop in self.shops[:2])
        return sw.Move('{"name": "submit_answer", "arguments": {"answer": "%s"}}' % answer)

run = sw.evaluate("small", Mine, workers=2, on_result=lambda one: print("played", one.task))
print(run)
print(run.frame()[["agent", "task", "status"]].to_string())
"""
THREE_LINES = """import shopworld as sw
run = sw.evaluate("small", ["oracle", "noop"], interface="tools")
print(run.frame().groupby("agent").reward.mean().to_dict())
"""


def program(text: str, home: Path, folder: Path) -> str:
    """What a program without a guard prints."""
    (folder / "cell.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "cell.py"],
        cwd=folder,
        env={**os.environ, "SHOPWORLD_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_three_lines_of_a_script(home: Path, tmp_path: Path) -> None:
    assert program(THREE_LINES, home, tmp_path).splitlines()[-1] == "{'noop+tools': 0.0, 'oracle+tools': 1.0}"


def test_a_class_that_is_defined_in_a_notebook_cell_plays(home: Path, tmp_path: Path) -> None:
    told = program(NOTEBOOK, home, tmp_path)
    assert sorted(told.splitlines()[:3]) == ["played answer_1", "played cart_1", "played order_1"]
    assert "Mine 1/3" in told
    assert "passed" in told


def test_agents_are_given_as_names_factories_and_objects(home: Path, tmp_path: Path) -> None:
    class Waiting:
        """An agent that says what it was given at its making."""

        environments = ("shop_tools",)

        def __init__(self, word: str = "nothing") -> None:
            self.word = word

        def begin(self, goal: str, *, seed: int) -> None:
            self.seed = seed

        def act(self, observation: sw.Observation) -> sw.Move:
            return sw.Move(json.dumps({"name": "report_infeasible", "arguments": {"reason": self.word}}))

    def made_by_a_function() -> Waiting:
        return Waiting("a function")

    seen: list[sw.Result] = []
    run = sw.evaluate(
        "small",
        ["noop+tools", made_by_a_function, Waiting("an object")],
        home=home,
        out=tmp_path / "run",
        tasks="answer_1",
        trials=2,
        on_result=seen.append,
    )
    assert run.agents == ("noop+tools", "made_by_a_function", "Waiting")
    assert len(seen) == len(run.results) == 6
    events = {one.parent.parent.parent.parent.name: one.read_text() for one in run.folder.rglob("events.jsonl")}
    assert "a function" in events["made_by_a_function"]
    assert "an object" in events["Waiting"]
    frame = run.frame()
    assert list(frame.agent.value_counts().sort_index()) == [2, 2, 2]
    assert run.report().exists()


@pytest.mark.parametrize(
    ("agents", "message"),
    [
        (["keyword", "keyword"], "named twice"),
        ([object()], "the agent 'object' cannot be made"),
        ("keywrod", "Did you mean|no agent is called"),
    ],
)
def test_what_is_no_agent_is_told_before_anything_is_played(home: Path, agents: Any, message: str) -> None:
    with pytest.raises((AgentError, RunError), match=message):
        sw.evaluate("small", agents, home=home)
