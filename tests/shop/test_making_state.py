"""A shop whose generation was cut off is named so."""

from __future__ import annotations

import json
from pathlib import Path

from shopworld.shop import what_is_unfinished


def _noted(folder: Path, **record: object) -> str:
    (folder / "generation.json").write_text(json.dumps(record), encoding="utf-8")
    return what_is_unfinished(folder)


def test_a_cut_off_generation_is_told_with_the_steps_that_are_through(tmp_path: Path) -> None:
    steps = [{"name": "shell", "outcome": "met"}, {"name": "cart", "outcome": "open"}]
    told = _noted(tmp_path, under_way=True, steps=steps)
    assert "cut off" in told
    assert "shell" in told
    assert "cart)" not in told


def test_what_is_whole_or_was_not_generated_is_not_told(tmp_path: Path) -> None:
    assert what_is_unfinished(tmp_path) == ""
    assert _noted(tmp_path, under_way=False, steps=[]) == ""
    (tmp_path / "generation.json").write_text("{", encoding="utf-8")
    assert what_is_unfinished(tmp_path) == ""
