"""Sets of products agree with grading, for every type of rubric and every product."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shopworld.catalog import Catalog
from shopworld.guru.intent.bitsets import bits_of, common, count, members
from shopworld.guru.intent.inventory import Inventory
from shopworld.shop.vouchers import Discount, Voucher
from shopworld.tasks.rubric_grading import satisfies
from shopworld.tasks.rubrics import (
    AttributeMatch,
    BudgetMatch,
    EntityMatch,
    NegativeAttribute,
    NumericRange,
    Rubric,
)

_TEXTS = {
    "colour": ("black", "white", "pink", "dark pink"),
    "material": ("plastic", "metals", "wood"),
    "connector": ("usb-c", "usb", "micro usb", "lightning"),
    "brand": ("Nordel", "vestra", "Nobody"),
    "main_category": ("Office Products", "cell phones"),
    "compatible_devices": ("smartphone", "tablet"),
    "country_of_origin": ("china", "japan"),
}
_attribute = st.sampled_from(sorted(_TEXTS)).flatmap(
    lambda name: st.tuples(st.just(name), st.sampled_from(_TEXTS[name]))
)
_voucher = st.one_of(
    st.none(),
    st.builds(
        lambda percent, threshold: Voucher(discounts=(Discount(percent=percent, threshold=threshold),)),
        st.integers(1, 90),
        st.integers(0, 4000),
    ),
)
_rubric: st.SearchStrategy[Rubric] = st.one_of(
    _attribute.map(lambda one: AttributeMatch(id="r", attribute=one[0], value=one[1])),
    _attribute.map(lambda one: AttributeMatch(id="r", attribute=one[0], value=(one[1],))),
    _attribute.map(lambda one: NegativeAttribute(id="r", attribute=one[0], values=(one[1],))),
    st.sampled_from((10.0, 15.1, 19.9, 20.0)).map(
        lambda watts: AttributeMatch(id="r", attribute="wattage", value=watts, unit="W")
    ),
    st.builds(
        lambda field, low, high: NumericRange(id="r", field=field, at_least=low, below=high),
        st.sampled_from(("price", "average_rating", "rating_count", "wattage", "ram")),
        st.one_of(st.none(), st.floats(0, 3000)),
        st.floats(0, 4000),
    ),
    st.sampled_from(("wireless charger", "lamps", "desk", "teapot", "pro charger")).map(
        lambda entity: EntityMatch(id="r", entity=entity)
    ),
    st.builds(
        lambda budget, voucher: BudgetMatch(id="r", budget=budget, voucher=voucher), st.integers(1, 4000), _voucher
    ),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rubric=_rubric)
def test_sets_and_grading_agree(intent_catalog: Catalog, inventory: Inventory, rubric: Rubric) -> None:
    found = {int(position) for position in members(inventory.satisfying(rubric), inventory.size)}
    for position in range(0, inventory.size, 13):
        [offer] = intent_catalog.offers_of_product(inventory.product_ids[position])
        assert (position in found) == satisfies(rubric, offer, ())


@given(st.integers(1, 200).flatmap(lambda size: st.tuples(st.just(size), st.sets(st.integers(0, size - 1)))))
def test_sets_keep_their_members(drawn: tuple[int, set[int]]) -> None:
    size, positions = drawn
    bits = bits_of(sorted(positions), size)
    assert set(members(bits, size).tolist()) == positions
    assert count(bits) == len(positions)
    assert count(common((), size)) == size
    assert set(members(common((bits, bits), size), size).tolist()) == positions


def test_products_are_found_by_their_id(inventory: Inventory) -> None:
    assert inventory.position(inventory.product_ids[7]) == 7
