"""The engine over an index that fell into several segments."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
import tantivy

from shopworld.catalog import Catalog
from shopworld.catalog.model import Offer
from shopworld.catalog.prepared import prepare_offer
from shopworld.catalog.query import OfferQuery, Sort
from shopworld.catalog.search import TantivyEngine
from shopworld.catalog.search.index import SCHEMA, TOKENIZER, complete_document
from shopworld.catalog.stemming import build_analyzer
from shopworld.errors import CatalogError

MakeOffer = Callable[..., Offer]


@pytest.fixture
def scattered(tmp_path: Path, make_offer: MakeOffer) -> TantivyEngine:
    """Ninety equal offers in three segments, the last ones first."""
    index = tantivy.Index(SCHEMA, path=str(tmp_path))
    index.register_tokenizer(TOKENIZER, build_analyzer())
    writer = index.writer(15_000_000, 1)
    for start in (61, 31, 1):
        for number in range(start, start + 30):
            offer = make_offer(number, "Same mouse", kind="mouse", price=500)
            writer.add_json(complete_document(prepare_offer(offer).draft, number, 1))
        writer.commit()
    writer.wait_merging_threads()
    assert tantivy.Index.open(str(tmp_path)).searcher().num_segments == 3
    return TantivyEngine(tmp_path)


@pytest.mark.parametrize("sort", list(Sort))
def test_ties_come_by_ordinal_whatever_the_segments(scattered: TantivyEngine, sort: Sort) -> None:
    seen: list[int] = []
    for offset in range(0, 90, 20):
        seen += scattered.search(OfferQuery(text="mouse", shop_id="alpha", sort=sort, offset=offset, limit=20)).ordinals
    assert seen == list(range(1, 91))


def test_suggestions_and_similar_offers_too(scattered: TantivyEngine, make_offer: MakeOffer) -> None:
    assert scattered.complete("alpha", "mou", 5) == (1, 2, 3, 4, 5)
    assert scattered.similar(make_offer(200, "Mouse", kind="mouse"), 3) == (1, 2, 3)


def test_no_index_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match="no readable search index"):
        TantivyEngine(tmp_path)


def test_what_is_older_than_1970_has_its_place_among_the_oldest(
    tmp_path: Path, build_catalog: Callable[..., Path], make_offer: MakeOffer
) -> None:
    years = (1966, 2020, 1813, 1969, 1970)
    offers = [make_offer(at, f"Novel {at}", listed_on=date(year, 5, 1)) for at, year in enumerate(years, 1)]
    with Catalog.open(build_catalog(tmp_path / "catalog", offers, ())) as catalog:
        for sort, expected in ((Sort.NEWEST, sorted(years)[::-1]), (Sort.OLDEST, sorted(years))):
            found = catalog.search(OfferQuery(text="novel", sort=sort)).offers
            assert [one.listed_on.year for one in found] == expected
