"""Reviews of Amazon's files."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.importers.amazon import ImportTally
from shopworld.catalog.importers.amazon.reviews import review_of, review_parts, review_payload
from shopworld.catalog.importers.amazon.tally import Refused
from shopworld.catalog.model import Review
from shopworld.catalog.payload import record_json

REVIEW: dict[str, Any] = {
    "rating": 4.0,
    "title": "Works well",
    "text": "Charges my phone.<br /><br />Angle can be adjusted &amp; it folds.",
    "images": [],
    "asin": "B07DJB5F30",
    "parent_asin": "B07DJB5F29",
    "user_id": "AFZUK3MTBIBEDQOPAK3OATUOUKLA",
    "timestamp": 1588615855070,
    "helpful_vote": 3,
    "verified_purchase": True,
}


def review(tally: ImportTally | None = None, **changes: Any) -> Review:
    return review_of(review_parts({**REVIEW, **changes}, tally or ImportTally()))


def refusal(**changes: Any) -> str:
    with pytest.raises(Refused) as caught:
        review(**changes)
    return caught.value.reason


def test_a_review() -> None:
    found = review()
    assert (found.product_id, found.rating, found.title) == ("B07DJB5F29", 4, "Works well")
    assert found.body == "Charges my phone.\n\nAngle can be adjusted & it folds."
    assert (found.written_on, found.verified, found.helpful_votes) == (date(2020, 5, 4), True, 3)
    assert found.author.startswith("Customer ")
    assert REVIEW["user_id"] not in found.model_dump_json()
    assert Review.model_validate_json(found.model_dump_json()) == found


def test_the_id_is_stable_and_of_variant_customer_and_time_only() -> None:
    assert review().id == review(text="other", rating=1).id == "c80b0671b5c0e26a"
    others = {review(asin="B1").id, review(user_id="A1").id, review(timestamp=1588615855071).id}
    assert len(others | {review().id}) == 4
    assert review(asin="B1").author == review().author


@pytest.mark.parametrize(("value", "stars"), [(1, 1), (5.0, 5), ("3", 3), (4.5, 5), (2.4, 2)])
def test_ratings(value: object, stars: int) -> None:
    assert review(rating=value).rating == stars


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"rating": 0}, "the rating is not from 1 to 5"),
        ({"rating": 6}, "the rating is not from 1 to 5"),
        ({"rating": float("nan")}, "the rating is not from 1 to 5"),
        ({"rating": "good"}, "the rating is not a number"),
        ({"rating": None}, "the rating is not a number"),
        ({"rating": True}, "the rating is not a number"),
        ({"parent_asin": None, "asin": None}, "no parent_asin"),
        ({"timestamp": None}, "the timestamp is not a number"),
        ({"timestamp": "soon"}, "the timestamp is not a number"),
        ({"timestamp": -5}, "the timestamp is out of range"),
        ({"timestamp": 10**18}, "the timestamp is out of range"),
        ({"timestamp": float("inf")}, "the timestamp is out of range"),
    ],
)
def test_what_cannot_be_taken_is_refused(changes: dict[str, object], reason: str) -> None:
    assert refusal(**changes) == reason


@pytest.mark.parametrize("timestamp", [1588615855, "1588615855070", "2020-05-04T18:10:55", "2020-05-04T20:10:55+02:00"])
def test_times_of_other_shapes_are_put_right(timestamp: object) -> None:
    tally = ImportTally()
    assert review(tally, timestamp=timestamp).written_on == date(2020, 5, 4)
    assert any(place == "timestamp" for place, _ in tally.repaired)


@given(st.integers(min_value=800_000_000_000, max_value=4_000_000_000_000))
def test_the_day_is_that_of_utc(timestamp: int) -> None:
    assert review(timestamp=timestamp).written_on == datetime.fromtimestamp(timestamp / 1000, UTC).date()


def test_texts_are_made_plain() -> None:
    found = review(
        title="<b>Great</b>\u200e &#34;value&#34;",
        text="[[VIDEOID:abc123]] See [[ASIN:B00X Acme Mug]] 😀<p>Two</p>\r\n\r\n\r\nThree\0",
    )
    assert found.title == 'Great "value"'
    assert found.body == "See Acme Mug 😀 Two\n\nThree"


@pytest.mark.parametrize(("votes", "kept"), [(None, 0), (7, 7), (-1, 0), ("3", 0), (True, 0)])
def test_votes(votes: object, kept: int) -> None:
    assert review(helpful_vote=votes).helpful_votes == kept


def test_nobody_is_a_customer_too() -> None:
    assert review(user_id=None).author == "Customer"


JSON = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | st.lists(st.text(), max_size=2)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(REVIEW, JSON)))
def test_any_record_becomes_a_valid_review_or_is_refused(record: dict[str, Any]) -> None:
    try:
        found = review(**record)
    except Refused:
        return
    assert Review.model_validate(found.model_dump()) == found
    assert review_payload(review_parts({**REVIEW, **record}, ImportTally())) == record_json(found)
