import hashlib
import re
from collections import Counter, defaultdict

import pytest

from shopworld.catalog import OfferCondition, compatible
from shopworld.goods import SyntheticCatalog, default_assortments, merchant_departments, synthesize
from shopworld.goods.merchants.habits import merchants_of
from shopworld.goods.merchants.lexicon import label_aliases

SHOPS = ("north", "east", "south", "west")


@pytest.fixture(scope="module")
def catalog() -> SyntheticCatalog:
    return synthesize(5, default_assortments(SHOPS), offers=1400, merchants="many")


def digest(catalog: SyntheticCatalog) -> str:
    records = (one.model_dump_json() for one in (*catalog.products, *catalog.offers, *catalog.reviews))
    return hashlib.sha256("\n".join(records).encode()).hexdigest()


def test_the_same_seed_makes_the_same_merchants() -> None:
    made = [synthesize(seed, default_assortments(SHOPS), offers=120, merchants="many") for seed in (9, 9, 10)]
    assert digest(made[0]) == digest(made[1]) != digest(made[2])


def test_few_merchants_are_the_catalog_of_before() -> None:
    made = synthesize(3, default_assortments(SHOPS), offers=160)
    assert digest(made) == "a3b8cb3cf0aaeaa8320675f18764233a6424d71426c813c74ae85e6a742da415"


def test_what_an_offer_states_without_doubt_is_true(catalog: SyntheticCatalog) -> None:
    products = {one.id: one for one in catalog.products}
    for offer in catalog.offers:
        truth = {one.name: one for one in products[offer.product_id].attributes}
        for attribute in offer.attributes:
            assert truth[attribute.name] == attribute, offer.id


def test_some_tables_are_wrong_and_then_the_fact_counts_as_not_stated(catalog: SyntheticCatalog) -> None:
    departments = merchant_departments()
    wrong = 0
    for offer in catalog.offers:
        stated = {one.name for one in offer.attributes}
        for row in offer.specifications:
            meant = [name for name, about in departments.attributes.items() if row.label in about.labels]
            wrong += bool(meant) and not stated.intersection(meant)
    assert 0.005 * len(catalog.offers) < wrong < 0.15 * len(catalog.offers)


def test_offers_that_are_not_new_say_so_and_bundles_are_marked(catalog: SyntheticCatalog) -> None:
    used = [one for one in catalog.offers if one.condition is not OfferCondition.NEW]
    assert used
    for offer in used:
        assert re.search(r"<p>[^<]+: tested, ", offer.description_html[:200]), offer.title
    packs = [one for one in catalog.offers if len(one.bundle_of) > 1 and len(set(one.bundle_of)) == 1]
    assert packs
    assert all(str(len(one.bundle_of)) in one.title for one in packs)


def test_twins_have_no_brand(catalog: SyntheticCatalog) -> None:
    twins = [one for one in catalog.products if one.id.endswith("-t")]
    assert twins
    assert {one.brand for one in twins} == {None}


def test_every_category_has_a_name(catalog: SyntheticCatalog) -> None:
    assert all(path and all(path) for one in catalog.offers for path in one.categories)


def test_brands_are_many_with_a_long_tail() -> None:
    names = {brand for kind in merchant_departments().kinds.values() for brand in kind.brands}
    assert len(names) >= 250


def test_what_is_called_rgb_is_lit(catalog: SyntheticCatalog) -> None:
    singles = (one for one in catalog.products if not one.id.endswith("-b"))
    called = [one for one in singles if " RGB" in one.title and one.attribute("lighting") is not None]
    assert called
    for product in called:
        lighting = product.attribute("lighting")
        assert lighting is not None
        assert lighting.value is True, product.title


def test_titles_are_put_together_in_many_ways(catalog: SyntheticCatalog) -> None:
    for shop in SHOPS:
        titles = [one.title for one in catalog.offers if one.shop_id == shop]
        shapes = Counter(re.sub(r"[^,|/()\-]+", "_", title) for title in titles)
        assert shapes.most_common(1)[0][1] < 0.6 * len(titles)


def test_prices_of_a_product_differ_and_some_widely(catalog: SyntheticCatalog) -> None:
    prices = defaultdict(list)
    for offer in catalog.offers:
        if offer.price and offer.condition is OfferCondition.NEW:
            prices[offer.product_id].append(offer.price)
    spreads = sorted(max(one) / min(one) - 1 for one in prices.values() if len(one) > 1)
    assert 0.1 < spreads[len(spreads) // 2] < 0.22
    assert spreads[-1] > 1


def test_merchants_of_a_shop_differ() -> None:
    merchants = merchants_of(7, "north", 200)
    assert len({one.order for one in merchants}) > 8
    assert len({one.joiner for one in merchants}) == 5
    assert len({one.name for one in merchants}) > 100
    assert merchants == merchants_of(7, "north", 200)
    assert merchants != merchants_of(7, "east", 200)


def test_no_label_stands_for_two_attributes_of_one_kind_with_the_same_unit() -> None:
    departments = merchant_departments()
    assert label_aliases().keys() <= departments.attributes.keys()
    for kind, data in departments.kinds.items():
        seen: dict[str, str] = {}
        for name in data.attributes:
            for label in label_aliases().get(name, ()):
                assert seen.setdefault(label.casefold(), name) == name, f"{kind}: {label}"


def test_bundles_hold_what_fits(catalog: SyntheticCatalog) -> None:
    products = {one.id: one for one in catalog.products}
    pairs = [one.bundle_of for one in catalog.offers if len(set(one.bundle_of)) == 2]
    assert pairs
    for first, second in pairs:
        if products[first].kind == "processor":
            assert compatible(products[first], products[second])
