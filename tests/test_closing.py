"""What a `with` block closes."""

from __future__ import annotations

import pytest

from shopworld.closing import Closing


class Tap(Closing):
    def __init__(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open = False


def test_the_block_gets_the_thing_itself_open_and_leaves_it_closed() -> None:
    tap = Tap()
    with tap as entered:
        assert entered is tap
        assert tap.is_open
    assert not tap.is_open


def test_a_fault_closes_it_too_and_goes_on() -> None:
    tap = Tap()
    with pytest.raises(KeyError), tap:
        raise KeyError("faulty")
    assert not tap.is_open
