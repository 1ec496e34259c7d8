"""Tasks are played and graded where the rooms that make tasks and shops are not there at all."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from small_world import make_small_world

import shopworld
from shopworld.mall import Home

LEFT_OUT = ("arena", "guru")


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package without those rooms, and a home with a small mall; a folder that holds both."""
    folder = tmp_path_factory.mktemp("installation")
    source = Path(str(shopworld.__file__)).parent
    ignored = shutil.ignore_patterns("__pycache__")

    def left_out(path: str, names: list[str]) -> set[str]:
        return ignored(path, names) | (set(LEFT_OUT) if Path(path) == source else set())

    shutil.copytree(source, folder / "source" / "shopworld", ignore=left_out)
    make_small_world(Home(folder / "home"))
    return folder


def python(installation: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A Python whose Shopworld is that one."""
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=installation,
        env=os.environ
        | {"PYTHONPATH": str(installation / "source"), "SHOPWORLD_HOME": str(installation / "home"), "COLUMNS": "200"},
    )


def test_the_rooms_are_not_there(installation: Path) -> None:
    rooms = (*LEFT_OUT, "tasks")
    code = f"from importlib.util import find_spec; print([bool(find_spec('shopworld.' + one)) for one in {rooms}])"
    assert python(installation, "-c", code).stdout.strip() == "[False, False, True]"


def test_the_command_line_runs_agents_by_tools_and_grades_them(installation: Path) -> None:
    command = "shopworld run small -a oracle -a noop --interface tools --max-steps 9 --out run"
    done = python(installation, "-m", *command.split())
    assert done.returncode == 0, done.stderr
    lines = (installation / "run" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    results = {(one["agent"], one["task"]): one["status"] for one in map(json.loads, lines)}
    tasks = ("answer_1", "cart_1", "order_1")
    assert results == {("oracle+tools", task): "passed" for task in tasks} | {
        ("noop+tools", task): "limit" for task in tasks
    }
    commands = ["regrade run", "report run", "tools list", "doctor --help", "play --help", "mall list"]
    of_suites = ["list small", "show small answer_1", "stats small", "check small --help", "mutate small"]
    of_suites += ["diff small small", "export small tasks.jsonl"]
    called = [one.split() for one in (*commands, *(f"tasks {rest}" for rest in of_suites))]
    code = f"from shopworld.cli.main import app\nfor one in {called}: app(one, standalone_mode=False)"
    one = python(installation, "-c", code)
    assert one.returncode == 0, one.stderr
    faults = python(installation, "-m", "shopworld", "tasks", "validate", "small")
    assert (faults.returncode, faults.stderr) == (1, "")
    assert "3 tasks: 1 errors" in faults.stdout


def test_the_library_plays_a_session(installation: Path) -> None:
    code = """
import shopworld as sw
with sw.open("small", interface="tools") as world, world.start("answer_1") as session:
    shops = [one.strip(",.") for one in session.task.goal.split() if one.startswith("http://")][:2]
    session.call("submit_answer", {"answer": " ### ".join(f"{shop}product/brisk-ssd-2-tb/" for shop in shops)})
    print(session.finish().status)
"""
    done = python(installation, "-c", code)
    assert (done.returncode, done.stdout) == (0, "passed\n"), done.stderr


@pytest.mark.parametrize(
    ("command", "room"),
    [
        ("run default -a noop", "guru"),
        ("tasks make mall small", "arena"),
        ("arena closure", "arena"),
        ("shop verify nowhere", "arena"),
    ],
)
def test_a_command_that_needs_one_says_so(installation: Path, command: str, room: str) -> None:
    done = python(installation, "-m", "shopworld", *command.split())
    assert done.returncode == 1
    assert f"this installation has no shopworld.{room}, which the command needs" in done.stderr
    assert "Traceback" not in done.stderr
