"""The order of results, and what finds them where words are frequent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shopworld.catalog import Catalog
from shopworld.catalog.model import Offer, Specification
from shopworld.catalog.query import Match, OfferQuery, Sort
from shopworld.catalog.search import engine

MakeOffer = Callable[..., Offer]
BuildCatalog = Callable[..., Path]


def numbers(catalog: Catalog, text: str, **conditions: object) -> list[int]:
    """What is found, in its order."""
    query = OfferQuery(text=text, **conditions)  # type: ignore[arg-type]
    return [offer.number for offer in catalog.search(query).offers]


@pytest.fixture(scope="module")
def mixed(
    tmp_path_factory: pytest.TempPathFactory, make_offer: MakeOffer, build_catalog: BuildCatalog
) -> Iterator[Catalog]:
    """Forty offers of lamps: by title, by a fact, by both; ten of them red."""
    offers = []
    for number in range(1, 41):
        colour = "Red" if number % 4 == 0 else "Blue"
        facts = (Specification(label="Colour", text=colour),)
        if number <= 20:
            offers.append(make_offer(number, f"Desk lamp {colour} model {number}", specifications=facts))
        else:
            text = "<p>A lamp for the desk.</p>"
            offers.append(make_offer(number, f"Light {number}", specifications=facts, description_html=text))
    folder = build_catalog(tmp_path_factory.mktemp("mixed") / "mixed", offers, ())
    with Catalog.open(folder) as catalog:
        yield catalog


def test_offers_with_all_words_in_the_title_come_first_and_all_are_counted(mixed: Catalog) -> None:
    result = mixed.search(OfferQuery(text="red lamp", limit=3))
    assert (result.total, result.match) == (10, Match.ALL_WORDS)
    assert sorted(numbers(mixed, "red lamp", limit=5)) == [4, 8, 12, 16, 20]
    assert sorted(numbers(mixed, "red lamp", limit=50)[5:]) == [24, 28, 32, 36, 40]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 10])
def test_pages_hold_every_offer_once_whatever_their_size(mixed: Catalog, size: int) -> None:
    whole = numbers(mixed, "red lamp", limit=50)
    pages = [numbers(mixed, "red lamp", offset=offset, limit=size) for offset in range(0, 12, size)]
    assert [number for page in pages for number in page] == whole


def test_words_side_by_side_come_first(tmp_path: Path, make_offer: MakeOffer, build_catalog: BuildCatalog) -> None:
    offers = [
        make_offer(1, "Stand for a phone or tablet with holder"),
        make_offer(2, "Stand or tablet with a phone holder for"),
    ]
    with Catalog.open(build_catalog(tmp_path / "side", offers, ())) as catalog:
        assert numbers(catalog, "phone holder") == [2, 1]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every list of more than twelve offers were long."""
    monkeypatch.setattr(engine, "_MOST_READ", 12)


def test_where_words_are_frequent_the_known_ones_are_looked_for_together(mixed: Catalog, few: None) -> None:
    result = mixed.search(OfferQuery(text="red lamp qwxzvbn", limit=50))
    assert (result.match, result.total) == (Match.ANY_WORD, 10)
    assert [one.number for one in result.offers] == numbers(mixed, "red lamp", limit=50)


def test_where_words_are_frequent_the_rare_ones_must_be_there(mixed: Catalog, few: None) -> None:
    """No offer is both model 7 and a light; `lamp` and `desk` are everywhere."""
    result = mixed.search(OfferQuery(text="lamp 7 33 desk", limit=50))
    assert (result.match, result.total) == (Match.ANY_WORD, 2)
    assert {one.number for one in result.offers} == {7, 33}


def test_frequent_words_alone_find_those_with_the_rarest(mixed: Catalog, few: None) -> None:
    result = mixed.search(OfferQuery(text="model light", limit=50))
    assert (result.match, result.total) == (Match.ANY_WORD, 20)


def test_otherwise_any_word_finds_all_that_hold_one(mixed: Catalog) -> None:
    assert mixed.search(OfferQuery(text="red lamp qwxzvbn")).total == 40
    assert mixed.search(OfferQuery(text="model light")).total == 40


@pytest.mark.parametrize("text", ["red lamp", "red lamp qwxzvbn", "lamp 7 33 desk", "model light", "lamp"])
@pytest.mark.parametrize("conditions", [{}, {"price_max": 1015}])
def test_totals_and_facets_agree_in_every_order(
    mixed: Catalog, few: None, text: str, conditions: dict[str, int]
) -> None:
    found = {
        (result.total, frozenset(one.id for one in result.offers))
        for sort in Sort
        for result in [mixed.search(OfferQuery(text=text, sort=sort, limit=50, **conditions))]  # type: ignore[arg-type]
    }
    assert len(found) == 1
    ((total, ids),) = found
    assert total == len(ids)
    facet = mixed.search(OfferQuery(text=text, facets=("availability",), **conditions)).facets["availability"]  # type: ignore[arg-type]
    assert sum(value.count for value in facet) == total
