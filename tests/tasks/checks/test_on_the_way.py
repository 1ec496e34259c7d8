"""Checks of what happened on the way: pages, listings, variants, the checkout."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.query import Sort
from shopworld.episode import WORLD_START, Event, Payload
from shopworld.shop.events import CartChanged, CheckoutStep, PageViewed, PolicyViewed, SearchPerformed
from shopworld.tasks import CartVariant, Check, FilterChoice, ListingUsed, NoCheckout, OfferAddress, PageRead
from shopworld.tasks.evidence import EVIDENCE, Evidence

PANS = ("Pans",)
MINE = OfferAddress(shop="s", slug="pan")


def fault_of(check: Check, evidence: Evidence) -> str:
    """Why a check fails; empty where it holds."""
    result = check.grade(evidence, {})
    return "" if result.passed else result.reason


def evidence(*payloads: Payload, shop: str = "s") -> Evidence:
    """What these events come to."""
    return EVIDENCE.over(Event(number, WORLD_START, shop, one) for number, one in enumerate(payloads))


def listing(
    *, category: tuple[str, ...] = PANS, sort: Sort = Sort.FEATURED, query: str = "", **filters: tuple[str, ...]
) -> SearchPerformed:
    """A listing as it was shown."""
    return SearchPerformed(category=category, sort=sort.value, query=query, filters=filters, total=1, results=())


def carted(variant: str | None = None, quantity: int = 1, text: str = "") -> CartChanged:
    """The pan in the cart."""
    return CartChanged(offer_id="s/1", slug="pan", variant_id=variant, personalization=text, quantity=quantity, price=1)


def test_a_page_counts_whichever_of_its_handles_was_opened() -> None:
    check = PageRead(shop="s", handles=("refund-policy", "returns"))
    assert not fault_of(check, evidence(PolicyViewed(handle="returns")))
    assert "refund-policy" in fault_of(check, evidence(PolicyViewed(handle="faq")))
    assert fault_of(check, evidence(PolicyViewed(handle="returns"), shop="other"))


def test_a_page_read_too_late_does_not_count_where_the_order_matters() -> None:
    check = PageRead(shop="s", handles=("faq",), before_cart=True)
    assert "before" in fault_of(check, evidence(carted(), PolicyViewed(handle="faq")))
    assert not fault_of(check, evidence(PolicyViewed(handle="faq"), carted(), PolicyViewed(handle="faq")))


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
    assert (not fault_of(check, evidence(shown))) is right


def test_filter_and_sort_in_two_listings_do_not_count() -> None:
    check = ListingUsed(
        shop="s", filters=(FilterChoice(field="material", values=("steel",)),), sort=Sort.PRICE_ASCENDING
    )
    assert fault_of(check, evidence(listing(material=("steel",)), listing(sort=Sort.PRICE_ASCENDING)))


@given(st.sampled_from(["harp", "two words"]), st.sampled_from(["{}", " {} ", "  {}"]), st.booleans())
def test_words_searched_for_are_compared_without_case_and_space(words: str, form: str, upper: bool) -> None:
    check = ListingUsed(shop="s", query=words)
    typed = form.format(words.upper() if upper else words)
    assert not fault_of(check, evidence(listing(category=(), query=typed)))
    assert fault_of(check, evidence(listing(category=(), query=f"{typed} again")))


def test_all_pieces_must_be_of_the_variant() -> None:
    check = CartVariant(offer=MINE, variants=("red", "blue"))
    assert not fault_of(check, evidence(carted("red"), carted("blue")))
    assert not fault_of(check, evidence(carted("red", text="For Ada")))
    assert "'green'" in fault_of(check, evidence(carted("red"), carted("green")))
    assert not fault_of(check, evidence(carted("green"), carted("red"), carted("green", quantity=0)))
    assert "not in the cart" in fault_of(check, evidence())


@pytest.mark.parametrize("entered", [PageViewed(path="/checkout", page="checkout"), CheckoutStep(step="contact")])
def test_entering_the_checkout_is_seen(entered: Payload) -> None:
    assert fault_of(NoCheckout(), evidence(carted(), entered))
    assert not fault_of(NoCheckout(), evidence(carted(), PageViewed(path="/cart", page="cart")))
