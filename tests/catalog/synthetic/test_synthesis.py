"""The synthetic catalog: shares, lengths, coherence, prices, truth."""

from __future__ import annotations

import re
import statistics
from collections import Counter, defaultdict
from datetime import date

import pytest

from shopworld.catalog.attributes import display_values
from shopworld.catalog.compatibility import compatible, differences
from shopworld.catalog.kinds import OTHER_ELECTRONICS, PC_COMPONENTS, PC_PERIPHERALS
from shopworld.catalog.model import Offer, OfferCondition, Product
from shopworld.catalog.synthetic import SyntheticCatalog, default_assortments, default_departments, synthesize
from shopworld.catalog.synthetic.products import ProductMaker

SHOPS = ("one", "two", "three", "four")
ALLOWED = {"p", "br", "ul", "ol", "li", "strong", "em", "b", "i", "h3", "h4", "table", "tr", "td", "th"}


@pytest.fixture(scope="module")
def catalog() -> SyntheticCatalog:
    return synthesize(2026, default_assortments(SHOPS))


@pytest.fixture(scope="module")
def by_product(catalog: SyntheticCatalog) -> dict[str, list[Offer]]:
    found: dict[str, list[Offer]] = defaultdict(list)
    for offer in catalog.offers:
        found[offer.product_id].append(offer)
    return found


def test_the_same_seed_makes_the_same_catalog_and_another_seed_another() -> None:
    shops = default_assortments(SHOPS)
    first, again, other = (synthesize(seed, shops, offers=150) for seed in (5, 5, 6))
    assert [one.model_dump_json() for one in first.offers] == [one.model_dump_json() for one in again.offers]
    assert first.products == again.products
    assert first.reviews == again.reviews
    assert first.offers != other.offers


@pytest.mark.parametrize("amount", [4, 37, 400])
def test_any_number_of_offers_and_shops_is_met(amount: int) -> None:
    assert len(synthesize(1, default_assortments(SHOPS), offers=amount).offers) == amount
    assert len(synthesize(1, default_assortments(("solo",)), offers=amount).offers) == amount


def test_no_shop_twice() -> None:
    with pytest.raises(ValueError, match="id of its own"):
        synthesize(1, default_assortments(("a",)) * 2)


def test_departments_have_the_shares_of_the_paper(catalog: SyntheticCatalog) -> None:
    count = Counter(one.department for one in catalog.offers)
    total = sum(count.values())
    assert count[PC_COMPONENTS] / total == pytest.approx(0.334, abs=0.01)
    assert count[PC_PERIPHERALS] / total == pytest.approx(0.314, abs=0.01)
    assert count[OTHER_ELECTRONICS] / total == pytest.approx(0.352, abs=0.01)
    table = {
        "one": (30.2, 37.5, 32.3),
        "two": (33.7, 23.3, 43.0),
        "three": (37.2, 29.1, 33.7),
        "four": (32.4, 35.8, 31.9),
    }
    for shop, shares in table.items():
        mine = Counter(one.department for one in catalog.offers if one.shop_id == shop)
        for department, share in zip((PC_COMPONENTS, PC_PERIPHERALS, OTHER_ELECTRONICS), shares, strict=True):
            assert mine[department] / sum(mine.values()) * 100 == pytest.approx(share, abs=0.3)


def test_titles_and_descriptions_are_as_long_as_in_the_paper(catalog: SyntheticCatalog) -> None:
    titles = sorted(len(one.title) for one in catalog.offers)
    texts = sorted(len(one.description_html) for one in catalog.offers)

    def at(lengths: list[int], share: float) -> int:
        return lengths[int(len(lengths) * share)]

    assert titles[0] >= 6
    assert titles[-1] <= 264
    assert statistics.median(titles) == pytest.approx(69, abs=6)
    assert at(titles, 0.25) == pytest.approx(45, abs=9)
    assert at(titles, 0.75) == pytest.approx(100, abs=9)
    assert at(titles, 0.9) < 135
    assert texts[0] >= 15
    assert statistics.median(texts) == pytest.approx(573, rel=0.12)
    assert at(texts, 0.25) == pytest.approx(339, rel=0.15)
    assert at(texts, 0.75) == pytest.approx(1330, rel=0.15)
    assert at(texts, 0.9) == pytest.approx(2542, rel=0.15)
    assert texts[-1] > 6000


