"""Episodes: recording, ending, state as a fold."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.episode import WORLD_START, Clock, Ending, Episode, EpisodeIdentity, Event, Fold, Payload
from shopworld.errors import EpisodeError


class Counted(Payload, kind="episode_test_counted"):
    """Something to count."""

    number: int


def _add(total: int, event: Event) -> int:
    return total + event.payload.number if isinstance(event.payload, Counted) else total


TOTAL = Fold("total", lambda: 0, _add)


def an_episode() -> Episode:
    return Episode(EpisodeIdentity("agent", "task"), "e0")


@given(st.lists(st.integers()), st.lists(st.integers()))
def test_state_is_the_same_whenever_it_is_first_asked_for(before: list[int], after: list[int]) -> None:
    episode = an_episode()
    for number in before:
        episode.record(Counted(number=number))
    assert episode.state(TOTAL) == sum(before)
    for number in after:
        episode.record(Counted(number=number))
    assert episode.state(TOTAL) == TOTAL.over(episode.events) == sum(before) + sum(after)


def test_an_episode_without_a_seed_is_that_of_seed_0() -> None:
    assert an_episode().seed == 0
    assert Episode(EpisodeIdentity("agent", "task"), "e0", seed=5).seed == 5


def test_an_episode_goes_by_the_clock_it_is_given() -> None:
    clock = Clock()
    clock.advance(60)
    event = Episode(EpisodeIdentity("agent", "task"), "e0", clock=clock).record(Counted(number=1))
    assert event.at == WORLD_START + timedelta(seconds=60)


def test_an_event_carries_number_shop_and_virtual_time() -> None:
    episode = an_episode()
    episode.record(Counted(number=1))
    episode.clock.advance(7)
    event = episode.record(Counted(number=2), shop="techtalk")
    assert (event.sequence, event.shop, event.at) == (1, "techtalk", WORLD_START + timedelta(seconds=7))


def test_nothing_follows_the_end() -> None:
    episode = an_episode()
    episode.end(Ending.SUBMITTED)
    with pytest.raises(EpisodeError, match="submitted"):
        episode.record(Counted(number=1))
    assert episode.events == []


def test_the_first_ending_stays() -> None:
    episode = an_episode()
    episode.end(Ending.LIMIT)
    episode.end(Ending.SUBMITTED)
    assert episode.ending is Ending.LIMIT


def test_two_episodes_share_no_state() -> None:
    one, other = an_episode(), an_episode()
    one.record(Counted(number=5))
    one.clock.advance(60)
    assert other.events == []
    assert other.state(TOTAL) == 0
    assert other.clock.now == WORLD_START


def test_events_from_several_threads_are_numbered_without_gap() -> None:
    episode = an_episode()
    episode.state(TOTAL)

    def record_many(start: int) -> None:
        for number in range(start, start + 500):
            episode.record(Counted(number=number))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(record_many, range(0, 2000, 500)))
    assert [event.sequence for event in episode.events] == list(range(2000))
    assert episode.state(TOTAL) == sum(range(2000))
