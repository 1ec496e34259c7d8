"""A catalog in numbers."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog import Catalog
from shopworld.catalog.describing import CatalogDescription, Quantiles, describe


def test_a_description_counts_what_is_there(small_catalog: Catalog) -> None:
    found = describe(small_catalog)
    assert (found.offers, found.products, found.reviews, found.offers_per_product) == (6, 5, 3, 1.2)
    alpha = found.shops[0]
    assert (alpha.shop_id, alpha.offers, alpha.categories, alpha.brands) == ("alpha", 5, 7, 4)
    assert (alpha.on_sale, alpha.sold_out, alpha.without_price) == (1, 1, 1)
    assert (found.kinds[0].kind, found.kinds[0].offers) == ("memory", 2)
    assert found.classified == round(5 / 6, 4)
    capacity = next(one for one in found.attributes if one.name == "capacity")
    assert (capacity.offers, capacity.coverage, capacity.examples) == (2, 1.0, (("16 GB", 1), ("32 GB", 1)))
    assert CatalogDescription.model_validate_json(found.model_dump_json()) == found


@given(st.lists(st.integers(min_value=0, max_value=10**6), min_size=1))
def test_quantiles_are_in_order_and_occur(values: list[int]) -> None:
    found = Quantiles.of(Counter(values))
    assert found is not None
    steps = [found.minimum, found.quarter, found.median, found.three_quarters, found.nine_tenths, found.maximum]
    assert steps == sorted(steps)
    assert set(steps) <= set(values)


def test_nothing_has_no_quantiles() -> None:
    assert Quantiles.of({}) is None
