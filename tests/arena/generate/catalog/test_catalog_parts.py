"""Parts of generated catalogs: prices, sizes of collections, texts of pages and what they promise."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shopworld.arena.bundle import PriceStatistics, SpecificationBundle, read_bundle
from shopworld.arena.generate.catalog import make_identity, make_shop_data
from shopworld.arena.generate.catalog.collection_sizes import free_sizes
from shopworld.arena.generate.catalog.pricing import priced, stepped
from shopworld.arena.generate.catalog.writing import html_of
from shopworld.arena.specifications import shipped_specifications
from shopworld.shop.data import ShopData
from shopworld.shop.presentation import Presentation
from shopworld.shop.specification import Identity

SHIPPED = tuple(shipped_specifications())
SEED = 11


@cache
def bundle(name: str) -> SpecificationBundle:
    return read_bundle(shipped_specifications()[name])


@cache
def small(name: str) -> ShopData:
    return make_shop_data(bundle(name), SEED, 40)


@cache
def identity(name: str) -> Identity:
    return make_identity(bundle(name), SEED)


def texts(name: str) -> dict[str, str]:
    data = small(name)
    return {one.handle: re.sub(r"<[^>]+>", " ", one.body_html) for one in (*data.pages, *data.policies)}


@given(
    natural=st.lists(st.floats(1, 900), min_size=1, max_size=80),
    bounds=st.tuples(st.floats(0.5, 2000), st.floats(0.5, 2000), st.floats(0.5, 2000)).map(sorted),
)
@settings(max_examples=60, deadline=None)
def test_prices_keep_the_order_of_nature_and_the_bounds(natural: list[float], bounds: list[float]) -> None:
    low, middle, high = (round(one, 2) for one in bounds)
    prices = priced(natural, PriceStatistics(min=low, median=middle, max=high), Random(1))
    assert len(prices) == len(natural)
    assert all(round(low * 100) <= one <= round(high * 100) for one in prices)
    if len(prices) > 2:
        by_nature = [price for _, price in sorted(zip(natural, prices, strict=True))]
        assert by_nature == sorted(by_nature)
        assert (min(prices), max(prices)) == (round(low * 100), round(high * 100))


@given(cents=st.integers(50, 90_000), factor=st.floats(0.5, 3), highest=st.integers(50, 100_000))
def test_a_dearer_variant_ends_as_the_first_one_does(cents: int, factor: float, highest: int) -> None:
    price = stepped(cents, factor, highest)
    assert 0 < price <= max(highest, 50)
    assert price == highest or price % 100 == cents % 100 or price <= 50


@given(
    count=st.integers(0, 60),
    fixed=st.lists(st.integers(2, 100), max_size=10),
    median=st.integers(2, 40),
    spread=st.floats(1, 3),
    largest=st.integers(40, 200),
)
@settings(max_examples=60, deadline=None)
def test_sizes_are_whole_bounded_and_near_the_average(
    count: int, fixed: list[int], median: int, spread: float, largest: int
) -> None:
    average = min(median * spread, largest * 0.5)
    sizes = free_sizes(count, fixed, average=average, median=median, largest=largest)
    assert len(sizes) == count
    assert sizes == sorted(sizes, reverse=True)
    assert all(2 <= one <= largest for one in sizes)
    can_be_had = average * count > largest + median * count
    if count > 20 and not fixed and can_be_had:
        assert mean(sizes) == pytest.approx(average, rel=0.35, abs=2)


def test_lines_become_headings_lists_tables_and_paragraphs() -> None:
    html = html_of("Hello <you>\n# A & B\n- one\n- two\n1. first\n| a | b |\n| 1 | 2 |")
    assert html == (
        "<p>Hello &lt;you&gt;</p><h3>A &amp; B</h3><ul><li>one</li><li>two</li></ul><ol><li>first</li></ol>"
        "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    ) or html.startswith("<p>Hello &lt;you&gt;</p><h2>A &amp; B</h2>")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_specification_s_promises_are_kept(name: str) -> None:
    promises, who = bundle(name).promises, identity(name)
    assert promises.returns_days in {None, who.returns_days}
    if promises.free_shipping_from is not None:
        assert who.shipping[0].free_from == round(promises.free_shipping_from * 100)
    if promises.shipping_fee is not None:
        assert who.shipping[0].price == round(promises.shipping_fee * 100)
    if promises.express_fee is not None:
        assert who.shipping[1].price == round(promises.express_fee * 100)
    if promises.newsletter_discount is not None:
        assert who.promotions[0].percent == promises.newsletter_discount


@pytest.mark.parametrize("name", SHIPPED)
def test_pages_state_thresholds_fees_and_periods(name: str) -> None:
    who, money = identity(name), Presentation(identity(name)).money
    told = texts(name)
    assert set(told) == set(bundle(name).capabilities.info_pages_present)
    shipping = told["shipping-policy"]
    for one in who.shipping:
        assert one.name in shipping
        assert one.days in shipping
        assert money(one.price) in shipping
    free_from = who.shipping[0].free_from
    assert free_from is not None
    assert money(free_from) in shipping
    refund = told["refund-policy"]
    assert f"{who.returns_days} days" in refund
    assert (money(who.return_fee) if who.return_fee else "Returns are free") in refund
    assert who.support_email in told["contact"]
    assert who.support_phone in told["contact"]
    assert f"{who.returns_days} days" in told["faq"]
    if "gift-cards" in told:
        assert f"{who.gift_card_months} months" in told["gift-cards"]
    if "warranty" in told:
        assert who.warranty is not None
        assert who.warranty in told["warranty"]
    for text in told.values():
        assert "{" not in text
        assert "None" not in text


@pytest.mark.parametrize("name", SHIPPED)
def test_stores_have_an_address_and_opening_hours(name: str) -> None:
    stores = small(name).store.locations
    assert bool(stores) == ("store-locator" in bundle(name).capabilities.info_pages_present)
    for one in stores:
        assert one.address in texts(name)["store-locator"]
        assert one.hours in texts(name)["store-locator"]


def test_an_unknown_page_says_where_to_turn() -> None:
    import dataclasses

    capabilities = bundle("cookware").capabilities.model_copy(update={"info_pages_present": ("repair-service",)})
    data = make_shop_data(dataclasses.replace(bundle("cookware"), capabilities=capabilities), SEED, 12)
    [page] = data.pages
    assert (page.handle, page.title) == ("repair-service", "Repair service")
    assert "@" in page.body_html
