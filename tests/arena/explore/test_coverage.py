"""What is said where little of a shop was read."""

from __future__ import annotations

import pytest

from shopworld.arena.explore.corroboration import corroborate
from shopworld.arena.explore.coverage import TooLittleRead, check_coverage, coverage_of
from shopworld.arena.explore.findings import LIKELY, SURE, Findings
from shopworld.arena.explore.prefetch.site import CollectionRecord, PrefetchedSite, ProductRecord
from shopworld.arena.explore.statistics_reading import read_statistics


def site(read: int, total: int | None = None, *, cut_off: str = "", listed: bool = True) -> PrefetchedSite:
    products = tuple(
        ProductRecord(url=f"http://shop.test/{n}", title=f"Cup {n}", price=10.0 + n, currency="EUR", detailed=True)
        for n in range(read)
    )
    urls = tuple(one.url for one in products)
    listing = CollectionRecord(url="http://shop.test/all", title="Cups", count=total or read, products=urls)
    return PrefetchedSite(
        start="http://shop.test/",
        host="shop.test",
        currency="EUR",
        products=products,
        products_total=total or read or None,
        collections=(listing,) if listed and read else (),
        cut_off=cut_off,
        sources=("pages",),
    )


@pytest.mark.parametrize(("read", "total"), [(1, 19), (1, 126), (0, None), (1, None), (5, 24)])
def test_too_little_is_a_failure_that_says_what_was_read(read: int, total: int | None) -> None:
    with pytest.raises(TooLittleRead, match=rf"^{read} of") as failed:
        check_coverage(site(read, total), 0.5)
    assert "products could be read" in failed.value.message
    check_coverage(site(read, total), 0)


def test_enough_is_enough() -> None:
    check_coverage(site(12, 24), 0.5)
    assert coverage_of(site(12, 24)).share == 0.5


def test_a_budget_that_is_spent_makes_numbers_the_least_there_is() -> None:
    findings = Findings()
    read_statistics(site(12, cut_off="the budget of 9 requests is spent"), findings)
    total = findings.values["stats.products_total"]
    assert (total.value, total.note) == (12, "at least: the budget of 9 requests is spent")
    assert total.confidence < LIKELY


def test_what_was_not_found_is_unknown_and_not_none() -> None:
    findings = Findings()
    read_statistics(site(0, listed=False), findings)
    assert findings.value("stats.collections_total") is None
    assert findings.value("stats.info_pages_count") is None
    assert {"stats.products_total", "stats.collections_total", "stats.price.median"} <= set(findings.unknown)


def test_a_number_that_two_signals_tell_is_sure() -> None:
    findings = Findings()
    read_statistics(site(24, 24), findings)
    assert findings.values["stats.products_total"].confidence == SURE


@pytest.mark.parametrize("mentions", [(), ("product.has_reviews",)])
def test_what_nobody_saw_is_surely_not_there_where_no_source_speaks_of_it(mentions: tuple[str, ...]) -> None:
    findings = Findings()
    findings.found("product.has_reviews", value=False, confidence=LIKELY)
    corroborate(findings, site(24).model_copy(update={"mentions": mentions}))
    assert findings.values["product.has_reviews"].confidence == (LIKELY if mentions else SURE)
