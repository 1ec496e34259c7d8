"""A recorded episode of each agent is played again: prompts, and how replies are read, stay what they are.

Where a prompt is changed on purpose: `SHOPWORLD_RECORD=1 pytest tests/agents/with_models/test_in_real_shops.py` records
them anew.
"""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest

from shopworld.errors import RecordingError
from shopworld.evaluation.replaying import replay_decisions

RECORDINGS = Path(__file__).parents[2] / "data" / "recordings"
NAMES = ("structured", "agent_e", "see_act", "web_voyager", "deep_research")


@pytest.mark.parametrize("name", NAMES)
def test_the_recorded_episode_is_played_again_to_its_end(name: str) -> None:
    decided = list(replay_decisions(RECORDINGS / name))
    assert len(decided) > 5
    assert [one.move.action for one in decided] == [one.step.action for one in decided]
    assert [one.move.thought for one in decided] == [one.step.thought for one in decided]
    assert [one.move.extra for one in decided] == [one.step.extra for one in decided]


@pytest.mark.parametrize("name", NAMES)
def test_another_page_asks_another_question(name: str, tmp_path: Path) -> None:
    shutil.copytree(RECORDINGS / name, tmp_path / name)
    steps = tmp_path / name / "steps.jsonl.gz"
    changed = gzip.decompress(steps.read_bytes()).replace(b"link 'Brisk SSD 2 TB'", b"link 'Brisk SSD 9 TB'")
    steps.write_bytes(gzip.compress(changed))
    with pytest.raises(RecordingError, match=r"(?s)is not the one recorded.*\+.*Brisk SSD 9 TB"):
        list(replay_decisions(tmp_path / name))
