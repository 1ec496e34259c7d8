"""Requirements in words."""

from __future__ import annotations

import pytest

from shopworld.shop.vouchers import Discount, Voucher
from shopworld.tasks.rubrics import (
    AttributeMatch,
    BudgetMatch,
    EntityMatch,
    NegativeAttribute,
    NumericRange,
    ReviewOpinion,
    Rubric,
    rubric_in_words,
)


@pytest.mark.parametrize(
    ("rubric", "words"),
    [
        (AttributeMatch(id="r", attribute="screen_size", value=6.0, unit="inch"), "screen size is 6.0 inch"),
        (AttributeMatch(id="r", attribute="color", value=("red", "blue")), "color is red, blue (all of them)"),
        (NegativeAttribute(id="r", attribute="color", values=("red",)), "color is stated, and is none of: red"),
        (NumericRange(id="r", field="price", at_least=1000, below=2550), "price is at least 10 and below 25.5"),
        (NumericRange(id="r", field="average_rating", at_least=4.5), "average rating is at least 4.5"),
        (EntityMatch(id="r", entity="lamp"), "the product is a thing of this kind: lamp"),
        (ReviewOpinion(id="r", aspect="noise", positive=False), "at least one review blames noise"),
        (
            ReviewOpinion(id="r", aspect="noise", statement="it is quiet"),
            "at least one review praises noise and says, in these or other words: it is quiet",
        ),
        (
            ReviewOpinion(id="r", statement="it is quiet"),
            "at least one review says, in these or other words: it is quiet",
        ),
        (BudgetMatch(id="r", budget=4999), "the price is at most 49.99"),
    ],
)
def test_each_kind_says_its_value(rubric: Rubric, words: str) -> None:
    assert rubric_in_words(rubric) == words


def test_a_voucher_is_told_whole() -> None:
    rubric = BudgetMatch(id="r", budget=100, voucher=Voucher(discounts=(Discount(threshold=50, amount=20),)))
    assert '"threshold":50,"amount":20' in rubric_in_words(rubric)
