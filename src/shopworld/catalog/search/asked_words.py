"""The words of a search as queries of the engine.

All text of an offer is in one field, so that a word is one list of offers and several words are the meeting of as many
lists; titles have a field of their own for the ranking. Ways of writing a word that no offer holds are left out: each
further way costs more than the word itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import tantivy
from tantivy import Occur, Query

from shopworld.catalog.search.index import SCHEMA
from shopworld.catalog.search.words import query_forms
from shopworld.catalog.stemming import build_analyzer

TITLE_BOOST = 4.0
"""What a word in the title counts against the same word elsewhere."""
_NEIGHBOURS_BOOST = 0.6
"""For two words that stand side by side in the title as in the text, against a word in the title."""
_PARTS_BOOST = 0.8
"""For a word that is found by its parts."""


@dataclass(frozen=True, slots=True)
class AskedWord:
    """One word of a search, in all ways in which some offer holds it.

    Attributes:
        frequency: how many offers hold it, at most; exactly so many where `exact`.
        matching: finds the offers that hold it anywhere, without regard to scores.
        anywhere: the same, with scores.
        in_title: finds the offers that hold it in the title, with scores; None: there are none.
        with_next: finds the offers that hold it in the title right before the next word; None: there are none.
    """

    frequency: int
    exact: bool
    matching: Query
    anywhere: Query
    in_title: Query | None
    with_next: Query | None

    @property
    def scored(self) -> list[Query]:
        """What the word adds to the score of an offer."""
        return [self.anywhere] if self.in_title is None else [self.anywhere, weighted_title(self.in_title)]


def weighted_title(query: Query) -> Query:
    """A query over titles, as it counts beside one over all text."""
    return Query.boost_query(query, TITLE_BOOST)


def all_of(queries: Sequence[Query]) -> Query:
    """What all of the queries find; scores are added up."""
    return queries[0] if len(queries) == 1 else Query.boolean_query([(Occur.Must, one) for one in queries])


def any_of(queries: Sequence[Query]) -> Query:
    """What any of the queries finds; scores are added up."""
    return queries[0] if len(queries) == 1 else Query.boolean_query([(Occur.Should, one) for one in queries])


def better_by(query: Query, others: Iterable[Query]) -> Query:
    """What `query` finds; what the others find as well scores higher.

    One within the other: so each of the others is only looked up for what `query` finds, and never read as a whole.
    """
    for other in others:
        query = Query.boolean_query([(Occur.Must, query), (Occur.Should, other)])
    return query


class WordReader:
    """Reads the text of a search.

    Args:
        searcher: of the index that is asked.
    """

    def __init__(self, searcher: tantivy.Searcher) -> None:
        self._searcher = searcher
        self._analyzer = build_analyzer()
        self.stem = lru_cache(maxsize=16384)(self._stem)

    def read(self, text: str) -> list[AskedWord]:
        """The words of a text, in order; a word that no offer holds has the frequency 0."""
        asked = query_forms(text)
        following = (*(ways[0][0] for ways in asked[1:]), "")
        return [self._word(ways, after) for ways, after in zip(asked, following, strict=False)]

    def frequency(self, form: str) -> int:
        """How many offers hold exactly this form, or one of the same stem."""
        return self._searcher.doc_freq("words", self.stem(form))

    def _stem(self, form: str) -> str:
        return "".join(self._analyzer.analyze(form))

    def _word(self, ways: tuple[tuple[str, ...], ...], following: str) -> AskedWord:
        (whole,), *others = ways
        anywhere: list[tuple[str, tuple[str, ...]]] = [("words", (whole,))]
        in_title: list[tuple[str, tuple[str, ...]]] = [("title", (whole,)), ("joined", (whole,))]
        for forms in others:
            # Two words of the text written as one stand for themselves in titles alone.
            anywhere.append(("words" if len(forms) > 1 else "title", forms))
            in_title.append(("title", forms))
        known = [stems for stems in map(self._known, anywhere) if stems]
        known_in_title = [stems for stems in map(self._known, in_title) if stems]
        joined = self._known(("joined", (whole + following,))) if following else []
        return AskedWord(
            frequency=sum(min(frequency for *_, frequency in terms) for terms in known),
            exact=len(known) == 1 and len(known[0]) == 1,
            matching=_one_way(known, "basic"),
            anywhere=_one_way(known, "freq"),
            in_title=_one_way(known_in_title, "freq") if known_in_title else None,
            with_next=Query.boost_query(_one_way([joined], "freq"), _NEIGHBOURS_BOOST) if joined else None,
        )

    def _known(self, way: tuple[str, tuple[str, ...]]) -> list[tuple[str, str, int]]:
        """Field, stem and frequency of each form of a way; none where some form is in no offer."""
        field, forms = way
        terms = []
        for form in forms:
            stem = self.stem(form)
            frequency = self._searcher.doc_freq(field, stem)
            if not frequency:
                return []
            terms.append((field, stem, frequency))
        return terms


def _one_way(ways: list[list[tuple[str, str, int]]], index_option: str) -> Query:
    """Any of the ways; the one that fits best counts."""
    found = []
    for terms in ways:
        one = all_of([Query.term_query(SCHEMA, field, stem, index_option=index_option) for field, stem, _ in terms])
        found.append(one if len(terms) == 1 else Query.boost_query(one, _PARTS_BOOST / len(terms)))
    if not found:
        return Query.empty_query()
    return found[0] if len(found) == 1 else Query.disjunction_max_query(found)
