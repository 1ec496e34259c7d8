"""Corrected spellings."""

from __future__ import annotations

import pytest

from shopworld.catalog.search.spelling import correct_text


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("mose", "mouse"), ("mousse", "mouse"), ("mouze", "mouse"), ("muose", "mouse"), ("keybaordd", "keyboard")],
)
def test_a_letter_dropped_added_changed_or_swapped_is_one_mistake(typed: str, meant: str) -> None:
    assert correct_text(typed, [typed], [f"Corsair {meant}"]) == meant


@pytest.mark.parametrize(("typed", "title"), [("muoes", "mouse"), ("keyabordds", "keyboard")])
def test_more_mistakes_than_a_word_of_its_length_may_have_are_left(typed: str, title: str) -> None:
    assert correct_text(typed, [typed], [title]) is None


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
