"""Grading that takes too long is given up once and for all."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from scripted_players import OpenScriptedPlayers

from shopworld.episode import Ending
from shopworld.evaluation.folder import read_score
from shopworld.evaluation.records import Hashes, Status, TrialKey
from shopworld.evaluation.running.conclusion import PlayedAttempt
from shopworld.evaluation.running.grader import Grader
from shopworld.evaluation.trajectory import EVENTS
from shopworld.tasks import Task


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_events_that_cannot_be_read_in_time_are_not_read_again(
    tmp_path: Path, task_maker: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shopworld.evaluation.running.grader.PATIENCE", 0.2)
    task = task_maker(1)
    os.mkfifo(tmp_path / EVENTS)  # nobody ever writes: who reads it waits for ever
    key = TrialKey(agent="a", task=task.id, trial=0)
    played = PlayedAttempt(key=key, attempt=0, ending=Ending.STOPPED, steps=3, seconds=1.5)
    with Grader([task], {task.id: Hashes(task="t", checks="c")}, OpenScriptedPlayers(tmp_path)) as grader:
        result = grader.grade(tmp_path, played)
    assert (result.status, result.reward, result.steps) == (Status.GRADER_ERROR, 0.0, 3)
    assert result.error == "grading took more than 0 s"
    assert read_score(tmp_path) == result
