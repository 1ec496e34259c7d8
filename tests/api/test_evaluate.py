"""Agents of every kind in one call, as a script, a notebook and a program have it."""

from __future__ import annotations

import functools
import gc
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import shopworld as sw
from shopworld.errors import AgentError, InputError, RunError

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


class GivesUp:
    """Says what it was made with."""

    environments = ("shop_tools",)

    def __init__(self, word: str) -> None:
        self.word = word

    def begin(self, goal: str, *, seed: int) -> None:
        self.seed = seed

    def act(self, observation: sw.Observation) -> sw.Move:
        return sw.Move(json.dumps({"name": "report_infeasible", "arguments": {"reason": self.word}}))


def test_agents_without_a_name_of_their_own_are_given_one(home: Path, tmp_path: Path) -> None:
    """Functions without a name, two objects of one class, a partial function; beside an agent that has its name."""
    given = {"first": lambda: GivesUp("one"), "second": GivesUp("two"), "third": functools.partial(GivesUp, "three")}
    run = sw.evaluate("small", [given, "noop+tools"], home=home, tasks="answer_1", out=tmp_path / "run")
    assert sorted(run.agents) == ["first", "noop+tools", "second", "third"]
    said = {one.parent.parent.parent.parent.name: one.read_text() for one in run.folder.rglob("events.jsonl")}
    assert [word for name, word in (("first", "one"), ("second", "two"), ("third", "three")) if word in said[name]] == [
        "one",
        "two",
        "three",
    ]
    assert sw.evaluate("small", {"alone": GivesUp("x")}, home=home, tasks="answer_1").agents == ("alone",)


@pytest.mark.parametrize(
    ("agents", "message"),
    [
        ([GivesUp("one"), GivesUp("two")], "two of the agents are called 'GivesUp'"),
        ([functools.partial(GivesUp, "1"), functools.partial(GivesUp, "2")], "two of the agents are called 'partial'"),
        ([{"mine": GivesUp("1")}, {"mine": GivesUp("2")}], "two of the agents are called 'mine'"),
        (lambda: GivesUp("1"), "'<lambda>' is no name"),
        ({"mine": "keyword"}, "which is a name"),
        ({"two words": GivesUp("1")}, "'two words' is no name"),
    ],
)
def test_no_agent_vanishes_silently(home: Path, agents: Any, message: str) -> None:
    with pytest.raises(AgentError, match=message) as raised:
        sw.evaluate("small", agents, home=home, tasks="answer_1")
    assert raised.value.hint


def test_a_report_outlives_the_run_that_it_is_of(home: Path) -> None:
    path = sw.evaluate("small", "noop+tools", home=home, tasks="answer_1").report()
    gc.collect()
    assert "noop" in path.read_text()
    assert len(sw.Run(path.parent).results) == 1
    shutil.rmtree(path.parent)
    folder = sw.evaluate("small", "noop+tools", home=home, tasks="answer_1").folder
    gc.collect()
    assert not folder.exists()


def test_workers_are_counted(home: Path) -> None:
    with pytest.raises(InputError, match="field 'workers': found -1"):
        sw.evaluate("small", "noop+tools", home=home, workers=-1)


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


def test_a_notebook_shows_agents_and_an_episode_inline_and_all_in_it_is_text(home: Path) -> None:
    class Hostile:
        """Its answer is a script."""

        environments = ("shop_tools",)

        def begin(self, goal: str, *, seed: int) -> None: ...

        def act(self, seen: sw.Observation) -> sw.Move:
            call = {"name": "submit_answer", "arguments": {"answer": "<script>alert(1)</script>"}}
            return sw.Move(json.dumps(call), thought="<b>I think</b>")

    run = sw.evaluate("small", [Hostile, "oracle"], tasks="answer_1", interface="tools", home=home)
    table = run._repr_html_()
    assert "<td>Hostile" in table
    assert "<td>1 of 1</td>" in table
    with pytest.raises(RunError, match="2 agents have trial 0 of answer_1"):
        run.episode("answer_1")
    with pytest.raises(RunError, match="nobody has trial 1 of answer_1"):
        run.episode("answer_1", trial=1)
    wrong = next(one.agent for one in run.results if one.reward == 0.0)
    shown = run.episode("answer_1", agent=wrong)
    html = shown._repr_html_()
    assert "&lt;b&gt;I think&lt;/b&gt;" in html
    assert "<script>" not in html
    assert "<td>no</td>" in html
    assert "submit_answer" in str(shown)
    assert shown.goal in str(shown)
