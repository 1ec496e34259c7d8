"""A recorded episode of the web agent is played again: the prompt, and how replies are read, stay what they are.

Where a prompt is changed on purpose: `SHOPWORLD_RECORD=1 pytest tests/agents/web/test_run.py` records it anew.
"""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest

from shopworld.errors import InputError, RecordingError
from shopworld.evaluation.replaying import replay_decisions

RECORDING = Path(__file__).parents[2] / "data" / "recordings" / "web"


def test_the_recorded_episode_is_played_again_to_its_end() -> None:
    decided = list(replay_decisions(RECORDING))
    assert decided[-1].move.action.startswith("click(")
    assert [one.move.thought for one in decided] == [one.step.thought for one in decided]
    assert [one.move.extra for one in decided] == [one.step.extra for one in decided]


def test_another_page_asks_another_question(tmp_path: Path) -> None:
    shutil.copytree(RECORDING, tmp_path / "web")
    steps = tmp_path / "web" / "steps.jsonl.gz"
    changed = gzip.decompress(steps.read_bytes()).replace(b"Brisk SSD 2 TB", b"Brisk SSD 9 TB")
    steps.write_bytes(gzip.compress(changed))
    with pytest.raises(RecordingError, match=r"(?s)is not the one recorded.*\+.*Brisk SSD 9 TB"):
        list(replay_decisions(tmp_path / "web"))


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no score and steps"):
        list(replay_decisions(tmp_path))
    shutil.copytree(RECORDING, tmp_path / "web")
    (tmp_path / "web" / "model.jsonl.gz").unlink()
    with pytest.raises(RecordingError, match="there is no recording"):
        list(replay_decisions(tmp_path / "web"))