def test_identities_are_unique(catalog: SyntheticCatalog) -> None:
    assert len({one.id for one in catalog.products}) == len(catalog.products)
    assert len({one.id for one in catalog.offers}) == len(catalog.offers)
    assert len({(one.shop_id, one.slug) for one in catalog.offers}) == len(catalog.offers)
    assert len({one.id for one in catalog.reviews}) == len(catalog.reviews)
    known = {one.id for one in catalog.products}
    assert {one.product_id for one in catalog.offers} == known
    assert {one for offer in catalog.offers for one in offer.bundle_of} <= known


def test_no_two_products_are_the_same_thing(catalog: SyntheticCatalog) -> None:
    seen = Counter((one.title, str(one.attributes)) for one in catalog.products if not one.id.endswith("-b"))
    assert max(seen.values()) == 1
    titles = Counter(one.title for one in catalog.products if not one.id.endswith("-b"))
    assert max(titles.values()) == 1, titles.most_common(3)


def test_gtins_have_a_valid_check_digit_and_name_one_product(catalog: SyntheticCatalog) -> None:
    gtins = [one.gtin for one in catalog.products if one.gtin]
    assert len(set(gtins)) == len(gtins)
    for gtin in gtins:
        assert sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(gtin)) % 10 == 0


def test_products_are_sold_by_one_to_four_shops(by_product: dict[str, list[Offer]]) -> None:
    count = Counter(len(offers) for offers in by_product.values())
    assert set(count) == {1, 2, 3, 4}
    assert 0.25 < sum(count[one] for one in (2, 3, 4)) / len(by_product) < 0.55


def test_one_product_reads_differently_in_each_shop(by_product: dict[str, list[Offer]]) -> None:
    shared = [offers for offers in by_product.values() if len(offers) > 1]
    assert sum(len({one.title for one in offers}) == len(offers) for offers in shared) / len(shared) > 0.97
    assert all(len({one.shop_id for one in offers}) == len(offers) for offers in shared)


def test_the_lowest_price_is_mostly_unique_and_sometimes_shared(by_product: dict[str, list[Offer]]) -> None:
    ties = uniques = 0
    for offers in by_product.values():
        prices = [one.price for one in offers if one.price is not None]
        if len(prices) > 1:
            if prices.count(min(prices)) > 1:
                ties += 1
            else:
                uniques += 1
    assert 0.03 < ties / (ties + uniques) < 0.25


def test_offers_state_only_what_is_true(catalog: SyntheticCatalog) -> None:
    products = {one.id: one for one in catalog.products}
    for offer in catalog.offers:
        assert set(offer.attributes) <= set(products[offer.product_id].attributes)
        assert offer.kind == products[offer.product_id].kind


def test_no_value_of_an_attribute_is_written_in_two_ways(catalog: SyntheticCatalog) -> None:
    spellings: dict[tuple[str, str], set[str]] = defaultdict(set)
    for offer in catalog.offers:
        for attribute in offer.attributes:
            for value in display_values(attribute):
                spellings[attribute.name, value.casefold()].add(value)
    assert not [found for found in spellings.values() if len(found) > 1]


def test_prices_stock_conditions_and_dates_are_sound(catalog: SyntheticCatalog) -> None:
    for offer in catalog.offers:
        assert offer.price is not None
        assert offer.price >= 99
        assert offer.regular_price is None or offer.regular_price > offer.price
        assert offer.listed_on < date(2027, 3, 1)
        assert len({one.id for one in offer.variants}) == len(offer.variants)
        if offer.variants:
            assert offer.price == min(one.price for one in offer.variants)
        if offer.condition is OfferCondition.REFURBISHED:
            assert re.search("Refurbished|Renewed", offer.title)
    share = sum(one.condition is OfferCondition.REFURBISHED for one in catalog.offers) / len(catalog.offers)
    assert 0.01 < share < 0.06
    assert 0.05 <= sum(bool(one.variants) for one in catalog.offers) / len(catalog.offers) <= 0.08
    assert any(one.stock == 0 for one in catalog.offers)
    assert any(one.on_sale for one in catalog.offers)
    assert any(one.bundle_of for one in catalog.offers)
    assert all(one.released_on and one.released_on < date(2027, 3, 1) for one in catalog.products)


