"""A task is not made where another product means what is required and would be refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.model import Attribute, Offer
from shopworld.guru.intent.answers import Answers
from shopworld.guru.intent.inventory import Inventory
from shopworld.tasks.rubrics import AttributeMatch, EntityMatch, NumericRange, Rubric

RUBRICS: tuple[Rubric, ...] = (
    EntityMatch(id="r1", entity="earbuds"),
    AttributeMatch(id="r2", attribute="connection", value="wireless"),
    NumericRange(id="r3", field="price", below=5000),
)


def offer(number: int, title: str, *attributes: Attribute, price: int = 3000) -> Offer:
    """One product."""
    return Offer(
        id=f"amazon/{number}",
        shop_id="amazon",
        number=number,
        product_id=f"B{number:09d}",
        slug=f"b{number:09d}",
        title=title,
        attributes=attributes,
        price=price,
        currency="USD",
    )


@pytest.fixture
def answers(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Answers]:
    """Counts answers in a catalog of the target and one other product."""
    target = offer(1, "Nordel Earbuds", Attribute(name="connection", value=("wireless",)))
    folder = tmp_path / "catalog"
    with CatalogBuilder(folder, name="two") as builder:
        builder.add_offer(target)
        builder.add_offer(request.param)
    with Catalog.open(folder) as catalog:
        yield Answers(catalog, Inventory(catalog))


@pytest.mark.parametrize("answers", [offer(2, "Vestra Bluetooth Earbuds")], indirect=True)
def test_a_title_that_says_what_a_table_does_not_is_found(answers: Answers) -> None:
    assert answers.qualifying(RUBRICS) == [0]
    assert answers.meant(RUBRICS) == 1


@pytest.mark.parametrize(
    "answers",
    [
        offer(2, "Vestra Wired Earbuds"),
        offer(2, "Vestra Earbuds"),
        offer(2, "Vestra Bluetooth Earbuds", price=9000),
        offer(2, "Vestra Bluetooth Speaker"),
    ],
    indirect=True,
)
def test_what_does_not_mean_all_of_it_is_not(answers: Answers) -> None:
    assert answers.meant(RUBRICS) is None
