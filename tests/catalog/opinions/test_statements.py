"""Statements are found where a passage holds the words that carry their meaning."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.model import Review
from shopworld.catalog.opinions import find_statement


def review(body: str) -> Review:
    """A review."""
    return Review(id="r1", product_id="p", author="A", rating=4, title="", body=body, written_on=date(2023, 1, 1))


@pytest.mark.parametrize(
    ("body", "statement"),
    [
        ("I adjust the angle all the time, so convenient.", "angle can be adjusted for convenience"),
        ("It charges standing up. It also charges lying down on my phone.", "charges phone standing up or lying down"),
        ("The keys are quiet enough for the office.", "quiet keys"),
    ],
)
def test_other_inflections_and_orders_are_found(body: str, statement: str) -> None:
    assert find_statement(review(body), statement) is not None


@pytest.mark.parametrize(
    ("body", "statement"),
    [
        ("The cable is fine.", "angle can be adjusted for convenience"),
        ("The angle is odd.", "angle can be adjusted for convenience"),
        ("It is what it is.", "it is what it is"),
        ("", "quiet keys"),
    ],
)
def test_what_is_not_said_is_not_found(body: str, statement: str) -> None:
    assert find_statement(review(body), statement) is None


@given(st.text(), st.sampled_from(["battery lasts long", "quiet keys", "soft brush"]))
def test_a_passage_stands_in_the_review(body: str, statement: str) -> None:
    found = find_statement(review(f"{body}\n{statement}"), statement)
    assert found is not None
    assert set(found.split()) <= set(f"{body}\n{statement}".split())
