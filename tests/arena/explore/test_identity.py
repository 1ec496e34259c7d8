"""Which addresses lead to one page: learned from what pages show."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.arena.explore.prefetch.identity import PageIdentity, is_route, page_number, shape_of

SHOP = "http://shop.test"
words = st.text("abcdefghij0123456789", min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/item/cup", "/item/cup/"),
        ("/item/cup", "/item/cup?utm_source=mail&gclid=1"),
        ("/item/cup", "/item/cup;jsessionid=A1"),
        ("/", "/index.php"),
        ("/item/cup", "//www.shop.test/item/cup"),
        ("/a?x=1&y=2", "/a?y=2&x=1"),
    ],
)
def test_what_never_changes_a_page_makes_no_other_page(one: str, other: str) -> None:
    identity = PageIdentity()
    second = other if not other.startswith("//") else f"http:{other}"
    assert identity.same_page(f"{SHOP}{one}", second if second.startswith("http") else f"{SHOP}{second}")


@pytest.mark.parametrize(("one", "other"), [("/p?id=1", "/p?id=2"), ("/#/cup", "/#/mug"), ("/cup", "/mug")])
def test_what_may_change_a_page_makes_another(one: str, other: str) -> None:
    assert not PageIdentity().same_page(f"{SHOP}{one}", f"{SHOP}{other}")


def test_a_parameter_changes_nothing_once_products_stay_the_same_with_it() -> None:
    identity = PageIdentity()
    for number in range(3):
        for listing in ("front", "cups"):
            identity.observe(f"{SHOP}/item/{number}?zx={listing}", f"Cup {number}", 10.0 + number)
    assert identity.same_page(f"{SHOP}/item/1?zx=front", f"{SHOP}/item/1?zx=other")


def test_a_parameter_that_was_seen_to_tell_products_apart_always_does() -> None:
    identity = PageIdentity()
    for number in range(3):
        identity.observe(f"{SHOP}/p?id={number}&zx=a", f"Cup {number}", 10.0)
        identity.observe(f"{SHOP}/p?id={number}&zx=b", f"Cup {number}", 10.0)
    assert identity.inert == {"zx"}
    assert not identity.same_page(f"{SHOP}/p?id=1", f"{SHOP}/p?id=2")


def test_a_product_below_two_listings_is_one_and_two_of_one_name_stay_two() -> None:
    identity, other = PageIdentity(), PageIdentity()
    for number in range(3):
        for folder in ("cups", "sale"):
            identity.observe(f"{SHOP}/{folder}/cup-{number}", f"Cup {number}", 10.0)
            other.observe(f"{SHOP}/{folder}/cup-{number}", f"Cup {number} of {folder}", 10.0)
    assert identity.product(f"{SHOP}/cups/cup-1") == identity.product(f"{SHOP}/sale/cup-1")
    assert other.product(f"{SHOP}/cups/cup-1") != other.product(f"{SHOP}/sale/cup-1")


def test_a_canonical_address_holds_unless_different_pages_claim_it() -> None:
    identity = PageIdentity()
    identity.claim(f"{SHOP}/p37", f"{SHOP}/item/cup", "Cup", f"{SHOP}/")
    assert identity.same_page(f"{SHOP}/p37", f"{SHOP}/item/cup")
    identity.claim(f"{SHOP}/p38", f"{SHOP}/item/cup", "Mug", f"{SHOP}/")
    assert not identity.same_page(f"{SHOP}/p37", f"{SHOP}/p38")
    identity.claim(f"{SHOP}/p39", f"{SHOP}/", "Jug", f"{SHOP}/")
    assert not identity.same_page(f"{SHOP}/p39", f"{SHOP}/")


@pytest.mark.parametrize(
    ("address", "number"),
    [
        ("/shop/cups", 0),
        ("/shop/cups?page=3", 3),
        ("/shop/cups/page/2", 2),
        ("/shop/cups?start=24", 24),
        ("/shop/cups?sort=price", None),
        ("/shop/mugs?page=3", None),
        ("/shop/cups?page=2&color=red", None),
    ],
)
def test_further_pages_of_a_listing_are_told_from_other_pages(address: str, number: int | None) -> None:
    assert page_number(f"{SHOP}{address}", f"{SHOP}/shop/cups") == number


@given(st.lists(words, min_size=1, max_size=4), st.dictionaries(words, words, max_size=3), st.booleans())
def test_a_name_is_the_name_of_itself_and_no_order_of_parameters_changes_it(
    folders: list[str], query: dict[str, str], slash: bool
) -> None:
    identity = PageIdentity()
    path = f"{SHOP}/{'/'.join(folders)}"
    forwards, backwards = urlencode(query), urlencode(dict(reversed(query.items())))
    one = f"{path}{'/' if slash else ''}?{forwards}"
    assert identity.key(one) == identity.key(f"{path}?{backwards}")
    assert identity.key(f"http:{identity.key(one)}") == identity.key(one)


@given(st.text(max_size=40))
def test_any_text_has_a_name_and_a_shape(text: str) -> None:
    try:
        shape = shape_of(f"{SHOP}/{text}")
    except ValueError:
        return  # what is no address is refused where it is read
    assert shape.lstrip("#").startswith("/")
    assert PageIdentity().key(f"{SHOP}/{text}") == PageIdentity().key(f"{SHOP}/{text}")
    assert is_route(f"{SHOP}/#/{text}x") in (True, False)
