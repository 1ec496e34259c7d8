"""Listings that were shown."""

from __future__ import annotations

import pytest
from evidence_by_hand import evidence_of, fault_of
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.query import Sort
from shopworld.shop.events import SearchPerformed
from shopworld.tasks import FilterChoice, ListingUsed

PANS = ("Pans",)


def listing(
    *, category: tuple[str, ...] = PANS, sort: Sort = Sort.FEATURED, query: str = "", **filters: tuple[str, ...]
) -> SearchPerformed:
    """A listing as it was shown."""
    return SearchPerformed(category=category, sort=sort.value, query=query, filters=filters, total=1, results=())


@pytest.mark.parametrize(
    ("shown", "right"),
    [
        (listing(material=("steel",), sort=Sort.PRICE_ASCENDING), True),
        (listing(material=("steel",), brand=("Acme",), sort=Sort.PRICE_ASCENDING), True),
        (listing(material=("steel", "iron"), sort=Sort.PRICE_ASCENDING), False),
        (listing(material=("iron",), sort=Sort.PRICE_ASCENDING), False),
        (listing(material=("steel",)), False),
        (listing(sort=Sort.PRICE_ASCENDING), False),
        (listing(category=("Pots",), material=("steel",), sort=Sort.PRICE_ASCENDING), False),
        (listing(category=(), material=("steel",), sort=Sort.PRICE_ASCENDING), False),
    ],
)
def test_filter_and_sort_must_hold_in_one_listing_of_the_collection(shown: SearchPerformed, right: bool) -> None:
    chosen = (FilterChoice(field="material", values=("steel",)),)
    check = ListingUsed(shop="s", category=PANS, filters=chosen, sort=Sort.PRICE_ASCENDING)
    assert (not fault_of(check, evidence_of(shown))) is right


def test_filter_and_sort_in_two_listings_do_not_count() -> None:
    check = ListingUsed(
        shop="s", filters=(FilterChoice(field="material", values=("steel",)),), sort=Sort.PRICE_ASCENDING
    )
    assert fault_of(check, evidence_of(listing(material=("steel",)), listing(sort=Sort.PRICE_ASCENDING)))


@given(st.sampled_from(["harp", "two words"]), st.sampled_from(["{}", " {} ", "  {}"]), st.booleans())
def test_words_searched_for_are_compared_without_case_and_space(words: str, form: str, upper: bool) -> None:
    check = ListingUsed(shop="s", query=words)
    typed = form.format(words.upper() if upper else words)
    assert not fault_of(check, evidence_of(listing(category=(), query=typed)))
    assert fault_of(check, evidence_of(listing(category=(), query=f"{typed} again")))
