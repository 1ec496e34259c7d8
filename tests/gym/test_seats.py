"""The sessions that a server holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hosted import reported

import shopworld as sw
from shopworld.errors import EpisodeError, RunError, TaskError
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


@pytest.mark.parametrize("how", ["idle", "closed", "reset", "stopped"])
def test_what_is_left_before_its_end_is_saved_as_stopped(how: str, home: Path, tmp_path: Path) -> None:
    now = [0.0]
    with sw.open("small", "tools", home=home) as world:
        with Seats(world, 1, idle_seconds=10, out=tmp_path / "run", clock=lambda: now[0]) as seats:
            seat = seats.start("cart_1")
            seat.session.call("view_cart", {"shop": seat.session.start_url})
            if how == "idle":
                now[0] = 11.0
                seats.sweep()
            elif how == "closed":
                seats.close_one(seat.name)
            elif how == "reset":
                seats.reset(seat.name, "answer_1")
        left = [one for one in reported(tmp_path / "run", home) if one.task == "cart_1"]
    assert [(one.trial, one.ending, one.reward, one.steps) for one in left] == [(0, "stopped", 0.0, 1)]


def test_a_server_that_is_started_again_goes_on_counting_trials(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    with sw.open("small", "tools", home=home) as world:
        for trials in ((0, 1), (2, 3)):
            with Seats(world, 1, out=out) as seats:
                for trial in trials:
                    seat = seats.start("cart_1", agent="mine")
                    assert seat.trial == trial
                    seats.close_one(seat.name)
                    assert seat.saved
                    assert not seat.not_saved
                assert seats.start("cart_1", agent="other", trial=max(trials)).trial == max(trials)
    saved = [one.trial for one in reported(out, home) if one.agent == "mine"]
    assert saved == [0, 1, 2, 3]


def test_a_try_that_could_not_begin_is_not_counted(home: Path) -> None:
    with sw.open("small", "tools", home=home, slots=1) as world, Seats(world, 2) as seats:
        first = seats.start("cart_1")
        with pytest.raises(RunError, match="as many sessions are open as there are slots"):
            seats.start("cart_1")
        seats.close_one(first.name)
        assert seats.start("cart_1").trial == 1


def test_a_session_that_is_reset_keeps_its_place_name_and_ticket(home: Path) -> None:
    with sw.open("small", "tools", home=home) as world, Seats(world, 1) as seats:
        seat = seats.start("cart_1")
        assert isinstance(seat.session, sw.Session)
        refused = []
        leave = seat.session.left

        def knock(session: sw.Session) -> None:
            """Somebody wants the place at the moment when the session has ended, and the next has not begun."""
            leave(session)
            with pytest.raises(RunError, match="as many sessions are open as may be"):
                seats.start("answer_1")
            refused.append(session)

        seat.session.left = knock
        following = seats.reset(seat.name)
        assert refused == [seat.session]
        assert (following.name, following.ticket, following.trial) == (seat.name, seat.ticket, 1)
        assert seats.of(seat.name) is seats.of_ticket(seat.ticket) is following
        world.close()
        with pytest.raises(EpisodeError, match="the world is closed"):
            seats.reset(seat.name)
        assert seats.of(seat.name) is following, "where none can begin, the one before stays"


def test_a_ticket_is_no_name(home: Path) -> None:
    with sw.open("small", "tools", home=home) as world, Seats(world, 1) as seats:
        seat = seats.start("cart_1")
        assert seats.admits(seat.ticket)
        assert not seats.admits(seat.name)
        for ask in (seats.of, seats.finish, seats.reset, seats.close_one):
            with pytest.raises(NoSuchSession):
                ask(seat.ticket)
        assert not seat.session.ended
        seats.close_one(seat.name)
        assert not seats.admits(seat.ticket)
        with pytest.raises(NoSuchSession):
            seats.of_ticket(seat.ticket)
