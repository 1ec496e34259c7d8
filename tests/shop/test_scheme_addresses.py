"""Every scheme of addresses reads back what it makes, and no two take a product for something else."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog import Sort
from shopworld.shop import addresses_of, product_slug
from shopworld.shop.addressing import Scheme

SCHEMES = get_args(Scheme)
SLUGS = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}", fullmatch=True)


@pytest.mark.parametrize("scheme", SCHEMES)
@given(slug=SLUGS)
def test_the_slug_of_a_product_is_read_from_its_address(scheme: Scheme, slug: str) -> None:
    there = addresses_of(scheme)
    assert product_slug(there.product(slug)) == slug
    assert there.canonical(there.product(slug)) == there.product(slug)
    assert there.leads(there.product(slug), there.product_route)


@pytest.mark.parametrize("scheme", SCHEMES)
@given(slugs=st.lists(SLUGS, min_size=1, max_size=2))
def test_a_category_is_read_from_its_address(scheme: Scheme, slugs: list[str]) -> None:
    there = addresses_of(scheme)
    path = there.category(slugs)
    assert there.category_of(path) == tuple(slugs)
    assert product_slug(path) is None
    assert not there.leads(path, there.product_route)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_pages_are_apart_and_forms_show_none(scheme: Scheme) -> None:
    there = addresses_of(scheme)
    pages = [there.all_products, there.cart, there.checkout, there.contact, there.order("7")]
    pages += [
        there.policy("shipping-policy"),
        there.policy("faq"),
        there.blog("journal"),
        there.article("journal", "one"),
    ]
    assert len(set(pages)) == len(pages)
    for page in pages:
        assert there.shows_page(page)
        assert there.canonical(page) == page
        assert product_slug(page) is None
    assert not any(there.shows_page(form) for form in there.forms)
    assert [there.is_checkout(page) for page in pages].count(True) == 2
    assert there.is_checkout(there.checkout)
    assert there.is_checkout(there.order("7"))
    assert {there.canonical("/cart/"), there.canonical("/checkout")} == {there.cart, there.checkout}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("sort", Sort)
def test_a_sort_is_read_from_its_word(scheme: Scheme, sort: Sort) -> None:
    there = addresses_of(scheme)
    assert there.sort_of(there.sort_words[sort]) is sort
