"""What the reader of queries understands, and what it leaves."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shopworld.guru.queries.reading import QueryReader

READER = QueryReader()


def fields_of(text: str) -> set[tuple[str, str, object]]:
    """What a query asks for, as field, relation and value."""
    reading = READER.read(text)
    assert reading.reason == "", reading.reason
    return {(one.field, one.relation, one.value) for asked in reading.requirements for one in asked.conditions}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Find a kettle of at least 1.7 liters, under $60.", {("capacity", "at_least", 1.7), ("price", "at_most", 59.99)}),  # noqa: E501
        ("tent rated above 4.3 stars by 1,000+ reviews", {("rating", "at_least", 4.4), ("review_count", "at_least", 1000.0)}),  # noqa: E501
        ("Find a rug priced between $40 and $90.", {("price", "at_least", 40.0), ("price", "at_most", 90.0)}),
        ("power strip with 6 to 8 outlets", {("outlet", "at_least", 6.0), ("outlet", "at_most", 8.0)}),
        ("Find a women's coat in navy blue.", {("audience", "equals", "women"), ("colour", "equals", "navy blue")}),
        ("laptop with Windows 11 Pro, from Dell or HP", {("features", "contains", ("windows 11 pro",)), ("brand", "one_of", ("dell", "hp"))}),  # noqa: E501
        ("vacuum with a self-emptying base", {("features", "contains", ("self-emptying base",))}),
        ("a cookbook by Nora Halloran", {("author", "equals", "nora halloran")}),
        ("Find leggings made from at least 75% nylon, in black.", {("nylon", "at_least", 75.0), ("colour", "equals", "black")}),  # noqa: E501
        ("Find a sweater of 80 percent merino wool or more.", {("merino_wool", "at_least", 80.0)}),
        ("Find a dress, 60% cotton and 40% polyester.", {("cotton", "equals", 60.0), ("polyester", "equals", 40.0)}),
        ("Find a silk scarf, 35 by 35 inches.", {("dimensions", "equals", "35 x 35 in"), ("material", "equals", "silk")}),  # noqa: E501
        ("Find an 8'x10' rug in red.", {("dimensions", "equals", "8 x 10 ft"), ("colour", "equals", "red")}),
        ("Find a picture frame, 11 x 14 in black.", {("dimensions", "equals", "11 x 14"), ("colour", "equals", "black")}),  # noqa: E501
        ("Find a desk of 2 ft by 36 inches.", {("dimensions", "equals", "2 ft x 36 in")}),
        ("Find a laptop with 16 GB of RAM or more under $900.", {("ram", "at_least", 16.0), ("price", "at_most", 899.99)}),  # noqa: E501
        ("Find a self-help book by Renée Duval.", {("author", "equals", "renée duval")}),
        ("Find a dress in size L.", {("size", "equals", "l")}),
        ("a charger compatible with iPhone 15", {("compatible_with", "contains", ("iphone 15",))}),
    ],
)  # fmt: skip
def test_phrases_become_requirements(text: str, wanted: set[tuple[str, str, object]]) -> None:
    assert fields_of(text) == wanted


@pytest.mark.parametrize(
    ("text", "kind", "feature"),
    [("Find trail running shoes.", "running shoes", "trail"), ("Find a golf polo.", "polo shirt", "golf"), ("a gaming desktop", "desktop computer", "gaming")],  # noqa: E501
)  # fmt: skip
def test_words_that_narrow_a_kind_are_asked_for(text: str, kind: str, feature: str) -> None:
    reading = READER.read(text)
    assert reading.kind is not None
    assert (reading.kind.name, [one.words for one in reading.requirements]) == (kind, [feature])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Find the meaning of life under $20.", "no kind"),
        ("Find a lamp with wvrrk coating.", "not understood"),
        ("Find a monitor rated at least 7 stars.", "more than five stars"),
        ("Find earbuds priced between $300 and $100.", "contradiction"),
        ("Find a blanket of at least 60 x 84 inches.", "as a bound"),
        ("Find a dress and a bag with the lowest combined price.", "two products under one sum"),
        ("Find a yoga mat and share the most helpful review.", "a review"),
        ("Find a drone with 9,000 reviews released in the last 30 days.", "infeasible"),
    ],
)
def test_what_cannot_be_a_task_is_told(text: str, reason: str) -> None:
    assert reason in READER.read(text).reason


def test_orders_that_exclude_each_other_are_told_apart_from_those_that_do_not() -> None:
    either = READER.read("Find a phone that is either the cheapest or has the highest user rating.")
    both = READER.read("Find the cheapest phone, and make sure it is the best seller too.")
    assert (len(either.sorts), either.either) == (2, True)
    assert (len(both.sorts), both.either) == (2, False)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "Find",
                "a",
                "red",
                "rug",
                "-",
                '"',
                "'",
                "$",
                "$5",
                "5",
                "5-inch",
                "4.5",
                "stars",
                "+",
                "to",
                "and",
                "or",
                "10",
                "compatible",
                "with",
                "ages",
                "size",
                "of",
                "%",
            ]
        ),
        max_size=14,
    )
)
def test_any_words_are_read_and_no_span_overlaps(words: list[str]) -> None:
    reading = READER.read(" ".join(words))
    assert reading.kind is not None or reading.reason
    for before, after in zip(reading.spans, reading.spans[1:], strict=False):
        assert before.end <= after.start
