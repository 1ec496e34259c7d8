"""Plain lines that tell how far something has come."""

from __future__ import annotations

from itertools import pairwise

import pytest

from shopworld import progress_lines
from shopworld.progress_lines import EVERY, ProgressLines


class Clock:
    """Time that stands still unless it is moved."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of the module."""
    clock = Clock()
    monkeypatch.setattr(progress_lines, "time", clock)
    return clock


def test_what_is_done_at_once_is_not_spoken_of(clock: Clock) -> None:
    lines: list[str] = []
    with ProgressLines(lines.append) as progress:
        for done in range(101):
            clock.now += 0.015
            progress.tell(f"{done} of 100", done, 100)
    assert lines == []


def test_a_line_comes_for_every_twentieth_and_at_most_once_a_second(clock: Clock) -> None:
    lines: list[str] = []
    with ProgressLines(lines.append) as progress:
        for done in range(0, 101):
            progress.tell(f"{done} of 100", done, 100)
            clock.now += 0.5
    assert lines[0] == "[0:02] 5 of 100"
    done_by_line = [int(one.split()[1]) for one in lines]
    assert {after - before for before, after in pairwise(done_by_line)} <= {5, 6}
    lines.clear()
    with ProgressLines(lines.append) as progress:
        for done in range(0, 101, 10):
            progress.tell(f"{done} of 100", done, 100)
            clock.now += 0.5
    assert len(lines) == 4, "two seconds of quiet, then at most one line a second"


def test_while_nothing_is_done_a_line_still_comes(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    monkeypatch.setattr(progress_lines, "APART", 0.01)
    lines: list[str] = []
    with ProgressLines(lines.append) as progress:
        progress.tell("1 of 3", 1, 3)
        clock.now += EVERY
        for _ in range(1000):
            if lines:
                break
            progress._ended.wait(0.01)
    assert lines == ["[0:10] 1 of 3"]
