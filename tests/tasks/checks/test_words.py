"""Checks in words: each type has some."""

from __future__ import annotations

import pytest

from shopworld.catalog.query import Sort
from shopworld.tasks import (
    AnswerSet,
    AnswerText,
    Buyer,
    Cart,
    CartVariant,
    Check,
    ChosenProduct,
    Condition,
    FilterChoice,
    ListingUsed,
    NoCheckout,
    NoSideEffects,
    OfferAddress,
    Order,
    PageRead,
    PageVisited,
    Recommendation,
)
from shopworld.tasks.checks.words import MOST_LINES, in_words
from shopworld.tasks.rubrics import NumericRange

ONE = OfferAddress(shop="a", slug="one")
TWO = OfferAddress(shop="b", slug="two")
BUYER = Buyer(name="Ada", city="Madison", card="4242", cvv="1", expiry_date="12/28")
SHOWN = "a /product/one/"


@pytest.mark.parametrize(
    ("check", "sentence", "lines"),
    [
        (AnswerSet(groups=((ONE, TWO),)), "The answer names this product", (f"{SHOWN} or b /product/two/",)),
        (Cart(groups=((ONE,),)), "At the end the carts hold one piece", (SHOWN,)),
        (
            Order(groups=((ONE,),), quantity=2, buyer=BUYER),
            "2 pieces of each of these were ordered, in one order a shop, paid by card.",
            (SHOWN, "by Ada, Madison", "with the card 4242, 12/28"),
        ),
        (PageVisited(groups=((ONE,),)), "The page of each", (SHOWN,)),
        (AnswerText(accepted=("30 days",)), "The answer says", ("“30 days”",)),
        (NoSideEffects(), "Nothing else was left in a cart or ordered.", ()),
        (NoSideEffects(allow_cart=True), "Nothing else was ordered.", ()),
        (
            Recommendation(
                target="B1", rubrics=(NumericRange(id="r1", field="price", at_most=500),), acceptable=("B2",)
            ),
            "The recommended product",
            ("target B1", "r1: price is at most 5 (query)", "also right: B2"),
        ),
        (
            ChosenProduct(
                attribute=(Condition(field="color", relation="equals", value="red"),), sort=Sort.RATING, accepted=(ONE,)
            ),
            "The first product",
            ("attribute: color red", "sort: highest rating", f"right: {SHOWN}"),
        ),
        (CartVariant(offer=ONE, variants=("v1",)), f"Every piece of {SHOWN}", ("v1",)),
        (
            PageRead(shop="a", handles=("returns",), before_cart=True),
            "One of these pages of a was opened before",
            ("returns",),
        ),
        (
            ListingUsed(
                shop="a", category=("Pans",), filters=(FilterChoice(field="brand", values=("X", "Y")),), query="pan"
            ),
            "A listing of a was shown like this.",
            ("collection: Pans", "search words: pan", "filter brand: X or Y"),
        ),
        (NoCheckout(), "The checkout was never entered.", ()),
    ],
)
def test_each_check_is_told(check: Check, sentence: str, lines: tuple[str, ...]) -> None:
    told = in_words(check)
    assert told.type == check.type
    assert told.sentence.startswith(sentence)
    assert told.lines == lines


def test_long_lists_are_cut() -> None:
    groups = tuple((OfferAddress(shop="a", slug=str(number)),) for number in range(MOST_LINES + 5))
    told = in_words(AnswerSet(groups=groups))
    assert len(told.lines) == MOST_LINES + 1
    assert told.lines[-1] == "and 5 more"
