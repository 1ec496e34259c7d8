"""The search engine: tantivy, embedded, memory-mapped and read-only."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any

import tantivy
from tantivy import Occur, Order, Query

from shopworld.catalog.model import Offer
from shopworld.catalog.query import Match, OfferQuery, Sort
from shopworld.catalog.search.asked_words import (
    TITLE_BOOST,
    AskedWord,
    WordReader,
    all_of,
    any_of,
    better_by,
    weighted_title,
)
from shopworld.catalog.search.facets import count_facets
from shopworld.catalog.search.filters import filter_queries, with_filters
from shopworld.catalog.search.index import PATH_SEPARATOR, SCHEMA, SORT_FIELDS, TOKENIZER
from shopworld.catalog.search.protocol import Hits
from shopworld.catalog.search.words import query_forms, tokens, words
from shopworld.catalog.stemming import build_analyzer
from shopworld.errors import CatalogError

_SCORE_DIGITS = 4
"""Scores are rounded before they are compared: their last bits depend on how the index fell into segments."""
_OVERFETCH = 32
"""How many hits beyond the page are looked at first, to find where a run of equal scores ends."""
_MOST_TIED = 1000
"""Where more hits than this tie, their order among themselves is that of the index."""
_MOST_READ = 50_000
"""Where a search for any word would read more entries of the index than this, frequent words alone do not match, and
beyond as many offers titles are not weighed for themselves."""
_SHORTEST_CORRECTED = 4
"""Words with fewer letters are not corrected: too many others are near."""
_RARE = 20
"""A word that more offers hold is taken as it is written."""
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
        index.register_tokenizer(TOKENIZER, build_analyzer())
        self._searcher = index.searcher()
        self._reader = WordReader(self._searcher)

    def search(self, query: OfferQuery) -> Hits:
        """The page of results that the query asks for: all words first, then any word."""
        filters = filter_queries(query)
        asked = self._reader.read(query.text)
        if not asked:
            if query.text.strip():
                return Hits((), 0, Match.NOTHING)
            return self._listed(query, None, filters, Match.EVERYTHING)
        known = [word for word in asked if word.frequency]
        if len(known) == len(asked):
            hits = self._all_words(query, asked, filters, Match.ALL_WORDS)
            if hits.total or len(asked) == 1:
                return hits
        return self._any_word(query, known, filters, tried=len(known) == len(asked))

    def titled(self, text: str, offset: int, limit: int) -> tuple[int, ...]:
        """Ordinals of the offers whose titles hold all tokens of a text as they are written, the best first.

        Tokens are those of `tokens`, and the order is by BM25 (k1 1.2, b 0.75), then by ordinal: as in SQLite's FTS5.
        """
        found = [Query.term_query(SCHEMA, "title_tokens", token, index_option="freq") for token in tokens(text)]
        return self._best(all_of(found), offset, limit)[0] if found else ()

    def of_brand(self, brand: str, offset: int, limit: int) -> tuple[tuple[int, ...], int]:
        """Ordinals of the offers of exactly this brand in their order, and how many there are."""
        found = filter_queries(OfferQuery(brands=(brand,)))["brand"]
        return self._ordered(found, "ordinal", Order.Asc, offset, limit)

    def complete(self, shop_id: str, text: str, limit: int) -> tuple[int, ...]:
        """Ordinals of the shop's offers whose titles hold the words of `text`, the last one perhaps unfinished.

        Best sellers come first: what is typed so far says little about what is meant.
        """
        asked, forms = self._reader.read(text), query_forms(text)
        if not asked or limit < 1:
            return ()
        last = forms[-1][0][0]
        started = any_of(
            [
                Query.fuzzy_term_query(SCHEMA, "title", last, distance=0, prefix=True),
                Query.fuzzy_term_query(SCHEMA, "joined", last, distance=0, prefix=True),
                asked[-1].matching,
            ]
        )
        found = all_of([*(word.matching for word in asked[:-1]), started])
        query = OfferQuery(shop_id=shop_id, sort=Sort.BEST_SELLING, limit=limit)
        return self._sorted(with_filters(found, filter_queries(query).values()), query)[0]

    def resembling(self, query: OfferQuery) -> tuple[int, ...]:
        """Ordinals of offers whose titles hold a word spelt like one of the query's rare ones, the best first."""
        near = [
            Query.fuzzy_term_query(SCHEMA, "title", self._reader.stem(form), distance=1 if len(form) < 8 else 2)
            for form in self.doubtful(query.text)
        ]
        if not near:
            return ()
        return self._best(with_filters(any_of(near), filter_queries(query).values()), 0, _RESEMBLING)[0]

    def doubtful(self, text: str) -> tuple[str, ...]:
        """The words of a text that may be misspelt: few offers hold them, or none."""
        forms = dict.fromkeys(word.whole for word in words(text) if len(word.whole) >= _SHORTEST_CORRECTED)
        return tuple(form for form in forms if self._reader.frequency(form) <= _RARE)

    def similar(self, offer: Offer, limit: int) -> tuple[int, ...]:
        """Ordinals of offers of the same shop that are of the same kind, brand or category, the best first."""
        wanted = [("kind", offer.kind, 4.0)] if offer.kind else []
        wanted += [("category", PATH_SEPARATOR.join(path), 2.0) for path in offer.categories]
        wanted += [("brand", offer.brand, 1.0)] if offer.brand else []
        if not wanted:
            return ()
        found = any_of(
            [
                Query.const_score_query(Query.term_query(SCHEMA, field, value, index_option="basic"), weight)
                for field, value, weight in wanted
            ]
        )
        return self._best(with_filters(found, filter_queries(OfferQuery(shop_id=offer.shop_id)).values()), 0, limit)[0]

    def _all_words(self, query: OfferQuery, asked: list[AskedWord], filters: Mapping[str, Query], match: Match) -> Hits:
        matching = all_of([word.matching for word in asked])
        if query.sort is not Sort.RELEVANCE:
            return self._listed(query, matching, filters, match)
        exact = asked[0].frequency if len(asked) == 1 and asked[0].exact and not filters else None
        ordinals, total = self._titles_first(query, asked, filters, exact)
        return self._hits(query, ordinals, total, matching, filters, match)

    def _titles_first(
        self, query: OfferQuery, asked: list[AskedWord], filters: Mapping[str, Query], exact: int | None
    ) -> tuple[tuple[int, ...], int]:
        """One page of the offers with all words, those with all of them in the title first; and how many there are.

        Often the first of these lists fills the page, and the second, which is much longer, is only counted.
        """
        offset, limit = query.offset, query.limit
        anywhere = all_of([word.anywhere for word in asked])
        titles = [word.in_title for word in asked if word.in_title is not None]
        first: tuple[int, ...] = ()
        in_titles = 0
        if len(titles) == len(asked):
            in_title = all_of(titles)
            beside = [word.with_next for word in asked if word.with_next is not None]
            # Without this, as many offers tie as have titles of one length.
            rarest = min(asked, key=lambda word: word.frequency)
            ranked = better_by(in_title, [*beside, Query.boost_query(rarest.anywhere, 1 / TITLE_BOOST)])
            first, in_titles = self._best(with_filters(ranked, filters.values()), offset, limit, counted=True)
            if in_titles >= offset + limit:
                if exact is None:
                    matching = all_of([word.matching for word in asked])
                    exact = self._count(with_filters(matching, filters.values()))
                return first, exact
            anywhere = Query.boolean_query([(Occur.Must, anywhere), (Occur.MustNot, in_title)])
        if min(word.frequency for word in asked) <= _MOST_READ:
            anywhere = better_by(anywhere, map(weighted_title, titles))
        rest = with_filters(anywhere, filters.values())
        others, elsewhere = self._best(rest, max(0, offset - in_titles), limit - len(first), counted=True)
        return first + others, in_titles + elsewhere

    def _any_word(
        self, query: OfferQuery, known: list[AskedWord], filters: Mapping[str, Query], *, tried: bool
    ) -> Hits:
        """The page of offers with any of the words.

        Where that would be very many: those with all words that any offer has; else those with the rarer words, and
        the frequent ones only bring them forward (the "common terms query" of full-text engines).

        Args:
            query: what is asked.
            known: its words without those that no offer holds.
            filters: its conditions.
            tried: whether all words have been looked for together.
        """
        if not known:
            return Hits((), 0, Match.NOTHING)
        many = sum(word.frequency for word in known) > _MOST_READ
        if not tried and (many or len(known) == 1):
            hits = self._all_words(query, known, filters, Match.ANY_WORD)
            if hits.total:
                return hits
        rare, frequent = _by_frequency(known)
        matching = any_of([word.matching for word in rare])
        if query.sort is not Sort.RELEVANCE:
            return self._listed(query, matching, filters, Match.ANY_WORD)
        if sum(word.frequency for word in rare) <= _MOST_READ:
            found = any_of([part for word in rare for part in word.scored])
            found = better_by(found, (part for word in frequent for part in word.scored))
        else:
            found = better_by(any_of([word.anywhere for word in rare]), (word.anywhere for word in frequent))
        found = with_filters(found, filters.values())
        ordinals, total = self._best(found, query.offset, query.limit, counted=True)
        return self._hits(query, ordinals, total, matching, filters, Match.ANY_WORD)

    def _listed(self, query: OfferQuery, text: Query | None, filters: Mapping[str, Query], match: Match) -> Hits:
        """A page in the order of a field."""
        ordinals, total = self._sorted(with_filters(text, filters.values()), query)
        return self._hits(query, ordinals, total, text, filters, match)

    def _hits(
        self,
        query: OfferQuery,
        ordinals: tuple[int, ...],
        total: int,
        text: Query | None,
        filters: Mapping[str, Query],
        match: Match,
    ) -> Hits:
        if not total and text is not None:
            match = Match.NOTHING
        facets, price_range = count_facets(self._searcher, query.facets, text, filters) if query.facets else ({}, None)
        return Hits(ordinals, total, match, facets, price_range)

    def _sorted(self, found: Query, query: OfferQuery) -> tuple[tuple[int, ...], int]:
        """One page in the order of a field, and how many there are. Without a text relevance means featured first."""
        sort = Sort.FEATURED if query.sort is Sort.RELEVANCE else query.sort
        field, falling = SORT_FIELDS[sort]
        return self._ordered(found, field, Order.Desc if falling else Order.Asc, query.offset, query.limit)

    def _ordered(self, found: Query, field: str, order: Order, offset: int, limit: int) -> tuple[tuple[int, ...], int]:
        result = self._searcher.search(found, max(limit, 1), order_by_field=field, offset=offset, order=order)
        addresses = [address for _, address in result.hits[:limit]]
        return tuple(self._ordinals(addresses)), _count(result)

    def _count(self, found: Query) -> int:
        """How many offers a query finds; no score is computed."""
        counted = self._searcher.aggregate(found, {"offers": {"value_count": {"field": "in_stock"}}})
        return int(counted["offers"]["value"])

    def _best(self, found: Query, offset: int, limit: int, *, counted: bool = False) -> tuple[tuple[int, ...], int]:
        """One page by falling score, equal scores by ordinal; and how many there are, where that is asked for.

        One segment holds its documents by ordinal, and tantivy breaks ties by place: nothing is left to do. Over
        several segments the hits are ordered here, with as many beyond the page as tie with its last one.
        """
        needed = offset + limit
        if limit < 1:
            return (), self._count(found) if counted else 0
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


def _by_frequency(asked: list[AskedWord]) -> tuple[list[AskedWord], list[AskedWord]]:
    """The words that together are in few offers, at least one, by rising frequency; and the others."""
    ordered = sorted(asked, key=lambda word: word.frequency)
    together = list(accumulate(word.frequency for word in ordered))
    few = max(1, sum(frequency <= _MOST_READ for frequency in together))
    return ordered[:few], ordered[few:]
