from __future__ import annotations

import contextlib
import signal
import threading
import time

import pytest

from shopworld.evaluation.running.deadline import TimeUp, deadline


def test_blocking_code_is_cut_off_and_the_alarm_is_off_afterwards() -> None:
    with pytest.raises(TimeUp), deadline(0.05):
        time.sleep(30)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_code_that_catches_every_exception_is_cut_off_too() -> None:
    def stubborn() -> None:
        while True:
            with contextlib.suppress(Exception):
                time.sleep(30)

    with pytest.raises(TimeUp), deadline(0.05):
        stubborn()


def test_code_that_is_fast_enough_is_left_alone() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with deadline(30):
        pass
    assert signal.getsignal(signal.SIGALRM) is before


def test_no_time_left_is_time_up_at_once() -> None:
    with pytest.raises(TimeUp), deadline(-1.0):
        raise AssertionError("must not be entered")


def test_in_another_thread_there_is_no_limit() -> None:
    done: list[bool] = []

    def wait() -> None:
        with deadline(0.001):
            time.sleep(0.02)
            done.append(True)

    thread = threading.Thread(target=wait)
    thread.start()
    thread.join()
    assert done == [True]


def test_time_that_is_excused_is_granted_on_top() -> None:
    began = time.monotonic()

    def excused() -> float:
        return min(time.monotonic() - began, 0.6)

    with pytest.raises(TimeUp), deadline(0.2, excused):
        time.sleep(30)
    assert 0.6 <= time.monotonic() - began < 25
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_what_was_excused_before_is_not_granted_again() -> None:
    began = time.monotonic()
    with pytest.raises(TimeUp), deadline(0.05, lambda: 1000.0):
        time.sleep(30)
    assert time.monotonic() - began < 25
