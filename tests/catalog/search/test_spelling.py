"""Corrected spellings."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.search.spelling import correct_text, edit_distance

WORDS = st.text(alphabet=string.ascii_lowercase, max_size=8)


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [("corsair", "corsiar", 1), ("mouse", "mose", 1), ("mouse", "mice", 3), ("", "abc", 3), ("same", "same", 0)],
)
def test_known_distances(first: str, second: str, distance: int) -> None:
    assert edit_distance(first, second) == distance


@given(WORDS, WORDS)
def test_a_distance_is_the_same_both_ways_and_zero_for_equal_words_only(first: str, second: str) -> None:
    distance = edit_distance(first, second)
    assert distance == edit_distance(second, first)
    assert (distance == 0) == (first == second)
    assert abs(len(first) - len(second)) <= distance <= max(len(first), len(second))


def test_unknown_words_become_their_nearest_neighbours() -> None:
    titles = ["Corsair Vengeance 16 GB", "Crucial Ballistix"]
    assert correct_text("corsiar vengance", ("corsiar", "vengance"), titles) == "corsair vengeance"


def test_known_words_short_words_and_numbers_stay() -> None:
    text = "corsair xyz 4071"
    assert correct_text(text, text.split(), ["Corsair xyy 4070"]) is None


def test_words_beyond_doubt_stay() -> None:
    assert correct_text("mose corsiar", ["corsiar"], ["Mouse by Corsair"]) == "mose corsair"


def test_nothing_near_is_no_correction() -> None:
    assert correct_text("zzzzzz", ["zzzzzz"], ["Corsair Vengeance"]) is None
