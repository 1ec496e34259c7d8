"""Search within the reviews of one product."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.model import Review
from shopworld.catalog.review_search import rank_reviews


def review(name: str, body: str, title: str = "") -> Review:
    return Review(id=name, product_id="p", author="A", rating=4, title=title, body=body, written_on=date(2026, 1, 1))


REVIEWS = (
    review("a", "The battery lasts for days and charges fast."),
    review("b", "Charging took for ever. Batteries died."),
    review("c", "Nice colour.", title="Looks good"),
    review("d", "It is a good thing to have on the desk."),
)


def ids(text: str, limit: int = 5) -> list[str]:
    return [one.id for one in rank_reviews(REVIEWS, text, limit)]


def test_words_are_compared_by_their_stems() -> None:
    assert set(ids("battery")) == {"a", "b"}
    assert ids("colours") == ["c"]


def test_more_and_rarer_words_come_first() -> None:
    assert ids("battery charging fast")[0] == "a"
    assert ids("good looking")[0] == "c"


def test_common_words_do_not_find_anything_beside_others() -> None:
    assert ids("the colour of it") == ["c"]
    assert "d" in ids("it is"), "alone they do"


def test_equally_good_reviews_come_by_id() -> None:
    twins = (review("z", "Same words."), review("y", "Same words."))
    assert [one.id for one in rank_reviews(twins, "words", 5)] == ["y", "z"]


def test_nothing_is_found_for_nothing() -> None:
    assert ids("") == ids("!?") == ids("submarine") == ids("battery", 0) == []
    assert rank_reviews((), "battery", 5) == ()


@given(st.lists(st.text(max_size=40), max_size=8), st.text(max_size=20), st.integers(0, 9))
def test_the_order_of_the_reviews_does_not_matter(bodies: list[str], text: str, limit: int) -> None:
    reviews = [review(str(at), body) for at, body in enumerate(bodies)]
    found = rank_reviews(reviews, text, limit)
    assert found == rank_reviews(reviews[::-1], text, limit)
    assert len(found) <= limit
