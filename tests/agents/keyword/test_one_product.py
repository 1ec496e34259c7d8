"""The keyword agent on queries whose result is one product."""

from __future__ import annotations

import pytest

from shopworld.agents.keyword.one_product import asks_for_one, likeliest, read_requirement
from shopworld.agents.skills.listing import ListedOffer


@pytest.mark.parametrize(
    ("intent", "thing"),
    [
        ("Find a fantasy novel that I can read on a long train journey.", "fantasy novel"),
        ("Search for headphones that customers rate with 4 stars or more.", "headphones"),
        ("I need a children's book as a birthday present for my nephew.", "children's book"),
        ("Find the television with the lowest price.", "television"),
        ("I am looking for a pair of socks to use at home. It must be new.", "socks"),
        ("Search for a rug for the living room, rated 4 stars or higher.", "rug"),
    ],
)
def test_the_thing_is_what_stands_first(intent: str, thing: str) -> None:
    assert read_requirement(intent).thing == thing


def test_limits_and_promises_are_read() -> None:
    requirement = read_requirement(
        "Find a mug. Shipping has to be free, because I do not want to pay for delivery. I only want a product that "
        "costs between $15 and $25, so please leave everything else out. Give me the one with the lowest price."
    )
    assert (requirement.lowest, requirement.highest, requirement.cheapest) == (1500, 2500, True)
    assert requirement.promises == ("free shipping",)
    assert asks_for_one("… The result is one product. Name it.")
    assert not asks_for_one("Find all offers.")


def test_fitting_prices_come_first_then_words_of_the_query() -> None:
    requirement = read_requirement(
        "Find a mug. I only want a product in sage green that costs at most $20, so skip the rest."
    )
    titles = (("Mug, Red", 900), ("Mug, Sage Green", 1500), ("Sage Green Mug", 2500), ("Mug, Sage Green", 1400))
    offers = [ListedOffer(str(at), title, price, "") for at, (title, price) in enumerate(titles)]
    assert likeliest(offers, requirement) == [1, 3, 0, 2]
    cheapest = read_requirement("Find a mug. I want a sage green one, the one with the lowest price.")
    assert likeliest(offers, cheapest) == [3, 1, 2, 0]
