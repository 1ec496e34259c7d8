"""Figures, targets and what is told when BrowserGym is not there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from measure import Figures, Target, milliseconds, timed
from peer import PeerMissing, peer_interpreter


def test_medians_and_percentiles_by_rank() -> None:
    figures = Figures(tuple(float(number) for number in range(1, 101)))
    assert (figures.median, figures.p95, figures.rounds) == (50.5, 96.0, 100)


def test_warm_up_rounds_do_not_count() -> None:
    seen: list[int] = []
    assert timed(seen.append, 4, warm_up=2).rounds == 4
    assert seen == [0, 1, 2, 3, 4, 5]


def test_targets_know_their_side() -> None:
    assert Target("ratio", 3.0, 3.0, " x", at_least=True).reached
    assert not Target("memory", 251.0, 250.0, " MB").reached
    assert Target("told", 1.0, None, " ms").reached is None


def test_small_times_have_digits() -> None:
    assert (milliseconds(0.0004), milliseconds(0.12)) == ("0.40 ms", "120 ms")


def test_a_python_without_browsergym_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PeerMissing, match="browsergym"):
        peer_interpreter(sys.executable)
    with pytest.raises(PeerMissing, match="browsergym"):
        peer_interpreter(str(tmp_path / "python"))
