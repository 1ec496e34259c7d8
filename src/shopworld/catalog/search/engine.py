"""The search engine: tantivy, embedded, memory-mapped and read-only."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tantivy
from tantivy import Occur, Order, Query

from shopworld.catalog.model import Offer
from shopworld.catalog.query import Match, OfferQuery, Sort
from shopworld.catalog.search.facets import count_facets
from shopworld.catalog.search.filters import filter_queries, with_filters
from shopworld.catalog.search.index import PATH_SEPARATOR, SCHEMA, SORT_FIELDS, TOKENIZER, build_analyzer
from shopworld.catalog.search.protocol import Hits
from shopworld.catalog.search.words import query_forms, words
from shopworld.errors import CatalogError

_FIELD_BOOSTS = (("title", 4.0), ("joined", 3.0), ("brand_words", 3.0), ("facts", 1.6), ("description", 1.0))
_JOINED_BOOSTS = (("title", 3.0), ("joined", 3.0))
"""For two words written as one."""
_PARTS_BOOST = 0.8
_TIE_BREAKER = 0.1
"""How much a word counts in the fields where it fits less than best."""
_SCORE_DIGITS = 4
"""Scores are rounded before they are compared: their last bits depend on how the index fell into segments."""
_OVERFETCH = 32
"""How many hits beyond the page are looked at first, to find where a run of equal scores ends."""
_MOST_TIED = 4000
"""Where more hits than this tie, their order among themselves is that of the index."""
_SHORTEST_CORRECTED = 4
"""Words with fewer letters are not corrected: too many others are near."""
_RESEMBLING = 8


class TantivyEngine:
    """Searches the index in a folder.

    Args:
        folder: the index.

    Raises:
        CatalogError: there is no readable index.
    """

    def __init__(self, folder: Path) -> None:
        try:
            index = tantivy.Index.open(str(folder))
        except ValueError as error:
            raise CatalogError(
                f"{folder}: no readable search index: {error}", hint="Build the catalog again."
            ) from error
        self._analyzer = build_analyzer()
        index.register_tokenizer(TOKENIZER, self._analyzer)
        self._searcher = index.searcher()

    def search(self, query: OfferQuery) -> Hits:
        """The page of results that the query asks for: all words first, then any word."""
        filters = filter_queries(query)
        asked = query_forms(query.text)
        if not asked:
            if query.text.strip():
                return Hits((), 0, Match.NOTHING)
            return self._page(query, None, filters, Match.EVERYTHING)
        terms = [self._word_query(word) for word in asked]
        hits = self._page(query, _all_of(terms), filters, Match.ALL_WORDS)
        if not hits.total and len(terms) > 1:
            hits = self._page(query, _any_of(terms), filters, Match.ANY_WORD)
        return hits

    def complete(self, shop_id: str, text: str, limit: int) -> tuple[int, ...]:
        """Ordinals of the shop's offers whose titles hold the words of `text`, the last one perhaps unfinished.

        Best sellers come first: what is typed so far says little about what is meant.
        """
        asked = query_forms(text)
        if not asked or limit < 1:
            return ()
        last = asked[-1][0][0]
        started = Query.disjunction_max_query(
            [
                Query.fuzzy_term_query(SCHEMA, "title", last, distance=0, prefix=True),
                Query.fuzzy_term_query(SCHEMA, "joined", last, distance=0, prefix=True),
                self._word_query(asked[-1]),
            ]
        )
        found = _all_of([*(self._word_query(word) for word in asked[:-1]), started])
        query = OfferQuery(shop_id=shop_id, sort=Sort.BEST_SELLING, limit=limit)
        return self._sorted(with_filters(found, filter_queries(query).values()), query)[0]

    def resembling(self, query: OfferQuery) -> tuple[int, ...]:
        """Ordinals of offers whose titles hold a word spelt like one of the query's, the best first."""
        near = [
            Query.fuzzy_term_query(SCHEMA, "title", self._stem(word.whole), distance=1 if len(word.whole) < 8 else 2)
            for word in words(query.text)
            if len(word.whole) >= _SHORTEST_CORRECTED
        ]
        if not near:
            return ()
        return self._best(with_filters(_any_of(near), filter_queries(query).values()), 0, _RESEMBLING)[0]

    def similar(self, offer: Offer, limit: int) -> tuple[int, ...]:
        """Ordinals of offers of the same shop that are of the same kind, brand or category, the best first."""
        wanted = [("kind", offer.kind, 4.0)] if offer.kind else []
        wanted += [("category", PATH_SEPARATOR.join(path), 2.0) for path in offer.categories]
        wanted += [("brand", offer.brand, 1.0)] if offer.brand else []
        if not wanted:
            return ()
        found = _any_of(
            [
                Query.const_score_query(Query.term_query(SCHEMA, field, value, index_option="basic"), weight)
                for field, value, weight in wanted
            ]
        )
        return self._best(with_filters(found, filter_queries(OfferQuery(shop_id=offer.shop_id)).values()), 0, limit)[0]

    def _stem(self, form: str) -> str:
        return "".join(self._analyzer.analyze(form))

    def _word_query(self, ways: tuple[tuple[str, ...], ...]) -> Query:
        """One word of a query, in whichever way and field it fits best."""
        (whole,), *others = ways
        found = [self._form_query(whole, _FIELD_BOOSTS)]
        for forms in others:
            if len(forms) == 1:
                found.append(self._form_query(forms[0], _JOINED_BOOSTS))
            else:
                parts = _all_of([self._form_query(form, _FIELD_BOOSTS) for form in forms])
                found.append(Query.boost_query(parts, _PARTS_BOOST / len(forms)))
        return found[0] if len(found) == 1 else Query.disjunction_max_query(found)

    def _form_query(self, form: str, boosts: tuple[tuple[str, float], ...]) -> Query:
        stem = self._stem(form)
        return Query.disjunction_max_query(
            [
                Query.boost_query(Query.term_query(SCHEMA, field, stem, index_option="freq"), boost)
                for field, boost in boosts
            ],
            tie_breaker=_TIE_BREAKER,
        )

    def _page(self, query: OfferQuery, text: Query | None, filters: Mapping[str, Query], match: Match) -> Hits:
        found = with_filters(text, filters.values())
        if text is not None and query.sort is Sort.RELEVANCE:
            ordinals, total = self._best(found, query.offset, query.limit, counted=True)
        else:
            ordinals, total = self._sorted(found, query)
        if not total and text is not None:
            match = Match.NOTHING
        facets, price_range = count_facets(self._searcher, query.facets, text, filters) if query.facets else ({}, None)
        return Hits(ordinals, total, match, facets, price_range)

    def _sorted(self, found: Query, query: OfferQuery) -> tuple[tuple[int, ...], int]:
        """One page in the order of a field, and how many there are. Without a text relevance means featured first."""
        sort = Sort.FEATURED if query.sort is Sort.RELEVANCE else query.sort
        field, falling = SORT_FIELDS[sort]
        result = self._searcher.search(
            found,
            max(query.limit, 1),
            order_by_field=field,
            offset=query.offset,
            order=Order.Desc if falling else Order.Asc,
        )
        addresses = [address for _, address in result.hits[: query.limit]]
        return tuple(self._ordinals(addresses)), _count(result)

    def _best(self, found: Query, offset: int, limit: int, *, counted: bool = False) -> tuple[tuple[int, ...], int]:
        """One page by falling score, equal scores by ordinal; and how many there are, where that is asked for.

        One segment holds its documents by ordinal, and tantivy breaks ties by place: nothing is left to do. Over
        several segments the hits are ordered here, with as many beyond the page as tie with its last one.
        """
        needed = offset + limit
        if limit < 1:
            return (), _count(self._searcher.search(found, 1)) if counted else 0
        if self._searcher.num_segments <= 1:
            result = self._searcher.search(found, limit, count=counted, offset=offset)
            return tuple(self._ordinals([address for _, address in result.hits])), _count(result)
        size = needed + _OVERFETCH
        result = self._searcher.search(found, size, count=counted)
        total = _count(result)
        while True:
            hits = result.hits
            scores = [round(score, _SCORE_DIGITS) for score, _ in hits]
            if len(hits) < size or scores[-1] < scores[needed - 1] or size > needed + _MOST_TIED:
                break
            size *= 4
            result = self._searcher.search(found, size, count=False)
        ordinals = self._ordinals([address for _, address in hits])
        ranked = sorted(zip(scores, ordinals, strict=True), key=lambda one: (-one[0], one[1]))
        return tuple(ordinal for _, ordinal in ranked[offset:needed]), total

    def _ordinals(self, addresses: list[tantivy.DocAddress]) -> list[int]:
        return [int(value or 0) for value in self._searcher.fast_field_values("ordinal", addresses)]


def _count(result: Any) -> int:
    # The stubs of tantivy 0.27 leave this attribute out.
    return int(result.count or 0)


def _all_of(queries: list[Query]) -> Query:
    return queries[0] if len(queries) == 1 else Query.boolean_query([(Occur.Must, one) for one in queries])


def _any_of(queries: list[Query]) -> Query:
    return queries[0] if len(queries) == 1 else Query.boolean_query([(Occur.Should, one) for one in queries])
