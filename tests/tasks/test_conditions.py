"""Conditions of evolved queries."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from shopworld.catalog.model import Attribute, Offer, Variant, VariantOption
from shopworld.catalog.query import Sort
from shopworld.episode import WORLD_START
from shopworld.tasks.conditions import SORTS, Condition, first_of, meets, sort_key, value_of


def offer(**fields: object) -> Offer:
    """An offer of a mug with some facts."""
    usual: dict[str, object] = {
        "id": "one/1", "shop_id": "one", "number": 1, "product_id": "p1", "slug": "mug", "title": "Mug", "kind": "mug",
        "brand": "Acme", "price": 1999, "rating": 4.4, "review_count": 120, "units_sold": 7,
        "categories": (("Home", "Mugs"),),
        "listed_on": WORLD_START.date() - timedelta(days=31),
        "attributes": (
            Attribute(name="colour", value="navy blue"),
            Attribute(name="returns", value=("Free returns", "30-day returns")),
            Attribute(name="capacity", value=0.4, unit="l"),
            Attribute(name="insulated", value=True),
        ),
    }  # fmt: skip
    return Offer.model_validate(usual | fields)


def ask(field: str, relation: str, value: object) -> bool:
    """Whether the mug meets a condition."""
    return meets(offer(), Condition.model_validate({"field": field, "relation": relation, "value": value}))


@pytest.mark.parametrize(
    ("field", "relation", "right", "wrong"),
    [
        ("kind", "equals", "mug", "cup"),
        ("category", "contains", "mugs", "cups"),
        ("brand", "equals", "ACME", "Acm"),
        ("price", "at_most", 19.99, 19.98),
        ("price", "at_least", 19.99, 20.0),
        ("rating", "at_least", 4.4, 4.5),
        ("review_count", "at_least", 100.0, 121.0),
        ("age", "at_most", 31.0, 30.0),
        ("condition", "equals", "new", "used"),
        ("availability", "equals", "in stock", "out of stock"),
        ("colour", "equals", "Navy Blue", "blue"),
        ("colour", "one_of", ("red", "navy blue"), ("red", "blue")),
        ("returns", "contains", "free returns", "60-day returns"),
        ("capacity", "equals", 0.4, 0.5),
        ("insulated", "equals", True, False),
        ("shipping", "equals", None, "free shipping"),
    ],
)
def test_a_condition_is_met_by_what_the_offer_says(field: str, relation: str, right: object, wrong: object) -> None:
    assert right is None or ask(field, relation, right)
    assert not ask(field, relation, wrong)


def test_what_buyers_choose_counts_as_each_of_its_values() -> None:
    variants = tuple(
        Variant(id=colour, options=(VariantOption(name="Color", value=colour),), price=1) for colour in ("Red", "Green")
    )
    chosen = offer(variants=variants, attributes=())
    assert value_of(chosen, "colour") == ("red", "green")
    assert meets(chosen, Condition(field="colour", relation="equals", value="green"))
    assert not meets(chosen, Condition(field="colour", relation="equals", value="blue"))


@given(some.lists(some.tuples(some.integers(1, 9), some.integers(1, 5), some.integers(0, 9)), min_size=1, max_size=8))
def test_the_first_are_those_that_nothing_beats(rows: list[tuple[int, int, int]]) -> None:
    offers = [
        offer(id=f"one/{at}", price=price, rating=float(stars), units_sold=sold)
        for at, (price, stars, sold) in enumerate(rows)
    ]
    assert first_of(offers, Sort.PRICE_ASCENDING)[0].price == min(price for price, _, _ in rows)
    assert {one.rating for one in first_of(offers, Sort.RATING)} == {max(stars for _, stars, _ in rows)}
    assert {one.units_sold for one in first_of(offers, Sort.BEST_SELLING)} == {max(sold for _, _, sold in rows)}
    assert first_of(offers, None) == offers
    for sort in SORTS:
        first = first_of(offers, sort)
        best = sort_key(first[0], sort)
        others = [sort_key(one, sort) for one in offers if one not in first]
        assert best is not None
        assert all(key is not None and key > best for key in others)


def test_other_sorts_are_refused() -> None:
    with pytest.raises(ValueError, match="no sort of an evolved query"):
        sort_key(offer(), Sort.FEATURED)
