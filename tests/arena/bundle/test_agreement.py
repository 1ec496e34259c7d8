"""How what was found is compared with what was specified."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.arena.bundle.agreement import BundleAgreement, agreement_of, compare
from shopworld.shop.capabilities import Capabilities, CartCapabilities, Collection, Floating


@pytest.mark.parametrize(
    ("name", "wanted", "found", "share"),
    [
        ("cart.type", "drawer", "drawer", 1),
        ("cart.type", "drawer", "page", 0),
        ("cart.has_upsells", False, False, 1),
        ("collection.sort", ["a", "b"], ["b", "a"], 1),
        ("collection.sort", ["a", "b", "c"], ["a", "b", "d"], 0.5),
        ("collection.sort", [], [], 1),
        ("collection.sort", ["a"], [], 0),
        ("homepage.section_types", ["a", "b", "c", "d"], ["a", "c", "b", "d"], 0.75),
        ("homepage.section_types", ["a", "b"], ["a", "x", "b", "y"], 0.5),
        (
            "collection.filters",
            [{"name": "color", "control": "swatch"}, {"name": "price", "control": "slider"}],
            [{"name": "colour", "control": "swatch"}, {"name": "price", "control": "min-max"}],
            1 / 3,
        ),
    ],
)
def test_values_agree_as_far_as_they_are_the_same(name: str, wanted: Any, found: Any, share: float) -> None:
    assert agreement_of(name, wanted, found) == pytest.approx(share)
    assert agreement_of(name, found, wanted) == pytest.approx(share)


@given(st.lists(st.sampled_from("abcdef"), unique=True), st.lists(st.sampled_from("abcdef"), unique=True))
def test_lists_agree_fully_only_when_they_are_the_same(one: list[str], other: list[str]) -> None:
    ordered, free = (agreement_of(name, one, other) for name in ("homepage.section_types", "collection.sort"))
    assert 0 <= ordered <= 1
    assert 0 <= free <= 1
    assert (ordered == 1) == (one == other)
    assert (free == 1) == ({*one} == {*other})


def test_what_nobody_specified_and_what_nobody_can_see_is_not_compared() -> None:
    wanted = Capabilities(
        descriptor="a shop",
        floating=Floating(has_chat_widget=True),
        collection=Collection(pagination="none", page_size=24),
    )
    result = compare(wanted, Capabilities(floating=Floating(has_chat_widget=True)))
    assert "floating.has_chat_widget" in result.by_value
    for name in ("floating.has_age_gate", "descriptor", "category", "tone", "collection.page_size"):
        assert name not in result.by_value


def test_misses_are_told_with_reasons_and_areas() -> None:
    wanted = Capabilities(cart=CartCapabilities(type="drawer"))
    seen = {"cart.has_promo_input", "checkout.flow", "product.gallery_style"}
    result = compare(wanted, Capabilities(), case="case 1", unknown={"cart": "no cart was seen"}, seen=seen)
    miss = next(one for one in result.misses if one.name == "cart.type")
    assert (miss.wanted, miss.found, miss.reason, miss.case) == (
        "drawer",
        "not found out",
        "no cart was seen",
        "case 1",
    )
    assert result.by_area()["cart"] == 0.5
    assert result.by_area()["checkout"] == 1
    total = BundleAgreement()
    total.add(result)
    total.add(compare(Capabilities(), Capabilities()))
    assert total.values == 2 * result.values
    assert result.total < total.total < 1
    assert BundleAgreement().total == 1
