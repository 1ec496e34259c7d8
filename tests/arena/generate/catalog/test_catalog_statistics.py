"""Catalogs of generated shops: the statistics of the specification, collections as real shops have them."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from statistics import mean, median

import pytest

from shopworld.arena.bundle import SpecificationBundle, Statistics, read_bundle
from shopworld.arena.generate.catalog import make_identity, make_shop_data
from shopworld.arena.specifications import shipped_specifications
from shopworld.shop.data import MenuItemData, ShopData
from shopworld.shop.data.offers import offers_of

SHIPPED = tuple(shipped_specifications())


@cache
def bundle(name: str) -> SpecificationBundle:
    return read_bundle(shipped_specifications()[name])


@cache
def made(name: str) -> ShopData:
    return make_shop_data(bundle(name), 1)


def lowest_prices(data: ShopData) -> list[float]:
    return [min(float(one.price) for one in product.variants) for product in data.products if not product.is_gift_card]


def depth_of(menu: Iterable[MenuItemData]) -> int:
    return 1 + max((depth_of(item.children) for item in menu if item.children), default=0)


def walked(menu: Iterable[MenuItemData]) -> Iterator[MenuItemData]:
    for item in menu:
        yield item
        yield from walked(item.children)


@pytest.mark.parametrize("name", SHIPPED)
def test_numbers_of_products_and_collections_are_those_stated(name: str) -> None:
    wanted = bundle(name).statistics
    assert len(made(name).products) == wanted.products_total
    assert len(made(name).collections) == wanted.collections_total


@pytest.mark.parametrize("name", SHIPPED)
def test_sizes_of_collections_are_those_stated(name: str) -> None:
    wanted = bundle(name).statistics.products_per_collection
    sizes = [len(one.product_handles) for one in made(name).collections]
    assert max(sizes) == wanted.max
    assert mean(sizes) == pytest.approx(wanted.avg, rel=0.06)
    assert median(sizes) == pytest.approx(wanted.median, abs=1)


@pytest.mark.parametrize("name", SHIPPED)
def test_prices_have_the_stated_range_and_median(name: str) -> None:
    wanted = bundle(name).statistics.price
    prices = lowest_prices(made(name))
    highest = max(float(one.price) for product in made(name).products for one in product.variants)
    assert (min(prices), median(prices), highest) == (wanted.min, wanted.median, wanted.max)


@pytest.mark.parametrize("name", SHIPPED)
def test_prices_are_spread_and_not_heaped(name: str) -> None:
    prices = Counter(lowest_prices(made(name)))
    assert max(prices.values()) <= len(made(name).products) * 0.15


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_dear_by_nature_is_dear(name: str) -> None:
    dear, cheap = {
        "clothing": ("coat", "socks"),
        "cookware": ("cookware_set", "whisk"),
        "hardware": ("multimeter", "jumper_wires"),
    }[name]
    by_kind: dict[str, list[float]] = {}
    for product in made(name).products:
        by_kind.setdefault(product.details.kind, []).append(min(float(one.price) for one in product.variants))
    assert median(by_kind[dear]) > 2 * median(by_kind[cheap])


@pytest.mark.parametrize("name", SHIPPED)
def test_the_share_with_variants_and_their_options_are_those_stated(name: str) -> None:
    wanted = bundle(name).statistics
    assert wanted.products_with_variants_pct is not None
    products = made(name).products
    with_variants = [one for one in products if len(one.variants) > 1]
    assert len(with_variants) / len(products) == pytest.approx(wanted.products_with_variants_pct, abs=0.01)
    axes = {option.name for one in with_variants if not one.is_gift_card for option in one.options}
    assert axes == set(wanted.variant_axes_observed)


@pytest.mark.parametrize("name", SHIPPED)
def test_variants_are_complete_and_priced(name: str) -> None:
    for product in made(name).products:
        chosen = [(one.option1, one.option2, one.option3) for one in product.variants]
        assert 1 <= len(chosen) <= 24
        assert len(set(chosen)) == len(chosen)
        for one in product.variants:
            assert float(one.price) > 0
            assert one.compare_at_price is None or float(one.compare_at_price) > float(one.price), product.title


@pytest.mark.parametrize("name", SHIPPED)
def test_the_navigation_is_as_deep_as_stated_and_leads_to_what_there_is(name: str) -> None:
    data = made(name)
    assert depth_of(data.navigation["main-menu"]) == bundle(name).statistics.navigation_depth_max
    there = {f"/collections/{one.handle}" for one in data.collections} | {"/collections", "/collections/all", ""}
    there |= {f"/products/{one.handle}" for one in data.products} | {f"/pages/{one.handle}" for one in data.pages}
    there |= {f"/policies/{one.handle}" for one in data.policies} | {f"/blogs/{one.blog}" for one in data.articles}
    for menu in data.navigation.values():
        assert {item.url for item in walked(menu)} <= there


@pytest.mark.parametrize("name", SHIPPED)
def test_no_collection_is_empty_and_no_two_are_one(name: str) -> None:
    collections = made(name).collections
    for one in collections:
        assert len(one.product_handles) >= 2
        assert len(set(one.product_handles)) == len(one.product_handles)
    for place, one in enumerate(collections):
        ours = set(one.product_handles)
        for other in collections[place + 1 :]:
            theirs = set(other.product_handles)
            assert len(ours & theirs) < 0.92 * len(ours | theirs), (one.title, other.title)
    assert len({one.title.casefold() for one in collections}) == len({one.handle for one in collections})
    assert len({one.handle for one in collections}) == len(collections)


@pytest.mark.parametrize("name", SHIPPED)
def test_collections_overlap_and_hold_every_product(name: str) -> None:
    data = made(name)
    times = Counter(handle for one in data.collections for handle in one.product_handles)
    assert [one.title for one in data.products if one.handle not in times and not one.is_gift_card] == []
    assert mean(times.values()) > 2


@pytest.mark.parametrize("name", SHIPPED)
def test_collections_tell_what_they_hold(name: str) -> None:
    texts = Counter(one.description_html for one in made(name).collections)
    assert all(text.startswith("<p>") and text.endswith(".</p>") for text in texts)
    assert max(texts.values()) <= 3


@pytest.mark.parametrize("name", SHIPPED)
def test_products_have_titles_makers_pictures_and_companions(name: str) -> None:
    products = made(name).products
    handles = {one.handle for one in products}
    assert len(handles) == len({one.title for one in products}) == len(products)
    assert 3 <= len({one.vendor for one in products}) <= 24
    for one in products:
        assert one.images
        assert all(image.alt for image in one.images)
        assert set(one.details.bought_together) <= handles - {one.handle}


@pytest.mark.parametrize("name", SHIPPED)
def test_reviews_belong_to_products_and_differ_between_them(name: str) -> None:
    data = made(name)
    assert set(data.reviews) <= {one.handle for one in data.products}
    assert 0.7 < len(data.reviews) / len(data.products) < 0.95
    averages = [mean(review.rating for review in reviews) for reviews in data.reviews.values()]
    assert 3.7 < mean(averages) < 4.5
    assert max(averages) - min(averages) > 1


@pytest.mark.parametrize("name", SHIPPED)
def test_a_value_of_a_filter_is_written_in_one_way(name: str) -> None:
    values: dict[str, set[str]] = {}
    for offer in offers_of(made(name), make_identity(bundle(name), 1)):
        for one in offer.attributes:
            told = one.value if isinstance(one.value, tuple) else (one.value,)
            values.setdefault(one.name, set()).update(str(value) for value in told)
    assert "size" in values or "pack" in values
    for listed in values.values():
        assert len({value.casefold() for value in listed}) == len(listed), sorted(listed)


@pytest.mark.parametrize("products", [1, 2, 7, 40, 500])
def test_any_number_of_products_makes_a_whole_shop(products: int) -> None:
    data = make_shop_data(bundle("cookware"), 3, products)
    assert len(data.products) == products
    assert all(2 <= len(one.product_handles) <= products for one in data.collections)
    assert all(1 <= len(one.variants) <= 24 for one in data.products)


def test_the_same_seed_gives_the_same_data_and_another_seed_other_data() -> None:
    first = make_shop_data(bundle("hardware"), 4, 60)
    assert first.model_dump_json() == make_shop_data(bundle("hardware"), 4, 60).model_dump_json()
    other = make_shop_data(bundle("hardware"), 5, 60)
    assert {one.title for one in first.products} != {one.title for one in other.products}


@pytest.mark.parametrize(
    "statistics",
    [
        Statistics(),
        Statistics(products_total=30, collections_total=0),
        Statistics(products_total=45, collections_total=25, products_with_variants_pct=0),
        Statistics(products_total=45, collections_total=6, products_with_variants_pct=1.0),
        Statistics(products_total=60, navigation_depth_max=4, variant_axes_observed=("Format", "Design")),
        Statistics.model_validate({"products_total": 50, "price": {"min": 3, "median": 3, "max": 3}}),
        Statistics.model_validate({"products_total": 50, "price": {"min": 500, "currency": "EUR"}}),
        Statistics.model_validate({"products_total": 50, "products_per_collection": {"avg": 50, "max": 50}}),
    ],
)
def test_scarce_or_odd_statistics_make_a_whole_shop(statistics: Statistics) -> None:
    data = make_shop_data(dataclasses.replace(bundle("clothing"), statistics=statistics), 2)
    assert len(data.products) == (statistics.products_total or 120)
    assert all(len(one.product_handles) >= 2 for one in data.collections)
    share = statistics.products_with_variants_pct
    if share is not None:
        assert mean(len(one.variants) > 1 for one in data.products) == pytest.approx(share, abs=0.05)
    lowest = statistics.price.min
    assert lowest is None or min(lowest_prices(data)) == lowest


@pytest.mark.parametrize(
    ("category", "kind"),
    [
        ("Beauty", "face_cream"),
        ("Books", "novel"),
        ("Home decor", "cushion"),
        ("Office supplies", "notebook"),
        ("Pet supplies", "dog_food"),
        ("Sports", "yoga_mat"),
        ("Toys", "puzzle"),
    ],
)
def test_every_trade_makes_a_shop_with_pages_of_its_own(category: str, kind: str) -> None:
    capabilities = bundle("clothing").capabilities.model_copy(update={"category": category, "descriptor": ""})
    statistics = Statistics(products_total=60, collections_total=14)
    data = make_shop_data(dataclasses.replace(bundle("clothing"), capabilities=capabilities, statistics=statistics), 1)
    assert kind in {one.details.kind for one in data.products}
    assert len(data.collections) == 14
    assert data.articles
    assert all(one.product_handles for one in data.articles)
    assert {one.handle for one in (*data.pages, *data.policies)} == set(capabilities.info_pages_present)
