"""Virtual time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.episode import WORLD_START, Clock


def test_every_clock_begins_at_the_same_time() -> None:
    assert Clock().now == Clock().now == WORLD_START


def test_world_stands_before_the_payment_cards_expire() -> None:
    assert datetime(2028, 1, 1, tzinfo=UTC) > WORLD_START


@given(st.lists(st.integers(0, 10_000), max_size=20))
def test_time_moves_by_what_it_is_moved(seconds: list[int]) -> None:
    clock = Clock()
    for one in seconds:
        clock.advance(one)
    assert clock.now - WORLD_START == timedelta(seconds=sum(seconds))


def test_time_never_runs_backwards() -> None:
    with pytest.raises(ValueError, match="backwards"):
        Clock().advance(-1)
