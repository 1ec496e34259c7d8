"""Search: what is found, in which order, and how it is counted."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shopworld.catalog import Catalog
from shopworld.catalog.model import Offer
from shopworld.catalog.query import Match, OfferQuery, Sort
from shopworld.errors import CatalogError

MakeOffer = Callable[..., Offer]
BuildCatalog = Callable[..., Path]


def numbers(catalog: Catalog, text: str = "", **conditions: Any) -> list[int]:
    query = OfferQuery(text=text, shop_id="alpha", **conditions)
    return [offer.number for offer in catalog.search(query).offers]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("corsair", [1]),
        ("16GB", [1]),
        ("16 gb memory kit", [1]),
        ("RTX 4070", [3]),
        ("rtx4070", [3]),
        ("usb c", [5]),
        ("2.5 inch", [5]),
        ("wifi", [4]),
        ("cafe lufter", [4]),
        ("fans", [4]),
        ("silent server", [4]),
        ("graphics cards", [3]),
        ("drive", [5]),
    ],
)
def test_words_are_found_in_titles_brands_facts_and_descriptions(
    small_catalog: Catalog, text: str, found: list[int]
) -> None:
    result = small_catalog.search(OfferQuery(text=text, shop_id="alpha"))
    assert [offer.number for offer in result.offers] == found
    assert (result.match, result.total) == (Match.ALL_WORDS, len(found))


def test_sold_out_offers_and_offers_without_a_price_are_found(small_catalog: Catalog) -> None:
    for number in (3, 4):
        offer = small_catalog.offer(f"alpha/{number}")
        assert offer is not None
        assert not offer.in_stock
        assert number in numbers(small_catalog, offer.title)


def test_without_a_shop_all_shops_are_searched(small_catalog: Catalog) -> None:
    result = small_catalog.search(OfferQuery(text="corsair vengeance"))
    assert {offer.id for offer in result.offers} == {"alpha/1", "beta/1"}


def test_any_word_is_the_fall_back(small_catalog: Catalog) -> None:
    result = small_catalog.search(OfferQuery(text="vengeance spaceship", shop_id="alpha"))
    assert (result.match, [offer.number for offer in result.offers]) == (Match.ANY_WORD, [1])


def test_a_misspelt_word_is_corrected(small_catalog: Catalog) -> None:
    result = small_catalog.search(OfferQuery(text="corsiar vengance", shop_id="alpha"))
    assert (result.match, result.corrected_text) == (Match.CORRECTED, "corsair vengeance")
    assert [offer.number for offer in result.offers] == [1]


@pytest.mark.parametrize("text", ["spaceship", "!!!", "(", '"', "AND", "title:zzz", "zzz:*"])
def test_what_finds_nothing_finds_nothing(small_catalog: Catalog, text: str) -> None:
    result = small_catalog.search(OfferQuery(text=text, shop_id="alpha"))
    assert (result.match, result.total, result.offers) == (Match.NOTHING, 0, ())


def test_no_text_finds_everything(small_catalog: Catalog) -> None:
    result = small_catalog.search(OfferQuery(shop_id="alpha"))
    assert (result.match, result.total) == (Match.EVERYTHING, 5)


@settings(max_examples=60)
@given(st.text())
def test_no_text_breaks_the_search(small_catalog: Catalog, text: str) -> None:
    result = small_catalog.search(OfferQuery(text=text, facets=("brand",)))
    assert len(result.offers) <= result.total
    small_catalog.suggest("alpha", text, 5)


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        (Sort.PRICE_ASCENDING, [5, 1, 2, 3, 4]),
        (Sort.PRICE_DESCENDING, [3, 2, 1, 5, 4]),
        (Sort.NEWEST, [5, 1, 3, 2, 4]),
        (Sort.OLDEST, [4, 2, 3, 1, 5]),
        (Sort.RATING, [1, 2, 3, 4, 5]),
        (Sort.BEST_SELLING, [2, 1, 3, 4, 5]),
        (Sort.FEATURED, [1, 2, 3, 4, 5]),
        (Sort.TITLE_ASCENDING, [3, 4, 1, 2, 5]),
        (Sort.TITLE_DESCENDING, [5, 2, 1, 4, 3]),
    ],
)
def test_sorts_and_offers_without_the_value_last(small_catalog: Catalog, sort: Sort, order: list[int]) -> None:
    assert numbers(small_catalog, sort=sort) == order


@pytest.mark.parametrize(
    ("conditions", "found"),
    [
        ({"category": ("Parts",)}, [1, 2, 3, 4]),
        ({"category": ("Parts", "Memory")}, [1, 2]),
        ({"category": ("Memory",)}, []),
        ({"brands": ("Corsair", "be quiet!")}, [1, 4]),
        ({"price_min": 5999}, [1, 2, 3]),
        ({"price_max": 5999}, [1, 5]),
        ({"price_min": 2000, "price_max": 11999}, [1, 2]),
        ({"attributes": {"capacity": ("16 GB",)}}, [1]),
        ({"attributes": {"capacity": ("16 GB", "32 GB"), "memory_type": ("ddr5",)}}, [2]),
        ({"attributes": {"nothing": ("x",)}}, []),
        ({"rating_min": 4}, [1]),
        ({"in_stock": True}, [1, 2, 5]),
        ({"on_sale": True}, [2]),
    ],
)
def test_filters(small_catalog: Catalog, conditions: dict[str, Any], found: list[int]) -> None:
    assert sorted(numbers(small_catalog, **conditions)) == found


def test_filters_do_not_change_the_order(small_catalog: Catalog) -> None:
    everything = numbers(small_catalog, "ram gb")
    assert numbers(small_catalog, "ram gb", price_min=1, in_stock=True) == [
        number for number in everything if number in numbers(small_catalog, in_stock=True)
    ]


def test_facets_count_all_results_and_not_the_page(small_catalog: Catalog) -> None:
    query = OfferQuery(
        shop_id="alpha",
        limit=1,
        facets=("brand", "category", "rating", "availability", "price", "attribute:capacity", "on_sale"),
    )
    result = small_catalog.search(query)
    counts = {name: [(one.value, one.count) for one in values] for name, values in result.facets.items()}
    assert counts["brand"] == [("ASUS", 1), ("Corsair", 1), ("Kingston", 1), ("be quiet!", 1)]
    assert counts["category"][:2] == [("Parts", 4), ("Parts > Memory", 2)]
    assert counts["rating"] == [("4", 1), ("3", 2), ("2", 2), ("1", 2)]
    assert counts["availability"] == [("in-stock", 3), ("out-of-stock", 2)]
    assert counts["attribute:capacity"] == [("16 GB", 1), ("32 GB", 1)]
    assert counts["on_sale"] == [("1", 1)]
    assert result.price_range == (1999, 59900)
    assert "price" not in counts


def test_a_facet_ignores_its_own_condition_only(small_catalog: Catalog) -> None:
    query = OfferQuery(shop_id="alpha", brands=("Corsair",), in_stock=True, facets=("brand", "availability"))
    result = small_catalog.search(query)
    assert result.total == 1
    assert [one.value for one in result.facets["brand"]] == ["Corsair", "Kingston"]
    assert [(one.value, one.count) for one in result.facets["availability"]] == [("in-stock", 1)]


def test_the_value_of_a_facet_sent_back_finds_as_many(webmall_catalog: Catalog) -> None:
    names = ("brand", "attribute:capacity", "attribute:colour", "attribute:socket", "attribute:connector")
    result = webmall_catalog.search(OfferQuery(shop_id="e-store-athletes", facets=names))
    for name in names:
        for value in result.facets[name][:4]:
            attribute = name.removeprefix("attribute:")
            query = (
                OfferQuery(shop_id="e-store-athletes", brands=(value.value,))
                if name == "brand"
                else OfferQuery(shop_id="e-store-athletes", attributes={attribute: (value.value,)})
            )
            assert webmall_catalog.search(query).total == value.count


def test_an_unknown_facet_is_a_clear_error(small_catalog: Catalog) -> None:
    with pytest.raises(CatalogError, match="no facet 'taste'"):
        small_catalog.search(OfferQuery(facets=("taste",)))


def test_ties_are_broken_by_shop_and_number_on_every_page(
    tmp_path: Path, make_offer: MakeOffer, build_catalog: BuildCatalog
) -> None:
    offers = [make_offer(number, "Same mouse", slug=f"m-{number}", price=500) for number in range(1, 201)]
    random.Random("ties").shuffle(offers)
    with Catalog.open(build_catalog(tmp_path / "ties", offers, ())) as catalog:
        for sort in Sort:
            seen: list[int] = []
            for offset in range(0, 200, 24):
                seen += numbers(catalog, "mouse", sort=sort, offset=offset, limit=24)
            assert seen == list(range(1, 201)), sort


def test_a_word_in_the_title_weighs_more_than_one_in_the_description(
    tmp_path: Path, make_offer: MakeOffer, build_catalog: BuildCatalog
) -> None:
    offers = [
        make_offer(1, "Keyboard with wheel", description_html="<p>Goes well with a mouse, mouse, mouse.</p>"),
        make_offer(2, "Mouse with wheel and a rather long name that goes on"),
    ]
    with Catalog.open(build_catalog(tmp_path / "weight", offers, ())) as catalog:
        assert numbers(catalog, "mouse") == [2, 1]


def test_suggestions_are_categories_brands_and_products(small_catalog: Catalog) -> None:
    found = small_catalog.suggest("alpha", "co")
    assert [(one.kind, one.text, one.target) for one in found] == [
        ("category", "Parts > Cooling", ("Parts", "Cooling")),
        ("brand", "Corsair", ("Corsair",)),
        (
            "product",
            "Corsair Vengeance LPX 16 GB DDR4 3200MHz",
            ("corsair-vengeance-lpx-16-gb-ddr4-3200mhz",),
        ),
    ]


@pytest.mark.parametrize(("typed", "number"), [("vengeance lp", 1), ("rtx40", 3), ("usb-c enc", 5), ("bequ", 4)])
def test_the_last_word_typed_may_be_unfinished(small_catalog: Catalog, typed: str, number: int) -> None:
    offer = small_catalog.offer(f"alpha/{number}")
    assert offer is not None
    assert offer.title in [one.text for one in small_catalog.suggest("alpha", typed)]


def test_suggestions_stay_in_their_shop_and_within_the_limit(small_catalog: Catalog) -> None:
    assert small_catalog.suggest("beta", "kingston") == ()
    assert len(small_catalog.suggest("alpha", "c", 2)) == 2
    assert small_catalog.suggest("alpha", "  ") == ()


@pytest.mark.data
def test_a_known_offer_is_in_the_top_ten_for_three_words_of_its_title(webmall_catalog: Catalog) -> None:
    rng = random.Random("known item")
    offers = rng.sample(list(webmall_catalog.iterate_offers()), 150)
    hits = 0
    for offer in offers:
        asked = [word for word in offer.title.replace(",", " ").split() if len(word) > 1]
        query = OfferQuery(text=" ".join(rng.sample(asked, min(3, len(asked)))), shop_id=offer.shop_id, limit=10)
        hits += offer.title in [one.title for one in webmall_catalog.search(query).offers]
    assert hits >= 0.95 * len(offers)
