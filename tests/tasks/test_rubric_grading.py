"""Rubrics are graded in code: equal and narrower values hold, others do not, and the reason says what was found."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.model import AspectOpinion, Attribute, Offer, Review, Specification
from shopworld.shop.vouchers import Discount, Voucher
from shopworld.tasks.rubric_grading import grade_rubric, satisfies
from shopworld.tasks.rubrics import (
    AttributeMatch,
    BudgetMatch,
    EntityMatch,
    NegativeAttribute,
    NumericRange,
    ReviewOpinion,
    Rubric,
)


def charger(number: int = 1, **other: object) -> Offer:
    """A wireless charger."""
    fields: dict[str, object] = {
        "id": f"amazon/{number}",
        "shop_id": "amazon",
        "number": number,
        "product_id": f"B{number:09d}",
        "slug": f"b{number:09d}",
        "title": "Voltari Foldable Wireless Charging Stand, 15 W Chargers for Phones",
        "brand": "Voltari",
        "department": "Cell Phones & Accessories",
        "attributes": (
            Attribute(name="colour", value="matte black"),
            Attribute(name="connector", value="micro usb"),
            Attribute(name="special_feature", value=("foldable", "fast charging", "phone stand")),
            Attribute(name="wattage", value=15.0, unit="W"),
            Attribute(name="length", value=1.0, unit="m"),
        ),
        "specifications": (Specification(label="Coin Slot", text="2 Coins"),),
        "price": 669,
        "currency": "USD",
        "rating": 3.7,
        "review_count": 120,
    }
    return Offer.model_validate(fields | other)


def review(body: str, number: int = 1, opinions: tuple[AspectOpinion, ...] = ()) -> Review:
    """A review of the first charger."""
    return Review(
        id=f"r{number}",
        product_id="B000000001",
        author="Customer",
        rating=4,
        title="Charger",
        body=body,
        written_on=date(2023, 1, 1),
        opinions=opinions,
    )


HOLDS: tuple[Rubric, ...] = (
    AttributeMatch(id="r1", attribute="colour", value="black"),
    AttributeMatch(id="r2", attribute="colour", value="Matte Black"),
    AttributeMatch(id="r3", attribute="special_feature", value=("phone stand", "foldable")),
    AttributeMatch(id="r4", attribute="wattage", value=15.0, unit="W"),
    AttributeMatch(id="r5", attribute="length", value=100.0, unit="cm"),
    AttributeMatch(id="r6", attribute="brand", value="voltari"),
    AttributeMatch(id="r7", attribute="main_category", value="cell phones"),
    AttributeMatch(id="r8", attribute="Coin Slot", value="2 coins"),
    NegativeAttribute(id="r9", attribute="connector", values=("usb-c", "lightning")),
    NumericRange(id="r10", field="average_rating", at_least=3.5),
    NumericRange(id="r11", field="rating_count", at_least=100),
    NumericRange(id="r12", field="price", below=700),
    NumericRange(id="r13", field="wattage", at_least=10, at_most=15, unit="W"),
    EntityMatch(id="r14", entity="wireless charger"),
    BudgetMatch(id="r15", budget=586, voucher=Voucher(discounts=(Discount(percent=16, cap=169, threshold=395),))),
    BudgetMatch(id="r16", budget=669),
    ReviewOpinion(id="r17", aspect="charging speed"),
)
FAILS: tuple[Rubric, ...] = (
    AttributeMatch(id="r1", attribute="colour", value="red"),
    AttributeMatch(id="r2", attribute="special_feature", value=("phone stand", "waterproof")),
    AttributeMatch(id="r3", attribute="wattage", value=20.0, unit="W"),
    AttributeMatch(id="r4", attribute="material", value="glass"),
    NegativeAttribute(id="r5", attribute="connector", values=("micro usb",)),
    NegativeAttribute(id="r6", attribute="material", values=("glass",)),
    NumericRange(id="r7", field="average_rating", at_least=4.0),
    NumericRange(id="r8", field="price", below=669),
    NumericRange(id="r9", field="voltage", at_least=1, unit="V"),
    EntityMatch(id="r10", entity="charging cable"),
    BudgetMatch(id="r11", budget=561, voucher=Voucher(discounts=(Discount(percent=16, cap=169, threshold=395),))),
    ReviewOpinion(id="r12", aspect="charging speed", positive=False),
    ReviewOpinion(id="r13", aspect="scent"),
)
REVIEWS = (review("Nice colour."), review("It charges my phone really fast. The cable is too short.", 2))


@pytest.mark.parametrize("rubric", HOLDS, ids=lambda one: f"{one.type} {one.id}")
def test_what_holds_is_satisfied(rubric: Rubric) -> None:
    result = grade_rubric(rubric, charger(), REVIEWS)
    assert result.satisfied, result.reason
    assert result.evidence


@pytest.mark.parametrize("rubric", FAILS, ids=lambda one: f"{one.type} {one.id}")
def test_what_does_not_hold_fails_with_a_reason(rubric: Rubric) -> None:
    result = grade_rubric(rubric, charger(), REVIEWS)
    assert not result.satisfied
    assert result.reason


def test_an_opinion_is_quoted() -> None:
    result = grade_rubric(ReviewOpinion(id="r1", aspect="charging speed"), charger(), REVIEWS)
    assert result.evidence == "It charges my phone really fast."


def test_opinions_known_as_data_count_before_the_text() -> None:
    known = review("It charges fast.", opinions=(AspectOpinion(aspect="grip", positive=True),))
    assert satisfies(ReviewOpinion(id="r1", aspect="grip"), charger(), [known])
    assert not satisfies(ReviewOpinion(id="r1", aspect="charging speed"), charger(), [known])


def test_a_product_without_a_price_meets_no_budget() -> None:
    for rubric in (BudgetMatch(id="r1", budget=10_000), NumericRange(id="r2", field="price", below=10_000)):
        assert not satisfies(rubric, charger(price=None), ())


@given(st.floats(0, 1000), st.floats(0, 1000))
def test_bounds_are_compared_as_numbers(number: float, bound: float) -> None:
    offer = charger(attributes=(Attribute(name="wattage", value=number, unit="W"),))
    at_least = NumericRange(id="r1", field="wattage", at_least=bound, unit="W")
    below = NumericRange(id="r2", field="wattage", below=bound, unit="W")
    assert satisfies(at_least, offer, ()) is (number >= bound)
    assert satisfies(below, offer, ()) is not satisfies(at_least, offer, ())


@given(st.lists(st.sampled_from(["red", "blue", "green", "black"]), min_size=1, max_size=3, unique=True))
def test_a_negative_is_the_opposite_of_its_matches(values: list[str]) -> None:
    offer = charger()
    matches = [satisfies(AttributeMatch(id="r", attribute="colour", value=one), offer, ()) for one in values]
    negative = NegativeAttribute(id="r", attribute="colour", values=tuple(values))
    assert satisfies(negative, offer, ()) is not any(matches)
