"""What is read out of goals for one shop, in sentences that no generator wrote."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.keyword.errands import Errands, PageErrand, Purchase, read_errands


@pytest.mark.parametrize(
    "intent",
    [
        "Please search for “Amber Kettle” and add one piece to the cart.",
        'Search the shop for "Amber Kettle". Put it into my basket.',
        "I want the one called “Amber Kettle”. Add it to the cart.",
        "There is something nice here: “Amber Kettle”. Search for it and buy it.",
    ],
)
def test_a_product_is_known_by_its_name(intent: str) -> None:
    assert read_errands(intent).purchases == (Purchase(title="Amber Kettle", query="Amber Kettle"),)


def test_a_collection_its_menu_and_a_filter_with_and_without_quotation_marks() -> None:
    quoted = read_errands("Open “Kettles” under “Kitchen” in the menu and set the filter “Colour” to “Red”.")
    assert quoted.purchases == (Purchase(place="Kettles", under="Kitchen", filters=(("Colour", "Red"),)),)
    plain = read_errands(
        "In the collection “Kettles”, set the filter Colour to Red. Add anything you like to the cart."
    )
    assert plain.purchases == (Purchase(place="Kettles", filters=(("Colour", "Red"),)),)


def test_several_errands_keep_their_order_and_their_variants() -> None:
    found = read_errands(
        "Read the page “About us” first. Then: search for “Amber Kettle” and add one piece (Size: 1 l, Colour: Red) to "
        "the cart. After that: add 3 “Gift Card” (Value: $50)."
    )
    assert found == Errands(
        looks=(PageErrand(name="About us"),),
        purchases=(
            Purchase(title="Amber Kettle", query="Amber Kettle", options=("1 l", "Red")),
            Purchase(title="Gift Card", options=("$50",), quantity=3),
        ),
    )


def test_a_question_is_kept_with_the_form_of_its_answer() -> None:
    found = read_errands("Find the shop's page about shipping. How long does “Night mail” take? Answer in its words.")
    assert found == Errands(
        (PageErrand(subject="shipping"),), (), ("How long does “Night mail” take? Answer in its words.",)
    )


def test_after_a_search_in_vain_it_goes_to_the_collection() -> None:
    found = read_errands("Search for “zither”. There is none; so go to the collection “Drums” instead and add one.")
    assert found.purchases == (Purchase(query="zither", place="Drums"),)


@pytest.mark.parametrize(
    "intent", ["Find the cheapest offer for the Calm Rill 7 SSD.", "Add a mouse to the cart.", "", "“”"]
)
def test_other_goals_are_left_to_others(intent: str) -> None:
    assert not read_errands(intent)


@given(st.text(max_size=200))
def test_any_text_can_be_read(intent: str) -> None:
    found = read_errands(intent)
    assert all(one.title or one.place for one in found.purchases)
