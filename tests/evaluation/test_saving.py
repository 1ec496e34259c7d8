"""Sessions that are saved into run folders: what may stand beside each other, and what a folder says of itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_world import make_small_world
from tool_world import make_tool_world

import shopworld as sw
from shopworld.errors import RunError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.provenance import Provenance, task_hashes
from shopworld.evaluation.records import Hashes, Result, Status
from shopworld.evaluation.saving import save_attempt
from shopworld.evaluation.settings import RunSettings
from shopworld.mall import Home
from shopworld.tasks import Task


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Home of the suite `small`."""
    folder = tmp_path_factory.mktemp("home")
    make_small_world(Home(folder))
    return folder


def saved(home: Path, run: Path, suite: str | sw.Suite = "small", task: str = "cart_1", **options: Any) -> RunFolder:
    """A session that gave up, saved there; its agent and trial among the options of its world."""
    named = {name: options.pop(name) for name in ("agent", "trial") if name in options}
    with sw.open(suite, "tools", home=home, **options) as world, world.start(task, **named) as session:
        session.give_up("Tired.")
        session.save(run)
    return RunFolder(run)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": 7}, "seed: 0 there, 7 here"),
        ({"max_steps": 3}, "max_steps: None there, 3 here"),
        ({"max_seconds": 5.0}, "max_seconds: 600.0 there, 5.0 here"),
        ({"retrieval": "hybrid"}, "retrieval: bm25 there, hybrid here"),
    ],
)
def test_sessions_that_were_played_otherwise_are_refused(
    home: Path, tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    """Into a folder of sessions, and into one of a run; nothing of either is changed."""
    saved(home, tmp_path / "sessions")
    sw.evaluate("small", "noop", interface="tools", home=home, tasks="cart_1", out=tmp_path / "run")
    for folder in ("sessions", "run"):
        before = {path: path.read_bytes() for path in (tmp_path / folder).rglob("*") if path.is_file()}
        with pytest.raises(RunError, match=message):
            saved(home, tmp_path / folder, agent="other", **options)
        assert {path: path.read_bytes() for path in (tmp_path / folder).rglob("*") if path.is_file()} == before
    assert len(saved(home, tmp_path / "own", **options).results()) == 1


def test_tools_that_behave_otherwise_are_no_company(tmp_path: Path) -> None:
    suite = make_tool_world(Home(tmp_path / "home"))
    task = suite.tasks[0].id
    saved(tmp_path / "home", tmp_path / "run", suite, task)
    with pytest.raises(RunError, match="holds results"):
        saved(tmp_path / "home", tmp_path / "run", suite, task, agent="other", tools="compatible")


def test_a_folder_knows_how_many_trials_there_may_be(home: Path, tmp_path: Path) -> None:
    assert saved(home, tmp_path / "run", trial=3).settings().trials == 4
    assert saved(home, tmp_path / "run", trial=1).settings().trials == 4
    assert saved(home, tmp_path / "run", trial=5).settings().trials == 6


Save = Callable[[int], Path]


@pytest.fixture
def save(tmp_path: Path, task_maker: Callable[..., Task], world_maker: Callable[..., Provenance]) -> Save:
    """Saves a trial of one agent into `tmp_path / "run"`."""
    task = task_maker(0)
    hashes = Hashes(task=task_hashes([task])[task.id], checks="c")
    attempt = tmp_path / "attempt"
    attempt.mkdir()
    (attempt / "goal.txt").write_text("Find the one.")

    def save(trial: int) -> Path:
        result = Result(agent="theirs", task=task.id, trial=trial, status=Status.PASSED, reward=1.0, hashes=hashes)
        settings = RunSettings(suite="scripted", agents=("theirs",))
        return save_attempt(tmp_path / "run", attempt, result, settings, world_maker([task]))

    return save


def test_who_was_killed_while_saving_costs_that_session_only(save: Save, tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    for trial in (0, 1):
        save(trial)
    folder.results_file.write_bytes(folder.results_file.read_bytes()[:-30])
    save(2)
    assert [one.trial for one in folder.results()] == [0, 2]
    place = save(1)
    assert [one.trial for one in folder.results()] == [0, 2, 1]
    assert (place / "goal.txt").read_text() == "Find the one."
