"""Goals, understood."""

from __future__ import annotations

import pytest

from shopworld.agents.keyword.goal import OfferSelection, RequestedAction, understand

FRAME = """Solve this in:

North Star: http://north-star.example/
Pebble: http://pebble.example

Solution page: http://solution.example/

Enter the addresses.

"""
PAYING = (
    " Pay via credit card using the following information: Address: Ada Lindqvist, ada@example.com, Elm Row, 12, "
    "53703, Madison, WI, USA, Credit card number: 4242 4242 4242 4242, CVV: 321, expiry date: 11/29."
)


def test_shops_and_solution_page_are_read_from_the_frame() -> None:
    goal = understand(FRAME + "Find all offers for the Brisk Fleet.")
    assert goal.shops == ("http://north-star.example/", "http://pebble.example")
    assert goal.solution == "http://solution.example/"


@pytest.mark.parametrize(
    ("intent", "action", "choice", "text"),
    [
        ("Find all offers for the Brisk Fleet 20.", RequestedAction.NAME, OfferSelection.ALL, "Brisk Fleet 20"),
        ("Find all offers for Arden monitors.", RequestedAction.NAME, OfferSelection.ALL, "Arden monitors"),
        ("Find the cheapest offer for a Calm Rill.", RequestedAction.NAME, OfferSelection.CHEAPEST, "Calm Rill"),
        ("Find the cheapest offer among all red cables.", RequestedAction.NAME, OfferSelection.CHEAPEST, "red cables"),
        (
            "Find the cheapest offer for each capacity of the Calm Rill.",
            RequestedAction.NAME,
            OfferSelection.CHEAPEST_EACH,
            "capacity of the Calm Rill",
        ),
        (
            "Find all offers for the Calm Rill and add each of them to the shopping cart of its shop.",
            RequestedAction.CART,
            OfferSelection.ALL,
            "Calm Rill",
        ),
        (
            "Find the cheapest offer for the Calm Rill, add it to the shopping cart and complete the checkout process."
            + PAYING,
            RequestedAction.ORDER,
            OfferSelection.CHEAPEST,
            "Calm Rill",
        ),
        (
            "Find the cheapest offer for the Calm Rill. If multiple offers share the lowest price, return all of them.",
            RequestedAction.NAME,
            OfferSelection.CHEAPEST,
            "Calm Rill",
        ),
    ],
)
def test_intents(intent: str, action: RequestedAction, choice: OfferSelection, text: str) -> None:
    goal = understand(FRAME + intent)
    assert goal.action is action
    (requirement,) = goal.requirements
    assert (requirement.choice, requirement.text, requirement.relation) == (choice, text, "")


def test_several_things_are_several_requirements() -> None:
    goal = understand(
        FRAME + "Find the cheapest offer for the Calm Rill and the cheapest offer for the Brisk Fleet, add them to the "
        "cart and complete the checkout process." + PAYING
    )
    assert [requirement.text for requirement in goal.requirements] == ["Calm Rill", "Brisk Fleet"]


def test_the_buyer_is_read_field_by_field() -> None:
    goal = understand(FRAME + "Buy the Calm Rill and complete the checkout process." + PAYING)
    assert goal.buyer == {
        "name": "Ada Lindqvist",
        "email": "ada@example.com",
        "street": "Elm Row",
        "house_number": "12",
        "zip": "53703",
        "city": "Madison",
        "state": "WI",
        "country": "USA",
        "card": "4242 4242 4242 4242",
        "cvv": "321",
        "expiry_date": "11/29",
    }


@pytest.mark.parametrize(
    ("intent", "relation"),
    [
        (
            "Find all offers for lenses that are compatible with this camera: http://pebble.example/product/cam/ .",
            "compatible",
        ),
        ("Find the cheapest alternative for this charger: http://pebble.example/product/cam/ .", "substitute"),
        ("Find the cheapest offer for this product: http://pebble.example/product/cam/ .", ""),
    ],
)
def test_the_product_that_a_goal_starts_from(intent: str, relation: str) -> None:
    (requirement,) = understand(FRAME + intent).requirements
    assert (requirement.reference, requirement.relation) == ("http://pebble.example/product/cam/", relation)


def test_what_a_substitute_must_be() -> None:
    (requirement,) = understand(
        FRAME + "Find the cheapest alternative for this disk: http://pebble.example/product/disk/ . It must be another "
        "disk with 4 TB, and cost less."
    ).requirements
    assert (requirement.text, requirement.choice) == ("disk with 4 TB", OfferSelection.CHEAPEST)


def test_colours_that_are_not_wanted() -> None:
    (requirement,) = understand(FRAME + "Find all offers for a mouse that is not coloured red or green.").requirements
    assert requirement.excluded == ("red", "green")
    assert requirement.text == "mouse"
