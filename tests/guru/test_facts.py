"""Requirements tried on facts: every relation, superlatives, objectives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.model import Attribute
from shopworld.guru.facts import Facts, cheapest, satisfies, select, title_words
from shopworld.tasks import Constraint, OfferAddress

NUMBERS = st.integers(0, 4000).map(lambda number: number / 4)
WORDS = st.text("abcdefghij", min_size=1, max_size=6)
PRICES = st.none() | st.integers(1, 99999)


def facts(
    number: float | str | bool | tuple[str, ...] | None = None,
    *,
    name: str = "thing",
    price: int | None = 1000,
    title: str = "A thing",
    group: str | None = None,
) -> Facts:
    """An offer of whose attributes `size` and `group` are of interest."""
    attributes = {} if number is None else {"size": Attribute(name="size", value=number)}
    if group is not None:
        attributes["group"] = Attribute(name="group", value=group)
    return Facts(OfferAddress(shop="one", slug=name), "", title, "acme", "ssd", price, attributes)


def size(relation: str, value: object = "") -> Constraint:
    """A requirement on the attribute `size`."""
    return Constraint.model_validate({"attribute": "size", "relation": relation, "value": value})


@given(NUMBERS, NUMBERS)
def test_numbers_are_compared_as_numbers(found: float, wanted: float) -> None:
    one = facts(found)
    assert satisfies(one, size("equals", wanted)) is (found == wanted)
    assert satisfies(one, size("not_equals", wanted)) is (found != wanted)
    assert satisfies(one, size("at_least", wanted)) is (found >= wanted)
    assert satisfies(one, size("at_most", wanted)) is (found <= wanted)
    assert satisfies(one, size("more_than", wanted)) is (found > wanted)
    assert satisfies(one, size("less_than", wanted)) is (found < wanted)


@given(NUMBERS, NUMBERS)
def test_a_number_printed_as_text_counts_as_a_number(found: float, wanted: float) -> None:
    for relation in ("equals", "at_least", "less_than"):
        assert satisfies(facts(f"{found}"), size(relation, wanted)) is satisfies(facts(found), size(relation, wanted))


@given(WORDS, WORDS)
def test_texts_are_compared_without_case(found: str, wanted: str) -> None:
    assert satisfies(facts(found), size("equals", wanted.upper())) is (found == wanted)
    assert satisfies(facts(found.upper()), size("not_equals", wanted)) is (found != wanted)
    for relation in ("at_least", "at_most", "more_than", "less_than"):
        assert not satisfies(facts(found), size(relation, 1.0))


@given(st.lists(WORDS, min_size=1, max_size=4, unique=True), st.lists(WORDS, min_size=1, max_size=4, unique=True))
def test_lists_are_compared_as_sets(found: list[str], wanted: list[str]) -> None:
    one = facts(tuple(found))
    assert satisfies(one, size("equals", tuple(reversed(found))))
    assert satisfies(one, size("equals", found[0]))
    assert satisfies(one, size("contains", tuple(wanted))) is (set(wanted) <= set(found))
    assert satisfies(one, size("one_of", tuple(wanted))) is bool(set(wanted) & set(found))
    assert satisfies(facts(found[0]), size("one_of", tuple(wanted))) is (found[0] in wanted)


@pytest.mark.parametrize("found", [True, False])
def test_yes_and_no_are_no_numbers(found: bool) -> None:
    assert satisfies(facts(found), size("equals", found))
    assert not satisfies(facts(found), size("equals", not found))
    assert not satisfies(facts(found), size("equals", float(found)))
    assert not satisfies(facts(found), size("at_least", 0.0))


@given(st.sampled_from(["equals", "at_least", "more_than", "contains", "one_of", "not_equals", "largest"]), NUMBERS)
def test_what_is_not_said_is_what_the_caller_says(relation: str, wanted: float) -> None:
    assert not satisfies(facts(), size(relation, wanted))
    assert satisfies(facts(), size(relation, wanted), unknown=True)


def test_kind_brand_price_address_and_title_are_always_known() -> None:
    one = facts(title="Acme Swift 1TB SSD", price=1999)
    for attribute, relation, right, wrong in (
        ("kind", "equals", "ssd", "monitor"),
        ("brand", "equals", "ACME", "Other"),
        ("price", "less_than", 20.0, 19.99),
        ("address", "equals", "one/thing", "two/thing"),
        ("title", "contains", ("1tb", "swift"), ("swift", "2tb")),
    ):
        for value, holds in ((right, True), (wrong, False)):
            wanted = Constraint.model_validate({"attribute": attribute, "relation": relation, "value": value})
            assert satisfies(one, wanted, unknown=True) is holds
    assert not satisfies(facts(price=None), Constraint(attribute="price", relation="less_than", value=5.0))


@given(st.lists(st.none() | NUMBERS, max_size=8), NUMBERS)
def test_superlatives_look_at_what_meets_the_rest(numbers: list[float | None], bound: float) -> None:
    offers = [facts(number, name=f"n{position}") for position, number in enumerate(numbers)]
    below = [number for number in numbers if number is not None and number < bound]
    found = select(offers, (size("largest"), size("less_than", bound)))
    assert (
        [one.attributes["size"].value for one in found] == [max(below)] * below.count(max(below))
        if below
        else (found == [])
    )
    found = select(offers, (size("smallest"),))
    known = [number for number in numbers if number is not None]
    assert [one.attributes["size"].value for one in found] == ([min(known)] * known.count(min(known)) if known else [])


@given(st.lists(st.none() | NUMBERS, max_size=8))
def test_offers_that_do_not_say_how_large_they_are_may_be_the_largest(numbers: list[float | None]) -> None:
    offers = [facts(number, name=f"n{position}") for position, number in enumerate(numbers)]
    found = select(offers, (size("largest"),), unknown=True)
    silent = [one for one in offers if not one.attributes]
    assert [one for one in found if not one.attributes] == silent


@given(st.lists(PRICES, max_size=8))
def test_the_cheapest_are_all_of_the_lowest_price(prices: list[int | None]) -> None:
    offers = [facts(price=price, name=f"n{position}") for position, price in enumerate(prices)]
    assert cheapest(offers, "all") == offers
    known = [price for price in prices if price is not None]
    assert [one.price for one in cheapest(offers, "cheapest")] == (
        [min(known)] * known.count(min(known)) if known else []
    )


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 5)), max_size=10))
def test_the_cheapest_of_each_group(rows: list[tuple[str, int]]) -> None:
    offers = [facts(price=price, name=f"n{position}", group=group) for position, (group, price) in enumerate(rows)]
    found = [(str(one.attributes["group"].value), one.price) for one in cheapest(offers, "cheapest_each", "group")]
    for group in {group for group, _ in rows}:
        lowest = min(price for other, price in rows if other == group)
        assert found.count((group, lowest)) == rows.count((group, lowest))
    assert {group for group, _ in found} == {group for group, _ in rows}
    assert all(price == min(other for name, other in rows if name == group) for group, price in found)


def test_titles_are_compared_by_the_words_of_the_search() -> None:
    assert set(title_words("16 GB")) <= set(title_words("Kit 16GB, DDR5"))
    assert not set(title_words("Ridge 6")) <= set(title_words("Ridge 64"))
