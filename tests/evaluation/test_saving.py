"""Attempts that were played somewhere else, in a run folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.provenance import Provenance, task_hashes
from shopworld.evaluation.records import Hashes, Result, Status
from shopworld.evaluation.saving import save_attempt
from shopworld.evaluation.settings import RunSettings
from shopworld.tasks import Task

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
