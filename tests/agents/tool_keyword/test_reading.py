from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.tool_keyword.candidates import ProductCandidate, hear, read_candidate
from shopworld.agents.tool_keyword.lexicon import ValueLexicon
from shopworld.agents.tool_keyword.reading import Told, names_of, read_requirements, told_by_profile
from shopworld.agents.tool_keyword.requirements import (
    BudgetRequirement,
    NumberRequirement,
    OpinionRequirement,
    ValueRequirement,
)


def candidate(**details: str) -> ProductCandidate:
    found: dict[str, Any] = {
        "product_id": "P",
        "title": "Brisk Wireless Charger Stand",
        "store": "Brisk",
        "price": 24.99,
        "features": ["Folds flat"],
        "description": [],
        "details": {label.replace("_", " ").title(): text for label, text in details.items()},
        "average_rating": 4.2,
        "rating_number": 310,
    }
    return read_candidate(found)


SHELF = [
    candidate(
        color="Black", connector_type="USB Type C", material="Aluminum", connectivity_technology="Bluetooth, Wi-Fi"
    ),
    candidate(color="Navy Blue", connector_type="Micro USB", material="Plastic", connectivity_technology="USB"),
    candidate(color="White", connector_type="Lightning", material="Stainless Steel", connectivity_technology="NFC"),
]


def requirements(text: str) -> list[Any]:
    return read_requirements(Told(text), ValueLexicon(SHELF))


def values(text: str) -> set[tuple[str, bool]]:
    return {(" ".join(one.words), one.negative) for one in requirements(text) if isinstance(one, ValueRequirement)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I want it in black with USB-C.", {("black", False), ("usbc", False)}),
        ("It must not be black, white or navy blue.", {("black", True), ("white", True), ("navy blue", True)}),
        ("Not plastic, but aluminum.", {("plastic", True), ("aluminum", False)}),
        ("I can't stand one with a lightning connector. Black, please.", {("lightning", True), ("black", False)}),
        ("Not plastic but with USB-C.", {("plastic", True), ("usbc", False)}),
        ("No white one. Black is fine.", {("white", True), ("black", False)}),
        ("It should be one that pairs with my phone and avoid plastic.", {("bluetooth", False), ("plastic", True)}),
        ("the older one-way connector", {("micro usb", False)}),
    ],
)
def test_values_are_found_with_their_sign(text: str, found: set[tuple[str, bool]]) -> None:
    assert values(text) == found


def test_the_label_near_a_value_says_which_attribute_is_meant() -> None:
    (requirement,) = [
        one for one in requirements("with the connectivity technology usb") if isinstance(one, ValueRequirement)
    ]
    assert requirement.labels == {"connectivity technology"}


def test_only_the_requirements_of_a_profile_are_compared() -> None:
    told = told_by_profile(
        {"lifestyle": {"pets": "One cat"}, "product_requirements": {"color_preference": "Black", "sizes": ["S", "M"]}}
    )
    assert [(one.text, one.context) for one in told] == [
        ("Black", ("color", "preference")),
        ("S", ("size",)),
        ("M", ("size",)),
    ]


def test_numbers_budgets_and_opinions_are_read() -> None:
    text = (
        "I need a charger rated at least 4 stars. My budget is $20 after a voucher of 20% off. "
        "Reviews should mention that the angle can be adjusted."
    )
    found = requirements(text)
    (number,) = [one for one in found if isinstance(one, NumberRequirement)]
    (budget,) = [one for one in found if isinstance(one, BudgetRequirement)]
    (opinion,) = [one for one in found if isinstance(one, OpinionRequirement)]
    assert (number.field, number.low) == ("rating", 4)
    assert budget.budget == 2000
    assert budget.met_by(SHELF[0]) == 1.0
    assert opinion.words == ("angle", "adjusted")


@pytest.mark.parametrize(
    ("key", "value", "field", "low", "high"),
    [
        ("price_limit", "$25", "price", float("-inf"), 2500),
        ("lowest_rating", "4", "rating", 4, float("inf")),
        ("fewest_ratings", "1,000", "ratings", 1000, float("inf")),
    ],
)
def test_bare_numbers_of_a_profile_are_bounds(key: str, value: str, field: str, low: float, high: float) -> None:
    (told,) = told_by_profile({"product_requirements": {key: value}})
    (requirement,) = read_requirements(told, ValueLexicon(SHELF))
    assert isinstance(requirement, NumberRequirement)
    assert (requirement.field, requirement.low, requirement.high) == (field, low, high)


def test_a_bare_number_is_a_value_where_its_label_stands_near() -> None:
    lexicon = ValueLexicon([candidate(unit_count="24", color="Black")])
    told = Told("with a unit count of 24, in black")
    assert {one.words for one in read_requirements(told, lexicon) if isinstance(one, ValueRequirement)} == {
        ("24",),
        ("black",),
    }
    assert not [one for one in read_requirements(Told("I am 24"), lexicon) if isinstance(one, ValueRequirement)]


def test_a_requirement_is_met_by_what_is_stated_and_perhaps_by_what_is_not() -> None:
    requirement = ValueRequirement(("black",), frozenset({"color"}))
    without = ValueRequirement(("black",), frozenset({"color"}), negative=True)
    assert [requirement.met_by(one) for one in SHELF] == [1.0, 0.0, 0.0]
    assert [without.met_by(one) for one in SHELF] == [0.0, 1.0, 1.0]
    unknown = candidate(material="Silk")
    assert 0.0 < requirement.met_by(unknown) < 1.0
    assert 0.0 < without.met_by(unknown) < 1.0


def test_reviews_are_heard_whatever_the_form_of_the_words() -> None:
    one = candidate()
    hear(one, ("angle", "adjusted"), [{"title": "Good", "text": "Adjustable angles, great."}])
    assert OpinionRequirement(("angle", "adjusted")).met_by(one) == 1.0


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I'm looking for a Wireless Charger with a stand", ("wireless", "charger")),
        ("I need a good portable speaker that is loud.", ("portable", "speaker")),
        ("Could you find me some hair clips for my sister?", ("hair", "clip")),
    ],
)
def test_the_thing_is_named(text: str, name: tuple[str, ...]) -> None:
    assert names_of(text)[0] == name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Its reviews should praise the build quality.", ("build", "quality")),
        ("At least one reviewer should have good things to say about the size.", ("size",)),
        ("I want people to speak well of the display in its reviews.", ("display",)),
        ("Buyers mention that it stays cool and reviews stating that it is quiet.", ("stay", "cool")),
    ],
)
def test_what_reviews_must_say_is_found(text: str, words: tuple[str, ...]) -> None:
    assert next(one.words for one in requirements(text) if isinstance(one, OpinionRequirement)) == words


@given(st.text(max_size=300))
def test_no_text_breaks_the_reading(text: str) -> None:
    read_requirements(Told(text), ValueLexicon(SHELF))
    names_of(text)