def test_more_capacity_costs_more_within_a_family() -> None:
    maker = ProductMaker(default_departments(), 4)
    compared = 0
    for kind in ("ssd", "memory", "smartphone", "usb_stick", "hard_drive"):
        drafts = [draft for draft, _ in zip(maker.make(kind), range(80), strict=False)]
        axes = [name for name, axis in drafts[0].kind.attributes.items() if axis.vary and name != "capacity"]
        for one in drafts:
            for other in drafts:
                low, high = one.values["capacity"], other.values["capacity"]
                assert isinstance(low, int)
                assert isinstance(high, int)
                alike = all(one.values.get(name) == other.values.get(name) for name in axes)
                if one.name == other.name and alike and low < high:
                    compared += 1
                    assert one.market_price < other.market_price
    assert compared > 50


def test_ratings_are_the_mean_of_the_reviews_and_opinions_show_in_the_text(catalog: SyntheticCatalog) -> None:
    reviews = defaultdict(list)
    for review in catalog.reviews:
        reviews[review.product_id].append(review)
    for offer in catalog.offers:
        mine = reviews[offer.product_id]
        assert offer.review_count == len(mine) <= 12
        if mine:
            assert offer.rating == pytest.approx(statistics.mean(one.rating for one in mine), abs=0.051)
        else:
            assert offer.rating is None
    data = default_departments()
    kinds = {one.id: one.kind for one in catalog.products}
    for review in catalog.reviews[:800]:
        aspects = {one.name: one for one in (*data.words.aspects, *data.kinds[kinds[review.product_id]].aspects)}
        for opinion in review.opinions:
            aspect = aspects[opinion.aspect]
            texts = aspect.positive if opinion.positive else aspect.negative
            assert any(text[1:] in review.body for text in texts)
        if review.rating == 5:
            assert all(one.positive for one in review.opinions)
        if review.rating == 1:
            assert not any(one.positive for one in review.opinions)


def test_texts_are_clean(catalog: SyntheticCatalog) -> None:
    for offer in catalog.offers:
        assert set(re.findall(r"</?([a-z0-9]+)", offer.description_html)) <= ALLOWED
        assert not re.search(r"[{}]|  |\bNone\b", offer.title + offer.description_html)
        paragraphs = re.findall(r"<p>([^<]*)</p>", offer.description_html)
        sentences = [one for text in paragraphs for one in re.split(r"(?<=[.!?]) ", text)]
        assert len(sentences) == len(set(sentences)), offer.description_html
    for review in catalog.reviews:
        assert not re.search(r"[{}]|  ", review.body + review.title)
        assert review.body


def _find(catalog: SyntheticCatalog, kind: str) -> list[Product]:
    return [one for one in catalog.products if one.kind == kind]


@pytest.mark.parametrize(
    ("kind", "other"),
    [
        ("processor", "motherboard"),
        ("memory", "motherboard"),
        ("cpu_cooler", "processor"),
        ("cpu_cooler", "case"),
        ("motherboard", "case"),
        ("graphics_card", "case"),
        ("graphics_card", "power_supply"),
        ("watch_strap", "smartwatch"),
        ("phone_case", "smartphone"),
        ("screen_protector", "smartphone"),
        ("lens", "camera"),
    ],
)
def test_some_pairs_fit_and_some_do_not(catalog: SyntheticCatalog, kind: str, other: str) -> None:
    answers = {compatible(one, two) for one in _find(catalog, kind)[:60] for two in _find(catalog, other)[:60]}
    assert answers == {True, False}


def test_specifications_are_coherent(catalog: SyntheticCatalog) -> None:
    def value(product: Product, name: str) -> object:
        found = product.attribute(name)
        return found.value if found else None

    sockets: dict[object, set[object]] = defaultdict(set)
    for board in _find(catalog, "motherboard"):
        sockets[value(board, "chipset")].add(value(board, "socket"))
    assert sockets
    assert all(len(one) == 1 for one in sockets.values())
    for processor in _find(catalog, "processor"):
        name = processor.title
        assert (value(processor, "socket") in ("vm4", "vm5")) == name.startswith("Veltra")
    for kit in _find(catalog, "memory"):
        frequency = value(kit, "frequency")
        assert isinstance(frequency, float)
        low, high = {"ddr3": (800, 2133), "ddr4": (2133, 4000), "ddr5": (4800, 8400)}[str(value(kit, "memory_type"))]
        assert low <= frequency <= high
    for cooler in _find(catalog, "cpu_cooler"):
        assert (value(cooler, "cooler_type") == "liquid") == (value(cooler, "radiator_size") is not None)


def test_families_have_near_duplicates(catalog: SyntheticCatalog) -> None:
    cards = _find(catalog, "graphics_card")
    families = [(one, two) for one in cards for two in cards if one.id < two.id and one.series == two.series]
    assert families
    assert all(differences(one, two) for one, two in families)
