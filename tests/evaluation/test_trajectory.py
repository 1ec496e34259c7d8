"""Steps as they are written: where an element lay is kept with the pictures that show it."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.agents import Move
from shopworld.environments import Observation
from shopworld.evaluation import read_steps
from shopworld.evaluation.trajectory import STEPS, Trajectory, drop_screenshots

SEEN = Observation("http://shop.example/", "Shop", screenshot=b"\xff\xd8", acted=(0.1, 2.0, 0.2, 0.05))


@pytest.mark.parametrize("pictures", [True, False])
def test_boxes_are_kept_with_pictures_alone(tmp_path: Path, pictures: bool) -> None:
    with Trajectory(tmp_path, pictures=pictures) as trajectory:
        trajectory.add(1, Move("click('3')"), SEEN, events=1, seconds=0.1)
    (step,) = read_steps(tmp_path / STEPS)
    assert step.box == (SEEN.acted if pictures else None)
    assert (b'"box"' in (tmp_path / STEPS).read_bytes()) == pictures
    drop_screenshots(tmp_path)
    assert read_steps(tmp_path / STEPS)[0].box is None
