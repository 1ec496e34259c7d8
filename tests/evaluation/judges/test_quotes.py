"""Quotes are looked up by their words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.evaluation.judges.forms import Pointer
from shopworld.evaluation.judges.quotes import Quotable

SHOWN = 'Step 3\nResult: {"title": "Brisk Wireless Charger", "average_rating": 3.7, "price": 1,299.00}'


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("brisk wireless   charger", True),
        ('"average_rating": 3.7', True),
        ("average rating 3.7", True),
        ("average_rating: 3", False),
        ("Brisk Charger", False),
        ("wireless char", False),
        ("", False),
        ("…", False),
    ],
)
def test_words_and_numbers_count_and_nothing_between(quote: str, found: bool) -> None:
    (evidence,) = Quotable(SHOWN).check([Pointer(step=3, quote=quote)])
    assert evidence.found is found


def test_what_a_picture_shows_cannot_be_looked_up_but_the_picture_must_be_there() -> None:
    quotable = Quotable("", [4, 5])
    pointers = [Pointer(step=4, quote="Add to cart"), Pointer(step=6, quote="Add to cart"), Pointer(step=4, quote=" ")]
    assert [one.found for one in quotable.check(pointers)] == [True, False, False]


@given(st.lists(st.from_regex(r"[a-z]{1,6}|[0-9]{1,3}\.[0-9]", fullmatch=True), min_size=1), st.data())
def test_every_run_of_whole_words_is_found(words: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    quote = ", ".join(words[start:end]).upper()
    assert Quotable(" – ".join(words)).check([Pointer(step=0, quote=quote)])[0].found
