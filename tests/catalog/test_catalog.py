"""Reading a catalog: look-ups, categories, reviews, related offers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from shopworld.catalog import Catalog, ReviewSort
from shopworld.catalog.model import Offer

MakeOffer = Callable[..., Offer]
BuildCatalog = Callable[..., Path]


def test_offers_are_found_by_id_slug_and_number(small_catalog: Catalog) -> None:
    offer = small_catalog.offer("alpha/2")
    assert offer is not None
    assert small_catalog.offer_by_slug("alpha", offer.slug) == offer
    assert small_catalog.offer_by_number("alpha", 2) == offer


def test_what_is_not_there_is_none(small_catalog: Catalog) -> None:
    assert small_catalog.offer("alpha/99") is None
    assert small_catalog.offer_by_slug("beta", "kingston-fury-32gb-ddr5-ram") is None
    assert small_catalog.offer_by_number("gamma", 1) is None
    assert small_catalog.product("p-99") is None


def test_offers_come_in_the_order_asked_for(small_catalog: Catalog) -> None:
    found = small_catalog.offers(["alpha/5", "alpha/99", "beta/1", "alpha/1"])
    assert [offer.id for offer in found] == ["alpha/5", "beta/1", "alpha/1"]


def test_one_product_has_offers_in_several_shops(small_catalog: Catalog) -> None:
    assert [offer.id for offer in small_catalog.offers_of_product("p-1")] == ["alpha/1", "beta/1"]


def test_one_shop_can_be_iterated(small_catalog: Catalog) -> None:
    assert small_catalog.shop_ids == ("alpha", "beta")
    assert [offer.number for offer in small_catalog.iterate_offers("beta")] == [1]


def test_the_category_tree_counts_what_is_below(small_catalog: Catalog) -> None:
    tree = small_catalog.category_tree("alpha")
    assert [(one.name, one.count) for one in tree] == [("Gaming", 1), ("Parts", 4), ("Peripherals", 1)]
    assert [(one.name, one.count, one.slug_path) for one in tree[1].children] == [
        ("Cooling", 1, ("parts", "cooling")),
        ("Graphics cards", 1, ("parts", "graphics-cards")),
        ("Memory", 2, ("parts", "memory")),
    ]
    assert small_catalog.category_tree("beta") == ()


def test_sibling_categories_have_addresses_of_their_own(
    tmp_path: Path, make_offer: MakeOffer, build_catalog: BuildCatalog
) -> None:
    offers = [make_offer(1, "A", categories=(("C++",),)), make_offer(2, "B", categories=(("C",),))]
    with Catalog.open(build_catalog(tmp_path / "c", offers, ())) as catalog:
        assert [one.slug_path for one in catalog.category_tree("alpha")] == [("c",), ("c-2",)]


def test_an_offer_in_two_branches_counts_once_above(
    tmp_path: Path, make_offer: MakeOffer, build_catalog: BuildCatalog
) -> None:
    offers = [make_offer(1, "A", categories=(("Top", "One"), ("Top", "Two")))]
    with Catalog.open(build_catalog(tmp_path / "c", offers, ())) as catalog:
        assert catalog.category_tree("alpha")[0].count == 1


def test_reviews_are_sorted_and_paged(small_catalog: Catalog) -> None:
    def ids(sort: ReviewSort) -> list[str]:
        return [review.id for review in small_catalog.reviews("p-1", sort=sort)]

    assert ids(ReviewSort.MOST_HELPFUL) == ["r-2", "r-1", "r-3"]
    assert ids(ReviewSort.NEWEST) == ["r-3", "r-2", "r-1"]
    assert ids(ReviewSort.OLDEST) == ["r-1", "r-2", "r-3"]
    assert ids(ReviewSort.HIGHEST) == ["r-1", "r-3", "r-2"]
    assert ids(ReviewSort.LOWEST) == ["r-2", "r-1", "r-3"]
    assert [review.id for review in small_catalog.reviews("p-1", offset=1, limit=1)] == ["r-1"]
    assert small_catalog.rating_counts("p-1") == {5: 2, 4: 1, 3: 0, 2: 0, 1: 0}
    assert small_catalog.reviews("p-2") == ()


def test_related_offers_are_of_the_same_kind_first_and_never_the_offer_itself(small_catalog: Catalog) -> None:
    offer = small_catalog.offer("alpha/1")
    assert offer is not None
    assert [one.id for one in small_catalog.related(offer, 3)] == ["alpha/2"]


def test_related_offers_are_near_in_price(tmp_path: Path, make_offer: MakeOffer, build_catalog: BuildCatalog) -> None:
    prices = (1000, 9000, 1100, 500, 990)
    offers = [make_offer(number, f"Mouse {number}", kind="mouse", price=price) for number, price in enumerate(prices)]
    with Catalog.open(build_catalog(tmp_path / "c", offers, ())) as catalog:
        assert [one.price for one in catalog.related(offers[0], 3)] == [990, 1100, 500]


def test_a_small_cache_serves_many_offers(tmp_path: Path, make_offer: MakeOffer, build_catalog: BuildCatalog) -> None:
    offers = [make_offer(number, f"Thing {number}") for number in range(1, 2601)]
    with Catalog.open(build_catalog(tmp_path / "c", offers, ())) as catalog:
        ids = [offer.id for offer in offers]
        assert [offer.id for offer in catalog.offers(ids)] == ids
        assert [offer.id for offer in catalog.offers(reversed(ids))] == ids[::-1]


def test_several_threads_may_read(small_catalog: Catalog) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda number: small_catalog.offer(f"alpha/{number % 5 + 1}"), range(200)))
    assert all(offer is not None and offer.number == index % 5 + 1 for index, offer in enumerate(found))


def test_titles_are_searched_as_they_are_written(small_catalog: Catalog) -> None:
    def found(text: str, **page: int) -> list[str]:
        return [offer.id for offer in small_catalog.titled(text, **page)]

    assert sorted(found("corsair VENGEANCE")) == ["alpha/1", "beta/1"]
    assert found("cafe lufter") == ["alpha/4"]
    assert found("drive") == []
    assert found("drives sata") == ["alpha/5"]
    assert found("16 GB") == ["alpha/1"]
    assert found("***") == []
    pages = [found("corsair", offset=offset, limit=1) for offset in range(3)]
    assert sorted(pages) == [[], ["alpha/1"], ["beta/1"]]


def test_offers_of_a_brand_come_in_their_order(small_catalog: Catalog) -> None:
    offers, total = small_catalog.offers_of_brand("Corsair", limit=1)
    assert ([offer.id for offer in offers], total) == (["alpha/1"], 2)
    assert small_catalog.offers_of_brand("corsair") == ((), 0)


def test_the_shops_are_known(small_catalog: Catalog) -> None:
    assert small_catalog.shop_ids == ("alpha", "beta")
