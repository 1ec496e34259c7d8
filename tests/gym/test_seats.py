"""The sessions that a server holds."""

from __future__ import annotations

from pathlib import Path

import pytest

import shopworld as sw
from shopworld.errors import RunError, TaskError
from shopworld.gym.seats import NoSuchSession, Seats


def test_what_is_idle_for_too_long_is_ended_and_makes_room(home: Path) -> None:
    now = [0.0]
    with sw.open("small", "tools", home=home, slots=2) as world:
        with Seats(world, 2, idle_seconds=10, clock=lambda: now[0]) as seats:
            first = seats.start("cart_1")
            now[0] = 6.0
            second = seats.start("cart_1")
            assert second.trial == 1
            with pytest.raises(RunError, match="as many sessions are open as may be: 2"):
                seats.start("cart_1")
            now[0] = 11.0
            third = seats.start("answer_1")
            assert first.session.finish().ending == "stopped"
            with pytest.raises(NoSuchSession):
                seats.of(first.name)
            now[0] = 15.0
            assert seats.of(second.name) is second, "who is asked is not idle"
            now[0] = 22.0
            assert seats.of(second.name) is second
            with pytest.raises(NoSuchSession):
                seats.of(third.name)
        assert second.session.ended


def test_a_start_that_fails_takes_no_place(home: Path) -> None:
    with sw.open("small", "tools", home=home) as world, Seats(world, 1) as seats:
        for _ in range(3):
            with pytest.raises(TaskError):
                seats.start("cart_9")
        seat = seats.start("cart_1")
        with pytest.raises(TaskError):
            seats.reset(seat.name, "cart_9")
        assert seats.of(seat.name) is seat, "a reset that cannot be done leaves the session as it is"


def test_what_cannot_be_saved_is_told_and_graded_all_the_same(home: Path, tmp_path: Path) -> None:
    with sw.open("small", "tools", home=home) as world, Seats(world, 1, out=tmp_path / "run") as seats:
        for told in ("", "holds trial 0"):
            seat = seats.start("cart_1", trial=0)
            seat.session.say("Done.")
            seat, result = seats.finish(seat.name)
            assert result.status == "failed"
            assert told in seat.not_saved
            assert bool(seat.saved) is not bool(told)
            seats.close_one(seat.name)
