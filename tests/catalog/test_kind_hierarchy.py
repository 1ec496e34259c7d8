"""Kinds form a hierarchy, and titles name things of narrower kinds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.kind_hierarchy import is_kind_of, names_thing
from shopworld.catalog.kinds import KINDS


@pytest.mark.parametrize(
    ("thing", "broader"),
    [
        ("thriller", "novel"),
        ("detective story", "book"),
        ("action_camera", "camera"),
        ("gaming monitor", "monitor"),
        ("gaming monitor", "monitor for gamers"),
        ("earbuds", "headphones"),
    ],
)
def test_a_narrow_kind_is_of_the_broad_one_and_never_the_reverse(thing: str, broader: str) -> None:
    assert is_kind_of(thing, broader)
    assert thing == "gaming monitor" or not is_kind_of(broader, thing)


@pytest.mark.parametrize(("thing", "other"), [("phone_case", "phone"), ("toy_car", "car"), ("camera_bag", "camera")])
def test_what_only_sounds_like_it_is_not_of_the_kind(thing: str, other: str) -> None:
    assert not is_kind_of(thing, other)


@pytest.mark.parametrize(
    ("title", "wanted", "named"),
    [
        ("4K Action Camera, Waterproof", "camera", True),
        ("The Silent Harbour: A Thriller", "novel", True),
        ("27 inch Gaming Monitor 144Hz", "monitor for gamers", True),
        ("27 inch Office Monitor", "monitor for gamers", False),
        ("Camera Bag for DSLR", "camera", False),
        ("Strap for Action Camera", "camera", False),
        ("Camera", "action camera", False),
        ("Toy Car Set", "car", False),
    ],
)
def test_titles_name_things(title: str, wanted: str, named: bool) -> None:
    assert (names_thing(title, wanted) is not None) is named


def test_a_known_kind_speaks_where_the_title_does_not() -> None:
    assert names_thing("The Silent Harbour", "novel", kind="crime_novel") == "crime novel"


@given(st.sampled_from(sorted(KINDS)), st.sampled_from(sorted(KINDS)))
def test_kinds_of_the_catalog_are_of_themselves_and_never_of_each_other_both_ways(one: str, other: str) -> None:
    assert is_kind_of(one, one)
    assert one == other or not (is_kind_of(one, other) and is_kind_of(other, one))
