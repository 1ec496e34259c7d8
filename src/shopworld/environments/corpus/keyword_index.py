"""BM25 over a corpus: any word of the query counts, stemmed; titles count double."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import tantivy
from tantivy import Occur, Query

from shopworld.catalog.search.index import TOKENIZER
from shopworld.catalog.search.words import indexed_text
from shopworld.catalog.stems import build_analyzer
from shopworld.environments.corpus.document import Document

_TITLE_WEIGHT = 2.0
_HEAP_BYTES = 64_000_000
_MOST_WORDS = 200
_SCORE_DIGITS = 4
_TIES = 50
"""Documents beyond those asked for that are looked at, so that equal ones come in their own order."""
_NOT_ASKED = frozenset(
    word
    for line in (
        "a an and are as at be but by can do does for from has have i if in into is it its like me my need no not of",
        "on or our please she should so than that the their them there these they this to us want was we what when",
        "where which who will with would you your find all offers offer cheapest product products buy",
    )
    for word in line.split()
)
"""Words that say nothing of a product."""


def _build_schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("ordinal", stored=True, fast=True, indexed=True)
    for name in ("title", "text"):
        builder.add_text_field(name, tokenizer_name=TOKENIZER, index_option="freq")
    builder.add_text_field("shop", tokenizer_name="raw", index_option="basic")
    return builder.build()


_SCHEMA = _build_schema()


class KeywordIndex:
    """An index that was built.

    Args:
        folder: where it lies.
    """

    def __init__(self, folder: Path) -> None:
        self._index = tantivy.Index(_SCHEMA, path=str(folder))
        self._index.register_tokenizer(TOKENIZER, build_analyzer())
        self._index.reload()
        self._searcher = self._index.searcher()
        self._analyzer = build_analyzer()

    @classmethod
    def build(cls, folder: Path, documents: Iterable[Document]) -> None:
        """Builds an index in a folder; one writer thread, so that ties come in the same order after every build."""
        folder.mkdir(parents=True)
        index = tantivy.Index(_SCHEMA, path=str(folder))
        index.register_tokenizer(TOKENIZER, build_analyzer())
        writer = index.writer(_HEAP_BYTES, num_threads=1)
        for ordinal, document in enumerate(documents):
            fields = {
                "ordinal": ordinal,
                "title": indexed_text(document.title),
                "text": indexed_text(document.text),
                "shop": document.shop,
            }
            writer.add_document(tantivy.Document.from_dict(fields, _SCHEMA))
        writer.commit()
        writer.wait_merging_threads()

    def search(self, query: str, count: int, shop: str = "") -> list[tuple[int, float]]:
        """Ordinals of the best documents with their scores, the best first; documents without any word are left out.

        Args:
            query: any text.
            count: at most so many.
            shop: host; empty: all.
        """
        words = self._words(query)
        if not words or count < 1:
            return []
        clauses = [(Occur.Should, one) for word in words for one in _word_queries(word)]
        asked = Query.boolean_query(clauses)
        if shop:
            only = Query.const_score_query(Query.term_query(_SCHEMA, "shop", shop), 0.0)
            asked = Query.boolean_query([(Occur.Must, asked), (Occur.Must, only)])
        hits = self._searcher.search(asked, limit=count + _TIES).hits
        found = [
            (int(self._searcher.doc(address)["ordinal"][0]), round(score, _SCORE_DIGITS)) for score, address in hits
        ]
        return sorted(found, key=lambda one: (-one[1], one[0]))[:count]

    def _words(self, query: str) -> Sequence[str]:
        forms = [word for word in indexed_text(query).split() if word not in _NOT_ASKED]
        return list(dict.fromkeys(stem for word in forms for stem in self._analyzer.analyze(word)))[:_MOST_WORDS]


def _word_queries(word: str) -> list[Query]:
    title = Query.boost_query(Query.term_query(_SCHEMA, "title", word), _TITLE_WEIGHT)
    return [title, Query.term_query(_SCHEMA, "text", word)]
