"""Products with other facts, against the grading of each type of rubric."""

from __future__ import annotations

from datetime import date

import pytest

from shopworld.catalog.model import AspectOpinion, Attribute, Offer, Review
from shopworld.shop.vouchers import Discount, Voucher
from shopworld.tasks.rubric_grading import judge
from shopworld.tasks.rubric_trials import rubric_trials
from shopworld.tasks.rubrics import (
    AttributeMatch,
    BudgetMatch,
    EntityMatch,
    NegativeAttribute,
    NumericRange,
    ReviewOpinion,
    Rubric,
)

LAMP = Offer(
    id="amazon/1",
    shop_id="amazon",
    number=1,
    product_id="B1",
    slug="lamp",
    title="Acme Desk Lamp with Clamp",
    brand="Acme",
    kind="lamp",
    price=4000,
    rating=4.5,
    review_count=120,
    attributes=(
        Attribute(name="colour", value="black"),
        Attribute(name="wattage", value=12.0, unit="W"),
        Attribute(name="dimmable", value=True),
    ),
)
REVIEWS = (
    Review(
        id="1",
        product_id="B1",
        author="A",
        rating=5,
        title="Good",
        body="The battery life is great.",
        written_on=date(2025, 1, 1),
        opinions=(AspectOpinion(aspect="battery life", positive=True),),
    ),
)
RUBRICS: tuple[Rubric, ...] = (
    AttributeMatch(id="text", attribute="colour", value="black"),
    AttributeMatch(id="number", attribute="wattage", value=12.0, unit="W"),
    AttributeMatch(id="brand", attribute="brand", value="Acme"),
    NegativeAttribute(id="negative", attribute="colour", values=("white", "red")),
    NumericRange(id="rating", field="average_rating", at_least=4.0),
    NumericRange(id="count", field="rating_count", at_least=100.0),
    NumericRange(id="price", field="price", below=5000.0),
    NumericRange(id="watts", field="wattage", at_least=10.0, at_most=15.0, unit="W"),
    EntityMatch(id="entity", entity="desk lamp"),
    ReviewOpinion(id="opinion", aspect="battery life"),
    ReviewOpinion(id="statement", statement="The battery life is great"),
    BudgetMatch(id="budget", budget=4500),
    BudgetMatch(id="voucher", budget=3500, voucher=Voucher(discounts=(Discount(amount=1000),))),
)


@pytest.mark.parametrize("rubric", RUBRICS, ids=lambda one: one.id)
def test_ten_products_with_other_facts_are_refused_and_equal_ones_accepted(rubric: Rubric) -> None:
    trials = list(rubric_trials(rubric, LAMP, REVIEWS))
    verdicts = [(one.name, one.right, judge(rubric, one.offer, one.reviews).satisfied) for one in trials]
    assert [one for one in verdicts if one[1] is not one[2]] == []
    assert sum(not one.right for one in trials) >= 10
    assert sum(one.right for one in trials) >= 2


def test_a_fact_of_yes_or_no_has_its_contrary_and_its_absence() -> None:
    rubric = AttributeMatch(id="bool", attribute="dimmable", value=True)
    trials = list(rubric_trials(rubric, LAMP, REVIEWS))
    assert [one.name for one in trials if not one.right] == ["not stated", "the contrary"]
    assert all(judge(rubric, one.offer, one.reviews).satisfied is one.right for one in trials)
